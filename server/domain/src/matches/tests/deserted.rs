//! Matches whose players are away.

use super::*;
use crate::clock::Correspondence;

#[test]
fn deserted_match_that_has_not_begun_is_aborted() {
    let visibility = Visibility::Link;
    let mut table = Table::of(Setup { visibility, ..setup(ClockSetting::None, None) }.created());
    table.join(2).expect("the seat is free");
    table.game.presence_mut().go(Some(First), table.now);
    table.wait(UNCLOCKED_RETENTION - 1);
    assert_eq!(table.game.decide_due(table.now), None);
    table.wait(1);
    let event = table.game.decide_due(table.now).expect("due");
    table.evolve(event);
    table.check_ended(None, EndReason::Aborted);
}

#[test]
fn deserted_match_with_a_clock_is_ended_by_it() {
    let days = ClockSetting::Correspondence(Correspondence::new(7).expect("in range"));
    let mut table = Table::begun(days);
    for side in Side::ALL {
        table.game.presence_mut().go(Some(side), table.now);
    }
    assert_eq!(table.game.due(), table.game.turn_ends_at());
    table.wait(UNCLOCKED_RETENTION);
    assert_eq!(table.game.decide_due(table.now), None);
}
