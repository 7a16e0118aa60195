//! Vacations in the tasks of matches, with paused time and a store in memory.

use super::super::*;
use super::node::{Node, Table, check_done, player};
use domain::clock::{ClockSetting, Correspondence};
use domain::{EndReason, NoVacation, Vacation};
use engine::Side;
use engine::Side::First;
use protocol::{Event, Snapshot};
use std::time::Duration;

const DAY: u64 = 86_400_000;

fn by_days(days: u32) -> ClockSetting {
    ClockSetting::Correspondence(Correspondence::new(days).expect("in range"))
}

async fn days(days: u64) {
    tokio::time::sleep(Duration::from_millis(days * DAY)).await;
}

async fn snapshot(table: &Table) -> Box<Snapshot> {
    table.handle.snapshot().await.expect("it runs")
}

#[track_caller]
fn check_vacation(event: &Event, side: Side, is_on: bool) {
    let Event::Vacation { by, until, .. } = event else { panic!("{event:?}") };
    assert_eq!((*by, until.is_some()), (side, is_on));
}

#[tokio::test(start_paused = true)]
async fn a_flag_falls_after_the_allowance_is_used_up_and_not_before() {
    let node = Node::new().await;
    let mut table = node.begun(by_days(2)).await;
    days(1).await;
    let begun = node.registry.begin_vacation(player(1).id).await.expect("all is left");
    let now = node.registry.now();
    assert_eq!(begun.until(now), Some(now.after(Vacation::ALLOWANCE)));
    check_vacation(&table.next_event().await, First, true);
    let again = node.registry.begin_vacation(player(1).id).await;
    assert!(matches!(again, Err(VacationError::No(NoVacation::Already))), "{again:?}");
    days(29).await;
    assert_eq!(snapshot(&table).await.reason, None);
    check_vacation(&table.next_event().await, First, false);
    let used = node.registry.now().since(now);
    assert!((0..60_000).contains(&(used - Vacation::ALLOWANCE)), "{used}");
    let again = node.registry.begin_vacation(player(1).id).await;
    assert!(matches!(again, Err(VacationError::No(NoVacation::UsedUp))), "{again:?}");
    let Event::Ended { reason, .. } = table.next_event().await else { panic!("it is over") };
    let used = node.registry.now().since(now) - Vacation::ALLOWANCE;
    assert_eq!(reason, EndReason::Timeout);
    assert!((DAY..DAY + 60_000).contains(&used), "{used}");
}

#[tokio::test(start_paused = true)]
async fn only_correspondence_matches_stop_and_continue() {
    let node = Node::new().await;
    let mut slow = [node.begun(by_days(1)).await, node.begun(by_days(3)).await];
    let mut untimed = node.begun(ClockSetting::None).await;
    let other = node.registry.end_vacation(player(2).id).await;
    assert!(matches!(other, Err(VacationError::NotOnVacation)), "{other:?}");
    node.registry.begin_vacation(player(1).id).await.expect("all is left");
    for table in &mut slow {
        check_vacation(&table.next_event().await, First, true);
    }
    check_done(&untimed.play(1, "u", 2, "b1b2").await);
    assert!(matches!(untimed.next_event().await, Event::Moved(_)), "nothing else happened there");
    days(5).await;
    let over = node.registry.end_vacation(player(1).id).await.expect("it lasts");
    assert_eq!(over.left(node.registry.now()).div_ceil(DAY), 25);
    for table in &mut slow {
        check_vacation(&table.next_event().await, First, false);
        let times = snapshot(table).await.clock.times.expect("a clock");
        assert_eq!((times.running, times.vacation), (Some(First), None));
        assert!(times.second - times.first < 60_000, "{times:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_match_that_begins_on_vacation_begins_stopped_also_after_a_kill() {
    let node = Node::new().await;
    node.registry.begin_vacation(player(1).id).await.expect("all is left");
    let mut table = node.table(by_days(1)).await;
    check_vacation(&table.next_event().await, First, true);
    let times = snapshot(&table).await.clock.times.expect("a clock");
    assert_eq!((times.running, times.grace), (None, None));
    assert!(times.vacation.is_some_and(|until| until.first.is_some() && until.second.is_none()));
    // Both of it, which the journal did not have yet when the server was killed.
    node.registry.stop().await;
    let now = node.registry.now();
    let of_the_other = Vacation::default().begin(now).expect("all is left");
    let put = node.store.put_vacation(player(2).id, Vacation::default(), of_the_other).await;
    assert_eq!(put, Ok(true));
    let again = Node::open(&node, now).await;
    let handle = again.registry.handle(table.handle.id()).await.expect("it was restored");
    let restored = handle.snapshot().await.expect("it runs");
    let until = restored.clock.times.and_then(|times| times.vacation).expect("both are away");
    assert_eq!((until.first.is_some(), until.second), (true, Some(now.0 + Vacation::ALLOWANCE)));
}

#[tokio::test(start_paused = true)]
async fn what_another_server_wrote_is_read_and_an_outage_puts_it_off() {
    let node = Node::new().await;
    let mut table = node.begun(by_days(2)).await;
    let now = node.registry.now();
    let begun = Vacation::default().begin(now).expect("all is left");
    let put = node.store.put_vacation(player(1).id, Vacation::default(), begun).await;
    assert_eq!(put, Ok(true));
    node.faults.script().away = true;
    node.registry.refresh_vacations().await.expect("it reads");
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(snapshot(&table).await.clock.times.and_then(|times| times.vacation), None);
    node.faults.script().away = false;
    let event = loop {
        match table.next_event().await {
            Event::Credited { .. } => {}
            other => break other,
        }
    };
    check_vacation(&event, First, true);
    assert!(node.registry.vacation_until(player(1).id).is_some());
    assert_eq!(node.registry.vacation_until(player(2).id), None);
    let put = node.store.put_vacation(player(1).id, begun, Vacation::default()).await;
    assert_eq!(put, Ok(true));
    node.registry.refresh_vacations().await.expect("it reads");
    check_vacation(&table.next_event().await, First, false);
    assert_eq!(snapshot(&table).await.turn, Some(First));
}
