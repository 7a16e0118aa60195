//! Permission to seek, and the allowed games.

use super::*;
use domain::clock::Correspondence;
use domain::{BadSeek, SoughtGame};

fn wishes(clock: ClockSetting, rated: bool) -> NewSeek {
    NewSeek {
        games: vec![SoughtGame::new(GAME, None).expect("a known game")],
        clocks: vec![clock],
        side: None,
        rated,
        within: None,
        minutes: None,
    }
}

async fn seek(actions: &Actions, player: &Player, new: NewSeek) -> Result<(), NewSeekError> {
    let admission = actions.admit().expect("the server is not draining");
    actions.seek(admission, player, None, new).await
}

fn days() -> ClockSetting {
    ClockSetting::Correspondence(Correspondence::new(3).expect("three days are possible"))
}

#[tokio::test]
async fn guest_cannot_seek_rated_game() {
    let actions = Actions::on_new_store().await;
    let guest = actions.guest("Li Bai").await;
    let refused = seek(&actions, &guest, wishes(ClockSetting::None, true)).await;
    assert_eq!(refused, Err(NewSeekError::Bad(BadSeek::Guest)));
    let li = actions.registered("Du Fu").await;
    assert_eq!(seek(&actions, &li, wishes(ClockSetting::None, true)).await, Ok(()));
}

#[tokio::test]
async fn player_on_vacation_cannot_seek_correspondence() {
    let actions = Actions::on_new_store().await;
    let li = actions.registered("Li Bai").await;
    actions.begin_vacation(li.id).await.expect("none has begun");
    let refused = seek(&actions, &li, wishes(days(), false)).await;
    assert_eq!(refused, Err(NewSeekError::OnVacation));
    assert_eq!(seek(&actions, &li, wishes(ClockSetting::None, false)).await, Ok(()));
    actions.end_vacation(li.id).await.expect("it has begun");
    assert_eq!(seek(&actions, &li, wishes(days(), false)).await, Ok(()));
}

#[tokio::test]
async fn vacation_withdraws_correspondence_seek_only() {
    let actions = Actions::on_new_store().await;
    for (clock, stays) in [(days(), false), (ClockSetting::None, true)] {
        let li = actions.guest("Li Bai").await;
        seek(&actions, &li, wishes(clock, false)).await.expect("nothing forbids it");
        actions.begin_vacation(li.id).await.expect("none has begun");
        assert_eq!(actions.seek_state(li.id).await.seek.is_some(), stays, "{clock:?}");
    }
}

#[tokio::test]
async fn seek_of_guest_lasts_an_hour_at_most() {
    let actions = Actions::on_new_store().await;
    let (guest, li) = (actions.guest("Du Fu").await, actions.registered("Li Bai").await);
    for (player, minutes) in [(&guest, 60), (&li, 600)] {
        let new = NewSeek { minutes: Some(600), ..wishes(ClockSetting::None, false) };
        seek(&actions, player, new).await.expect("nothing forbids it");
        let seek = actions.seek_state(player.id).await.seek.expect("it is open");
        assert_eq!(seek.expires_at - seek.made_at, minutes * 60_000);
    }
}
