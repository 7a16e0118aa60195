//! Notifies a player who has no page of the match open that it is their turn, or that a rematch has
//! begun.
//!
//! Nothing is sent to house players and programs. In a correspondence game a notice is sent in any
//! case, because a page may lie open unseen for days. The notice goes into a bounded queue and
//! never delays the match.

use crate::notices::{Notice, Notices, is_by_days};
use domain::{Event, Match, Player};
use engine::Side;

/// Whether an event can make it somebody's turn.
pub(super) fn is_news(event: &Event) -> bool {
    matches!(event, Event::Moved(_) | Event::Joined { .. } | Event::TakenBack { .. })
}

/// Withdraws what is waiting to be told of a match that an event has made out of date: whose turn it
/// was, or that somebody is challenged. Of other matches than those by days nothing waits for long.
pub(super) fn withdraw_past(state: &Match, event: &Event, notices: &Notices) {
    let is_past = match event {
        Event::Moved(_) | Event::TakenBack { .. } => is_by_days(state.clock().setting()),
        event => matches!(event, Event::Joined { .. } | Event::Ended { .. }),
    };
    if is_past {
        notices.withdraw(state.id());
    }
}

/// Notifies the player who acts next, unless they watch the match. By days they are notified
/// anyway, since a page may stay open unattended for a week; the browser knows whether it is in
/// view.
pub(super) fn notify_turn(state: &Match, notices: &Notices) {
    let Some(side) = state.turn() else { return };
    let Some(player) = person(state, side) else { return };
    let clock = state.clock().setting();
    if !is_by_days(clock) && state.presence().is_there(side) {
        return;
    }
    let opponent = state.seats()[side.other()].as_ref();
    let notice = Notice::turn(player.id, state.id(), state.game_id(), opponent);
    notices.notify(&notice.timed_by(clock));
}

/// Notifies the players of the rematch of `before` that it has begun, unless they watch the match
/// before, whose page brings them there.
pub(super) fn notify_rematch(before: &Match, state: &Match, notices: &Notices) {
    for side in Side::ALL {
        let Some(player) = person(state, side) else { continue };
        let Some(opponent) = &state.seats()[side.other()] else { continue };
        let was_there =
            before.seat_of(player.id).is_some_and(|seat| before.presence().is_there(seat));
        let clock = state.clock().setting();
        if !is_by_days(clock) && was_there {
            continue;
        }
        let notice = Notice::found(player.id, Some(state.id()), state.game_id(), opponent);
        let notice = notice.timed_by(clock);
        notices.notify(&if state.turn() == Some(side) { notice.and_to_act() } else { notice });
    }
}

/// The person in a seat; `None` for a free seat, a house player or a program.
fn person(state: &Match, side: Side) -> Option<&Player> {
    state.seats()[side].as_ref().filter(|player| player.house.is_none() && !player.bot)
}
