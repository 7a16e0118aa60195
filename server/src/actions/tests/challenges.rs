//! Permission to challenge a player.

use super::*;
use crate::live::Found;
use ChallengeError::{Refused, TooMany, UnknownPlayer};
use domain::{JoinRefusal, Visibility, computer_players};

async fn challenge(
    actions: &Actions,
    by: &Player,
    to: PlayerId,
) -> Result<MatchId, ChallengeError> {
    match actions.create(by, against(Opponent::Challenged(to))).await {
        Ok(id) => Ok(id),
        Err(CreateMatchError::Challenge(error)) => Err(error),
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test]
async fn challenge_reserves_unlisted_seat_for_opponent() {
    let actions = Actions::on_new_store().await;
    let (li, du) = (actions.guest("Li Bai").await, actions.registered("Du Fu").await);
    let public =
        NewMatch { visibility: Some(Visibility::Public), ..against(Opponent::Challenged(du.id)) };
    let id = actions.create(&li, public).await.expect("nothing forbids it");
    let Ok(Found::Here(handle)) = actions.registry.find(id).await else { panic!("it runs") };
    let snapshot = handle.snapshot().await.expect("it answers");
    assert_eq!(snapshot.invited.map(|of| of.id), Some(du.id));
    assert_eq!(handle.summary().await.expect("it answers").visibility, Visibility::Link);
}

#[tokio::test]
async fn oneself_and_computer_players_cannot_be_challenged() {
    let actions = Actions::on_new_store().await;
    let li = actions.guest("Li Bai").await;
    let computer = computer_players::id_of(1).expect("the lowest level");
    for id in [li.id, computer] {
        assert_eq!(challenge(&actions, &li, id).await, Err(Refused));
    }
}

#[tokio::test]
async fn block_by_either_player_refuses_challenge() {
    let actions = Actions::on_new_store().await;
    let (li, du) = (actions.guest("Li Bai").await, actions.guest("Du Fu").await);
    actions.block(du.id, li.id).await.expect("nothing forbids it");
    assert_eq!(challenge(&actions, &li, du.id).await, Err(Refused));
    assert_eq!(challenge(&actions, &du, li.id).await, Err(Refused));
}

#[tokio::test]
async fn unknown_player_can_be_challenged_only_while_online() {
    let actions = Actions::on_new_store().await;
    let (li, visitor) = (actions.guest("Li Bai").await, PlayerId::fresh());
    assert_eq!(challenge(&actions, &li, visitor).await, Err(UnknownPlayer));
    let _page = actions.presence.subscribe(visitor);
    challenge(&actions, &li, visitor).await.expect("a page of theirs is open");
}

#[tokio::test]
async fn deleted_player_cannot_be_challenged() {
    let actions = Actions::on_new_store().await;
    let (li, du) = (actions.guest("Li Bai").await, actions.registered("Du Fu").await);
    actions.store.erase(du.id, actions.now()).await.expect("it is written");
    let _page = actions.presence.subscribe(du.id);
    assert_eq!(challenge(&actions, &li, du.id).await, Err(UnknownPlayer));
}

#[tokio::test]
async fn only_challenged_player_declines() {
    let actions = Actions::on_new_store().await;
    let (li, du) = (actions.guest("Li Bai").await, actions.guest("Du Fu").await);
    let id = challenge(&actions, &li, du.id).await.expect("nothing forbids it");
    let (li, du) = (Arc::new(li), Arc::new(du));
    assert_eq!(actions.decline(li, id).await, Err(DeclineError::NotChallenged));
    assert_eq!(actions.decline(Arc::clone(&du), id).await, Ok(()));
    let joined = actions.join(du, None, id).await;
    assert_eq!(joined, Err(JoinMatchError::Join(JoinRefusal::Over.into())));
}

#[tokio::test]
async fn challenge_to_deleted_player_ends() {
    let actions = Actions::on_new_store().await;
    let (li, du) = (actions.guest("Li Bai").await, Arc::new(actions.guest("Du Fu").await));
    let id = challenge(&actions, &li, du.id).await.expect("nothing forbids it");
    actions.decline_all(&du).await;
    let handle = actions.live(id).await.expect("it is in memory for a while");
    assert_eq!(handle.is_over().await, Ok(true));
}

#[tokio::test]
async fn limit_of_challenges_hides_later_block() {
    let actions = Actions::on_new_store().await;
    let (li, du) = (actions.guest("Li Bai").await, actions.guest("Du Fu").await);
    let mut made = 0;
    while challenge(&actions, &li, du.id).await.is_ok() {
        made += 1;
    }
    assert!(made > 0);
    actions.block(du.id, li.id).await.expect("nothing forbids it");
    assert_eq!(challenge(&actions, &li, du.id).await, Err(TooMany));
}
