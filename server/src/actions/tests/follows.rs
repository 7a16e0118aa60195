//! Permission to follow and block a player.

use super::*;
use domain::{Visibility, computer_players};

#[tokio::test]
async fn guest_cannot_follow_but_can_be_followed() {
    let actions = Actions::on_new_store().await;
    let (guest, li) = (actions.guest("Du Fu").await, actions.registered("Li Bai").await);
    assert_eq!(actions.follow(&guest, li.id).await, Err(FollowError::Guest));
    assert_eq!(actions.follow(&li, guest.id).await, Ok(()));
    let followed = actions.followed_players(li.id).await.expect("it reads");
    assert_eq!(followed.iter().map(|of| of.player.id).collect::<Vec<_>>(), [guest.id]);
}

#[tokio::test]
async fn oneself_computer_and_deleted_player_cannot_be_followed() {
    let actions = Actions::on_new_store().await;
    let (li, du) = (actions.registered("Li Bai").await, actions.registered("Du Fu").await);
    assert_eq!(actions.follow(&li, li.id).await, Err(FollowError::Oneself));
    assert_eq!(actions.block(li.id, li.id).await, Err(BlockError::Oneself));
    actions.store.erase(du.id, actions.now()).await.expect("it is written");
    let computer = computer_players::id_of(1).expect("the lowest level");
    for id in [computer, du.id] {
        assert_eq!(actions.follow(&li, id).await, Err(FollowError::UnknownPlayer));
    }
}

#[tokio::test]
async fn block_by_either_player_forbids_following() {
    let actions = Actions::on_new_store().await;
    let (li, du) = (actions.registered("Li Bai").await, actions.registered("Du Fu").await);
    actions.follow(&li, du.id).await.expect("nothing forbids it");
    actions.block(du.id, li.id).await.expect("nothing forbids it");
    assert!(actions.followed_players(li.id).await.expect("it reads").is_empty());
    for (by, other) in [(&li, du.id), (&du, li.id)] {
        assert_eq!(actions.follow(by, other).await, Err(FollowError::Blocked));
    }
    assert_eq!(actions.unblock(du.id, li.id).await, Ok(true));
    assert_eq!(actions.follow(&li, du.id).await, Ok(()));
}

#[tokio::test]
async fn unlisted_player_is_online_only_while_playing() {
    let actions = Actions::on_new_store().await;
    let (li, du) = (actions.registered("Li Bai").await, actions.registered("Du Fu").await);
    actions.follow(&li, du.id).await.expect("nothing forbids it");
    let is_online = async || {
        let followed = actions.followed_players(li.id).await.expect("it reads");
        followed.first().expect("one is followed").is_online
    };
    assert!(!is_online().await);
    let _page = actions.presence.connect(du.id, true);
    assert!(is_online().await);
    actions.store.set_listed(du.id, false).await.expect("it is written");
    assert!(!is_online().await);
    let public = Some(Visibility::Public);
    let new = NewMatch { visibility: public, ..against(Opponent::Computer(1)) };
    actions.create(&du, new).await.expect("it begins");
    assert!(is_online().await);
}
