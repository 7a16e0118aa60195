//! Permission to take the free seat of a match, and the matches that begin at all.

use super::*;
use crate::live::FindError;
use domain::JoinRefusal;

#[tokio::test]
async fn block_by_either_player_refuses_seat() {
    let actions = Actions::on_new_store().await;
    let (li, du) = (actions.guest("Li Bai").await, actions.guest("Du Fu").await);
    let [of_li, of_du] = [
        actions.create(&li, against(Opponent::Open)).await.expect("it is open"),
        actions.create(&du, against(Opponent::Open)).await.expect("it is open"),
    ];
    actions.block(du.id, li.id).await.expect("nothing forbids it");
    let (li, du) = (Arc::new(li), Arc::new(du));
    let blocked = Err(JoinMatchError::Blocked);
    assert_eq!(actions.join(Arc::clone(&du), None, of_li).await, blocked);
    assert_eq!(actions.join(Arc::clone(&li), None, of_du).await, blocked);
    assert_eq!(actions.join(li, None, of_li).await, Ok(Side::First), "the own seat stays");
}

#[tokio::test]
async fn player_blocked_after_joining_keeps_seat() {
    let actions = Actions::on_new_store().await;
    let (li, du) = (actions.guest("Li Bai").await, Arc::new(actions.guest("Du Fu").await));
    let id = actions.create(&li, against(Opponent::Open)).await.expect("it is open");
    for _ in 0..2 {
        assert_eq!(actions.join(Arc::clone(&du), None, id).await, Ok(Side::Second));
        actions.block(li.id, du.id).await.expect("nothing forbids it");
    }
}

#[tokio::test]
async fn taken_seat_and_unknown_match_are_refused() {
    let actions = Actions::on_new_store().await;
    let li = actions.guest("Li Bai").await;
    let id = actions.create(&li, against(Opponent::Computer(1))).await.expect("it begins");
    let du = Arc::new(actions.guest("Du Fu").await);
    let taken = JoinMatchError::Join(JoinRefusal::SeatTaken.into());
    assert_eq!(actions.join(Arc::clone(&du), None, id).await, Err(taken));
    let unknown = JoinMatchError::Find(FindError::NotFound);
    assert_eq!(actions.join(du, None, MatchId::fresh()).await, Err(unknown));
}

#[tokio::test]
async fn unknown_level_of_computer_is_refused() {
    let actions = Actions::on_new_store().await;
    let li = actions.guest("Li Bai").await;
    let created = actions.create(&li, against(Opponent::Computer(9))).await;
    assert_eq!(created, Err(CreateMatchError::NoLevel(9)));
}
