//! Builds the wire's views of a live match: the snapshot, and the summary of a match in lists.
//!
//! Both are functions of the match and the time, without side effects. A snapshot leaves `legal`
//! empty; the match's task fills it in for readers that asked, because computing it costs more than
//! the rest.

use super::clock::{ClockSettingView, ClockView, TimesView, VacationsView};
use super::match_summary::{MatchSummary, PlayerView, PlayersView};
use super::snapshot::{AwayView, ChatLine, OffersView, PresenceView, Snapshot};
use super::text::Hash;
use domain::{Channel, Match, MatchState, Moment};
use engine::{BySide, Side};
use std::collections::BTreeMap;

impl Snapshot {
    /// The match at a moment, without its legal actions, for a reader of one channel of the chat, or of
    /// none.
    #[must_use]
    pub fn of(state: &Match, now: Moment, channel: Option<Channel>) -> Self {
        let (result, reason) = match state.ending() {
            Some(ending) => (ending.result, Some(ending.reason)),
            None => (None, None),
        };
        Self {
            id: state.id(),
            seq: state.seq(),
            now: now.0,
            game: state.game().info().id.into(),
            ruleset: state.game().ruleset().id.into(),
            ruleset_version: state.game().ruleset().version,
            options: options_view(state),
            start: state.game().start_text(),
            moves: state.game().action_texts(),
            times: state.times().collect(),
            ply: state.ply(),
            position: state.game().position_text(),
            turn: state.turn(),
            check: state.game().is_check(),
            repetitions: u32::try_from(state.game().repetitions()).unwrap_or(u32::MAX),
            hash: Hash(state.game().key()),
            clock: ClockView {
                setting: ClockSettingView::from(state.clock().setting()),
                times: state.clock().reading(now).map(TimesView::from),
            },
            paused: state.paused(now).map(|until| until.0),
            players: PlayersView::from(state.seats().clone()),
            invited: state.invited().map(PlayerView::from),
            presence: state.presence().view().into(),
            away: away(state),
            state: state.state(),
            offers: OffersView::from(state.offers()),
            result,
            reason,
            rematch: state.rematch(),
            visibility: state.visibility(),
            rated: state.is_rated(),
            created_at: state.created_at().0,
            chat: state.chat_of(channel).map(ChatLine::from).collect(),
            legal: None,
        }
    }
}

/// Since when players count as away from a match that is not over.
fn away(state: &Match) -> AwayView {
    if state.state() == MatchState::Over {
        return AwayView::default();
    }
    let [first, second] = Side::ALL.map(|side| state.away_since(side).map(|since| since.0));
    AwayView { first, second }
}

impl MatchSummary {
    /// The match as it stands.
    #[must_use]
    pub fn of(state: &Match) -> Self {
        let presence = state.presence().listed();
        let presence = PresenceView {
            first: presence.first && state.seats().first.is_some(),
            second: presence.second && state.seats().second.is_some(),
            spectators: presence.spectators,
        };
        Self {
            id: state.id(),
            game: state.game().info().id.into(),
            ruleset: state.game().ruleset().id.into(),
            options: options_view(state),
            clock: ClockSettingView::from(state.clock().setting()),
            state: state.state(),
            seat: if state.state() == MatchState::Open { state.free_seat() } else { None },
            players: PlayersView::from(state.seats().clone()),
            invited: state.invited().map(PlayerView::from),
            ply: state.ply(),
            position: state.game().position_text(),
            turn: state.turn(),
            spectators: presence.spectators,
            presence,
            visibility: state.visibility(),
            rated: state.is_rated(),
            created_at: state.created_at().0,
            active_at: state.active_at().0,
            deadline: state.turn_ends_at().map(|end| end.0),
            vacation: VacationsView::of(BySide::from_fn(|side| state.clock().vacation(side))),
        }
    }
}

fn options_view(state: &Match) -> BTreeMap<Box<str>, Box<str>> {
    state.game().options().iter().map(|(key, value)| (key.into(), value.into())).collect()
}
