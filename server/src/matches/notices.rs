//! Notifies a player who has no page of the match open that it is their turn, or that a rematch has
//! begun.
//!
//! Nothing is sent to house players and programs. In a correspondence game a notice is sent in any
//! case, because a page may lie open unseen for days. The notice goes into a bounded queue and
//! never delays the match.

use crate::push::{Notice, Push};
use domain::clock::ClockSetting;
use domain::{Event, Match, Player};
use engine::Side;

/// Whether an event can make it somebody's turn.
pub(super) fn is_news(event: &Event) -> bool {
    matches!(event, Event::Moved(_) | Event::Joined { .. } | Event::TakenBack { .. })
}

/// Notifies the player who acts next, unless they watch the match. By days they are notified
/// anyway, since a page may stay open unattended for a week; the browser knows whether it is in
/// view.
pub(super) fn notify_turn(state: &Match, push: &Push) {
    let Some(side) = state.turn() else { return };
    let Some(player) = person(state, side) else { return };
    if !is_by_days(state) && state.presence().is_there(side) {
        return;
    }
    let opponent = state.seats()[side.other()].as_ref();
    push.notify(Notice::turn(player.id, state.id(), state.game_id(), opponent));
}

/// Notifies the players of the rematch of `before` that it has begun, unless they watch the match
/// before, whose page brings them there.
pub(super) fn notify_rematch(before: &Match, state: &Match, push: &Push) {
    for side in Side::ALL {
        let Some(player) = person(state, side) else { continue };
        let Some(opponent) = &state.seats()[side.other()] else { continue };
        let was_there =
            before.seat_of(player.id).is_some_and(|seat| before.presence().is_there(seat));
        if !is_by_days(state) && was_there {
            continue;
        }
        let notice = Notice::found(player.id, Some(state.id()), state.game_id(), opponent);
        push.notify(if state.turn() == Some(side) { notice.and_to_act() } else { notice });
    }
}

/// The person in a seat; `None` for a free seat, a house player or a program.
fn person(state: &Match, side: Side) -> Option<&Player> {
    state.seats()[side].as_ref().filter(|player| player.house.is_none() && !player.bot)
}

fn is_by_days(state: &Match) -> bool {
    match state.clock().setting() {
        ClockSetting::Correspondence(_) => true,
        ClockSetting::Fischer(_) | ClockSetting::Byoyomi(_) | ClockSetting::None => false,
    }
}
