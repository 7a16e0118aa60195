//! What others see of a match as a whole.

use super::state::Match;
use crate::time::Moment;
use crate::wire::{
    ClockSettingView, ClockView, Hash, OffersView, PlayersView, PresenceView, Room, RoomState,
    Snapshot, TimesView,
};
use std::collections::BTreeMap;

impl Match {
    /// Everything a client needs to take part from here on.
    #[must_use]
    pub fn snapshot(&self, now: Moment) -> Snapshot {
        let (result, reason) = match self.ending() {
            Some(ending) => (ending.result, Some(ending.reason)),
            None => (None, None),
        };
        Snapshot {
            id: self.id,
            seq: self.seq,
            now: now.0,
            game: self.game.info().id.into(),
            ruleset: self.game.ruleset().id.into(),
            ruleset_version: self.game.ruleset().version,
            options: self.options_view(),
            start: self.game.start_text(),
            moves: self.game.action_texts(),
            times: self.acts.iter().map(|act| act.time()).collect(),
            ply: self.ply(),
            position: self.game.position_text(),
            turn: self.turn(),
            check: self.game.is_check(),
            repetitions: u32::try_from(self.game.repetitions()).unwrap_or(u32::MAX),
            hash: Hash(self.game.key()),
            clock: ClockView {
                setting: ClockSettingView::from(self.clock.setting()),
                times: self.clock.reading(now).map(TimesView::from),
            },
            players: PlayersView::from(self.seats.clone()),
            presence: self.presence.view(),
            state: self.state(),
            offers: OffersView::from(self.offers),
            result,
            reason,
            rematch: self.rematch,
            visibility: self.visibility,
            rated: self.rated,
            created_at: self.created_at.0,
            chat: self.chat.iter().cloned().collect(),
            legal: None,
        }
    }

    /// The match as the lists show it.
    #[must_use]
    pub fn room(&self) -> Room {
        let presence = self.presence.listed();
        let presence = PresenceView {
            first: presence.first && self.seats.first.is_some(),
            second: presence.second && self.seats.second.is_some(),
            watchers: presence.watchers,
        };
        Room {
            id: self.id,
            game: self.game.info().id.into(),
            ruleset: self.game.ruleset().id.into(),
            options: self.options_view(),
            clock: ClockSettingView::from(self.clock.setting()),
            state: self.state(),
            seat: if self.state() == RoomState::Open { self.free_seat() } else { None },
            players: PlayersView::from(self.seats.clone()),
            ply: self.ply(),
            position: self.game.position_text(),
            turn: self.turn(),
            watchers: presence.watchers,
            presence,
            visibility: self.visibility,
            rated: self.rated,
            created_at: self.created_at.0,
            active_at: self.active_at.0,
        }
    }

    pub(super) fn options_view(&self) -> BTreeMap<Box<str>, Box<str>> {
        self.game.options().iter().map(|(key, value)| (key.into(), value.into())).collect()
    }
}
