//! Permission to report a player, and the allowed reasons.

use super::*;
use domain::Command;
use std::net::{IpAddr, Ipv4Addr};

const NOWHERE: ReportOrigin =
    ReportOrigin { address: IpAddr::V4(Ipv4Addr::LOCALHOST), is_limited: true };

async fn report(actions: &Actions, by: &Player, subject: Subject) -> Result<(), ReportError> {
    let new = NewReport { subject, reason: "abuse", note: String::new() };
    actions.report(by.id, NOWHERE, new).await
}

async fn open_reports(actions: &Actions) -> Vec<store::Report> {
    actions.store.reports(100).await.expect("it reads")
}

#[tokio::test]
async fn only_known_players_other_than_oneself_are_reported() {
    let actions = Actions::on_new_store().await;
    let (li, du) = (actions.guest("Li Bai").await, actions.guest("Du Fu").await);
    for (subject, expected) in [
        (Subject::Player(li.id), Err(ReportError::Oneself)),
        (Subject::Player(PlayerId::fresh()), Err(ReportError::UnknownPlayer)),
        (Subject::Player(du.id), Ok(())),
    ] {
        assert_eq!(report(&actions, &li, subject).await, expected);
    }
}

#[tokio::test]
async fn player_is_reported_only_for_game_they_play() {
    let actions = Actions::on_new_store().await;
    let (li, du) = (actions.guest("Li Bai").await, actions.guest("Du Fu").await);
    let id = actions.create(&du, against(Opponent::Open)).await.expect("it is open");
    let other = actions.create(&li, against(Opponent::Open)).await.expect("it is open");
    assert_eq!(report(&actions, &li, Subject::Game(id, du.id)).await, Ok(()));
    let refused = report(&actions, &li, Subject::Game(other, du.id)).await;
    assert_eq!(refused, Err(ReportError::NotFound));
}

#[tokio::test]
async fn reported_lines_are_those_of_the_match() {
    let actions = Actions::on_new_store().await;
    let (li, du) =
        (Arc::new(actions.guest("Li Bai").await), Arc::new(actions.guest("Du Fu").await));
    let id = actions.create(&li, against(Opponent::Open)).await.expect("it is open");
    actions.join(Arc::clone(&du), None, id).await.expect("a seat is free");
    let handle = actions.live(id).await.expect("it runs");
    let mut numbers = Vec::new();
    for (player, text) in [(&li, "hello"), (&du, "rude"), (&du, "ruder")] {
        let command = Command::Chat(text.to_owned());
        let command_id = text.parse().expect("a word");
        let done =
            handle.command(Arc::clone(player), command_id, command, crate::live::Lookup::Spared);
        match done.await.expect("it answers") {
            crate::live::Verdict::Done { seq, .. } => numbers.push(seq),
            refused => panic!("{refused:?}"),
        }
    }
    let lines = |numbers: &[u32]| Subject::Lines(id, numbers.to_vec());
    let of_both = report(&actions, &li, lines(&numbers)).await;
    assert_eq!(of_both, Err(ReportError::Speakers));
    assert_eq!(report(&actions, &li, lines(&[999])).await, Err(ReportError::NotFound));
    assert_eq!(report(&actions, &li, lines(&numbers[..1])).await, Err(ReportError::Oneself));
    for _ in 0..2 {
        assert_eq!(report(&actions, &li, lines(&numbers[1..])).await, Ok(()));
    }
    let open = open_reports(&actions).await;
    assert_eq!(open.len(), 1, "the second has nothing new");
    assert_eq!(open[0].about, du.id);
    assert!(open[0].evidence.contains("ruder") && !open[0].evidence.contains("hello"));
}

#[tokio::test]
async fn open_reports_from_one_address_are_limited() {
    let actions = Actions::on_new_store().await;
    let about = actions.guest("Du Fu").await;
    let mut filed = 0;
    loop {
        let by = Player::guest(PlayerId::fresh());
        match report(&actions, &by, Subject::Player(about.id)).await {
            Ok(()) => filed += 1,
            Err(error) => {
                assert_eq!(error, ReportError::TooMany);
                break;
            }
        }
    }
    assert_eq!(open_reports(&actions).await.len(), filed);
    let by = Player::guest(PlayerId::fresh());
    let unlimited = ReportOrigin { is_limited: false, ..NOWHERE };
    let new =
        NewReport { subject: Subject::Player(about.id), reason: "abuse", note: String::new() };
    assert_eq!(actions.report(by.id, unlimited, new).await, Ok(()));
}
