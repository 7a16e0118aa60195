//! Notifies a player who has no page of the match open that it is their turn.
//!
//! Nothing is sent to house players and programs. In a correspondence game a notice is sent in any
//! case, because a page may lie open unseen for days. The notice goes into a bounded queue and
//! never delays the match.

use crate::push::{Notice, Push};
use domain::clock::ClockSetting;
use domain::{Event, Match};

/// Whether an event can make it somebody's turn.
pub(super) fn is_news(event: &Event) -> bool {
    matches!(event, Event::Moved(_) | Event::Joined { .. } | Event::TakenBack { .. })
}

/// Notifies the player who acts next, unless they watch the match. By days they are notified
/// anyway, since a page may stay open unattended for a week; the browser knows whether it is in
/// view.
pub(super) fn notify_turn(state: &Match, push: &Push) {
    let Some(side) = state.turn() else { return };
    let Some(player) = &state.seats()[side] else { return };
    if player.house.is_some() || player.bot {
        return;
    }
    let is_by_days = match state.clock().setting() {
        ClockSetting::Correspondence(_) => true,
        ClockSetting::Fischer(_) | ClockSetting::Byoyomi(_) | ClockSetting::None => false,
    };
    if !is_by_days && state.presence().is_there(side) {
        return;
    }
    let opponent = state.seats()[side.other()].as_ref();
    push.tell(Notice::turn(player.id, state.id(), state.game_id(), opponent));
}
