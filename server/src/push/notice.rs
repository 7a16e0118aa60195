//! A notice to a player: what it is about, and its text as the service worker reads it.
//!
//! The text contains keys that the service worker translates, the game, the match and the
//! opponent's chosen name. It is small enough for one encrypted record. A later notice about the
//! same match replaces an earlier one that has not been shown.

use crate::store::{NoticeKind, NoticeKinds};
use domain::{MatchId, Player, PlayerId};
use serde_json::json;
use std::time::Duration;

/// For how long a push service keeps what is still true tomorrow.
const KEPT: Duration = Duration::from_secs(24 * 3_600);

/// For how long it keeps what must be answered within ten seconds.
const BRIEFLY: Duration = Duration::from_secs(15);

/// Something to tell somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    to: PlayerId,
    kind: NoticeKind,
    game: &'static str,
    /// The match, unless it has yet to be agreed on.
    of: Option<MatchId>,
    /// The opponent's name, if they chose one.
    opponent: Option<Box<str>>,
    /// Whether it is also their turn.
    acts: bool,
}

impl Notice {
    /// It is somebody's turn in a match.
    #[must_use]
    pub fn turn(to: PlayerId, of: MatchId, game: &'static str, opponent: Option<&Player>) -> Self {
        Self::new(to, NoticeKind::Turn, Some(of), game, opponent)
    }

    /// Somebody is challenged.
    #[must_use]
    pub fn challenge(to: PlayerId, of: MatchId, game: &'static str, by: &Player) -> Self {
        Self::new(to, NoticeKind::Challenge, Some(of), game, Some(by))
    }

    /// A seek has found an opponent, in a match that has begun, or who waits for an answer.
    #[must_use]
    pub fn found(
        to: PlayerId,
        begun: Option<MatchId>,
        game: &'static str,
        opponent: &Player,
    ) -> Self {
        Self::new(to, NoticeKind::Found, begun, game, Some(opponent))
    }

    /// The same to the one whose turn it is: those who only want to be notified of their turn get it
    /// as that.
    #[must_use]
    pub fn and_to_act(self) -> Self {
        Self { acts: true, ..self }
    }

    fn new(
        to: PlayerId,
        kind: NoticeKind,
        of: Option<MatchId>,
        game: &'static str,
        opponent: Option<&Player>,
    ) -> Self {
        let opponent = opponent.filter(|player| player.named).map(|player| player.name.clone());
        Self { to, kind, game, of, opponent, acts: false }
    }

    /// Who is told.
    pub(super) const fn to(&self) -> PlayerId {
        self.to
    }

    /// What it is about for those who want such kinds; `None` if they want nothing of it.
    pub(super) fn kind_for(&self, kinds: NoticeKinds) -> Option<NoticeKind> {
        let turn = self.acts.then_some(NoticeKind::Turn);
        [Some(self.kind), turn].into_iter().flatten().find(|&kind| kinds.wants(kind))
    }

    /// For how long a push service keeps it for a browser that is not running.
    pub(super) const fn kept(&self) -> Duration {
        match self.of {
            Some(_) => KEPT,
            None => BRIEFLY,
        }
    }

    /// What a later notice with the same topic takes the place of: 32 characters, the most there can be.
    pub(super) fn topic(&self) -> Option<String> {
        self.of.map(|id| id.0.simple().to_string())
    }

    /// What the service worker reads, as `static/sw.js` knows it: some 150 bytes.
    pub(super) fn text(&self, kind: NoticeKind) -> String {
        let kind = match kind {
            NoticeKind::Turn => "turn",
            NoticeKind::Challenge => "challenge",
            NoticeKind::Found => "found",
        };
        json!({"kind": kind, "game": self.game, "match": self.of, "opponent": self.opponent})
            .to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_is_small_and_names_what_a_page_can_translate() {
        let (to, of) = (PlayerId::fresh(), MatchId::fresh());
        let opponent = Player::new(PlayerId::fresh(), "弈".repeat(20), false);
        let notice = Notice::turn(to, of, "xiangqi", Some(&opponent));
        let text = notice.text(NoticeKind::Turn);
        assert!(text.len() < 300, "{text}");
        assert_eq!(notice.topic().map(|topic| topic.len()), Some(32));
        let nobody = Player::guest(PlayerId::fresh());
        let found = Notice::found(to, None, "shogi", &nobody);
        let text = found.text(NoticeKind::Found);
        assert_eq!(text, r#"{"game":"shogi","kind":"found","match":null,"opponent":null}"#);
        assert!(found.kept() < notice.kept() && found.topic().is_none());
    }

    #[test]
    fn whose_turn_it_is_in_a_game_found_hears_of_it_as_either() {
        let nobody = Player::guest(PlayerId::fresh());
        let found = || Notice::found(PlayerId::fresh(), Some(MatchId::fresh()), "shogi", &nobody);
        let kinds = |turn, found| NoticeKinds { turn, challenge: true, found };
        for (notice, wanted, kind) in [
            (found(), kinds(true, true), Some(NoticeKind::Found)),
            (found(), kinds(true, false), None),
            (found().and_to_act(), kinds(true, true), Some(NoticeKind::Found)),
            (found().and_to_act(), kinds(true, false), Some(NoticeKind::Turn)),
            (found().and_to_act(), kinds(false, false), None),
        ] {
            assert_eq!(notice.kind_for(wanted), kind, "{notice:?} {wanted:?}");
        }
    }
}
