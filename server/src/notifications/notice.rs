//! A notice to a player: its subject, and its kind.
//!
//! The game is given by its id in the catalogue, and the opponent by the name they chose, if they
//! chose one: each way has words in the reader's language.

use domain::clock::ClockSetting;
use domain::{MatchId, NotificationKind, NotificationKinds, Player, PlayerId};

/// A notice to a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    to: PlayerId,
    kind: NotificationKind,
    game: &'static str,
    /// The match, unless it has yet to be agreed on.
    of: Option<MatchId>,
    /// The opponent's name, if they chose one.
    opponent: Option<Box<str>>,
    /// Whether it is also their turn.
    acts: bool,
    /// Whether a turn lasts for days.
    is_correspondence: bool,
}

impl Notice {
    /// It is the player's turn in a match.
    #[must_use]
    pub fn turn(to: PlayerId, of: MatchId, game: &'static str, opponent: Option<&Player>) -> Self {
        Self::new(to, NotificationKind::Turn, Some(of), game, opponent)
    }

    /// The player is challenged.
    #[must_use]
    pub fn challenge(to: PlayerId, of: MatchId, game: &'static str, by: &Player) -> Self {
        Self::new(to, NotificationKind::Challenge, Some(of), game, Some(by))
    }

    /// A seek has found an opponent, in a match that has begun, or who waits for an answer.
    #[must_use]
    pub fn found(
        to: PlayerId,
        begun: Option<MatchId>,
        game: &'static str,
        opponent: &Player,
    ) -> Self {
        Self::new(to, NotificationKind::Found, begun, game, Some(opponent))
    }

    /// The same to the one whose turn it is: those who only want to be notified of their turn get it
    /// as that.
    #[must_use]
    pub fn and_to_act(self) -> Self {
        Self { acts: true, ..self }
    }

    /// The same of a match with this clock.
    #[must_use]
    pub fn timed_by(self, clock: ClockSetting) -> Self {
        Self { is_correspondence: is_correspondence(clock), ..self }
    }

    fn new(
        to: PlayerId,
        kind: NotificationKind,
        of: Option<MatchId>,
        game: &'static str,
        opponent: Option<&Player>,
    ) -> Self {
        let opponent = opponent.filter(|player| player.named).map(|player| player.name.clone());
        Self { to, kind, game, of, opponent, acts: false, is_correspondence: false }
    }

    /// The reader.
    pub(crate) const fn to(&self) -> PlayerId {
        self.to
    }

    /// The game, by its id in the catalogue.
    pub(crate) const fn game(&self) -> &'static str {
        self.game
    }

    /// The match, unless it has yet to be agreed on.
    pub(crate) const fn of(&self) -> Option<MatchId> {
        self.of
    }

    /// The opponent's name, if they chose one.
    pub(crate) fn opponent(&self) -> Option<&str> {
        self.opponent.as_deref()
    }

    /// Its subject for readers who want such kinds; `None` if they want none of it.
    pub(crate) fn kind_for(&self, kinds: NotificationKinds) -> Option<NotificationKind> {
        let turn = self.acts.then_some(NotificationKind::Turn);
        [Some(self.kind), turn].into_iter().flatten().find(|&kind| kinds.contains(kind))
    }

    /// The same for those who read it minutes or hours later: a question for some seconds is then
    /// over, and so is a turn that does not last for days.
    pub(crate) fn kind_later(&self, kinds: NotificationKinds) -> Option<NotificationKind> {
        self.of?;
        let lasting =
            if self.is_correspondence { kinds } else { kinds.without(NotificationKind::Turn) };
        self.kind_for(lasting)
    }
}

/// Whether a turn lasts for days.
pub(crate) const fn is_correspondence(clock: ClockSetting) -> bool {
    match clock {
        ClockSetting::Correspondence(_) => true,
        ClockSetting::Fischer(_) | ClockSetting::Byoyomi(_) | ClockSetting::None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::clock::Correspondence;

    fn kinds(turn: bool, found: bool) -> NotificationKinds {
        use NotificationKind::{Challenge, Found, Turn};
        let wanted = [(Turn, turn), (Challenge, true), (Found, found)];
        wanted.into_iter().filter_map(|(kind, is_wanted)| is_wanted.then_some(kind)).collect()
    }

    #[test]
    fn whose_turn_it_is_in_a_game_found_hears_of_it_as_either() {
        let nobody = Player::guest(PlayerId::fresh());
        let found = || Notice::found(PlayerId::fresh(), Some(MatchId::fresh()), "shogi", &nobody);
        for (notice, wanted, kind) in [
            (found(), kinds(true, true), Some(NotificationKind::Found)),
            (found(), kinds(true, false), None),
            (found().and_to_act(), kinds(true, true), Some(NotificationKind::Found)),
            (found().and_to_act(), kinds(true, false), Some(NotificationKind::Turn)),
            (found().and_to_act(), kinds(false, false), None),
        ] {
            assert_eq!(notice.kind_for(wanted), kind, "{notice:?} {wanted:?}");
        }
    }

    #[test]
    fn short_lived_notice_is_not_sent_later() {
        let (to, of) = (PlayerId::fresh(), MatchId::fresh());
        let days = Correspondence::new(3).expect("three days are possible");
        let days = ClockSetting::Correspondence(days);
        let nobody = Player::guest(PlayerId::fresh());
        let turn = || Notice::turn(to, of, "shogi", None);
        let found = |begun| Notice::found(to, begun, "shogi", &nobody);
        for (notice, wanted, kind) in [
            (turn(), kinds(true, true), None),
            (turn().timed_by(ClockSetting::None), kinds(true, true), None),
            (turn().timed_by(days), kinds(true, true), Some(NotificationKind::Turn)),
            (turn().timed_by(days), kinds(false, true), None),
            (
                Notice::challenge(to, of, "shogi", &nobody),
                kinds(false, false),
                Some(NotificationKind::Challenge),
            ),
            (found(None), kinds(true, true), None),
            (found(Some(of)), kinds(true, true), Some(NotificationKind::Found)),
            (found(Some(of)).and_to_act(), kinds(true, false), None),
            (
                found(Some(of)).and_to_act().timed_by(days),
                kinds(true, false),
                Some(NotificationKind::Turn),
            ),
        ] {
            assert_eq!(notice.kind_later(wanted), kind, "{notice:?} {wanted:?}");
        }
    }
}
