//! Notifies a player who has no page of the match open that it is their turn, or that a rematch has
//! begun.
//!
//! Nothing is sent to computer players and programs. In a correspondence game a notice is sent in any
//! case, because a page may lie open unseen for days, except to a player on vacation, who is notified
//! when it ends. The notice goes into a bounded queue and never delays the match.

use super::context::Context;
use crate::notifications::{Notice, Notices, is_correspondence};
use domain::{Event, Match, Player, PlayerId};
use engine::Side;

/// Whether an event is a reason to notify the player who acts next: it can make it their turn, or
/// ends the vacation for which they were not notified.
pub(super) fn is_news(state: &Match, event: &Event) -> bool {
    match event {
        Event::Vacation { by, until: None, .. } => state.turn() == Some(*by),
        event => matches!(event, Event::Moved(_) | Event::Joined { .. } | Event::TakenBack { .. }),
    }
}

/// Withdraws waiting notices of a match that an event has made out of date: of a turn, also if that
/// player is on vacation now, or of a challenge. Only notices of correspondence matches wait for long.
pub(super) fn withdraw_past(state: &Match, event: &Event, notices: &Notices) {
    let is_past = match event {
        Event::Moved(_) | Event::TakenBack { .. } => is_correspondence(state.clock().setting()),
        Event::Vacation { by, until: Some(_), .. } => state.turn() == Some(*by),
        event => {
            matches!(event, Event::Joined { .. } | Event::Left(_) | Event::Ended { .. })
        }
    };
    if is_past {
        notices.withdraw(state.id());
    }
}

/// Notifies the player who acts next, unless they watch the match. By days they are notified
/// anyway, since a page may stay open unattended for a week; the browser knows whether it is in
/// view.
pub(super) fn notify_turn(state: &Match, context: &Context) {
    let Some(side) = state.turn() else { return };
    let Some(player) = person(state, side) else { return };
    let clock = state.clock().setting();
    let is_missed = if is_correspondence(clock) {
        !context.is_on_vacation(player.id)
    } else {
        !state.presence().is_there(side)
    };
    if !is_missed {
        return;
    }
    let opponent = state.seats()[side.other()].as_ref();
    let notice = Notice::turn(player.id, state.id(), state.game_id(), opponent);
    context.notices.notify(&notice.timed_by(clock));
}

/// Notifies a player whose vacation is over of a challenge to a correspondence match, or withdraws that
/// if their vacation has begun.
pub(super) fn settle_challenge(state: &Match, of: PlayerId, context: &Context) {
    let invited = state.invited().filter(|invited| invited.id == of);
    let (Some(invited), true) = (invited, is_correspondence(state.clock().setting())) else {
        return;
    };
    if context.is_on_vacation(of) {
        return context.notices.withdraw(state.id());
    }
    let by = Side::ALL.into_iter().find_map(|side| state.seats()[side].as_ref());
    if let Some(by) = by {
        let notice = Notice::challenge(invited.id, state.id(), state.game_id(), by);
        context.notices.notify(&notice);
    }
}

/// Notifies the players of the rematch of `before` that it has begun, unless they watch the match
/// before, whose page brings them there.
pub(super) fn notify_rematch(before: &Match, state: &Match, context: &Context) {
    for side in Side::ALL {
        let Some(player) = person(state, side) else { continue };
        let Some(opponent) = &state.seats()[side.other()] else { continue };
        let was_there =
            before.seat_of(player.id).is_some_and(|seat| before.presence().is_there(seat));
        let clock = state.clock().setting();
        let is_missed =
            if is_correspondence(clock) { !context.is_on_vacation(player.id) } else { !was_there };
        if !is_missed {
            continue;
        }
        let notice = Notice::found(player.id, Some(state.id()), state.game_id(), opponent);
        let notice = notice.timed_by(clock);
        context.notices.notify(&if state.turn() == Some(side) {
            notice.and_to_act()
        } else {
            notice
        });
    }
}

/// The person in a seat; `None` for a free seat, a computer player or a program.
fn person(state: &Match, side: Side) -> Option<&Player> {
    state.seats()[side].as_ref().filter(|player| player.computer.is_none() && !player.bot)
}
