//! A seek: the games that a player is willing to play with any opponent who accepts the same.
//!
//! It is a set of games, of clocks and of sides, and the [`Terms`] on which they would be played.
//! Two seeks fit if there is something in both and each is within the other's terms; the game that
//! they then play is a [`Deal`], which follows the preferences of the player who has waited longer.
//! Everything here is arithmetic on values: the server's `seeks` module knows who waits and who
//! must not meet.

use crate::clock::ClockSetting;
use crate::moment::Moment;
use crate::player::Player;
use crate::rating::{Pool, can_be_rated};
use engine::{BySide, SetupError, Side, find_game};
use std::collections::BTreeMap;

/// The most games in one seek; rulesets count one by one.
pub const MAX_SEEK_GAMES: usize = 64;

/// The most clocks in one seek.
pub const MAX_SEEK_CLOCKS: usize = 16;

/// The least and the most time for which a seek lasts, in minutes.
pub const SEEK_MINUTES: (u32, u32) = (1, 20_160);

/// The least and the greatest distance of ratings that a seek may ask for.
pub const SEEK_DISTANCE: (u16, u16) = (25, 1_000);

/// A game as it would be played: under the defaults of a ruleset, from its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SoughtGame {
    /// The game's id in the catalogue.
    pub game: &'static str,
    /// The id of one of its rulesets.
    pub ruleset: &'static str,
}

impl SoughtGame {
    /// A game of the catalogue, under its first ruleset where none is named.
    ///
    /// # Errors
    ///
    /// [`SetupError`] names the unknown game.
    pub fn new(game: &str, ruleset: Option<&str>) -> Result<Self, SetupError> {
        let info = find_game(game)?;
        Ok(Self { game: info.id, ruleset: info.ruleset(ruleset)?.id })
    }

    /// The pool in which its games would count.
    #[must_use]
    pub fn pool(&self) -> Option<Pool> {
        Pool::of(self.game, self.ruleset)
    }
}

/// The terms of a player.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Terms {
    /// On which side; on either without one.
    pub side: Option<Side>,
    /// Whether the game is to count for ratings: it is played with an opponent who wants the same.
    pub rated: bool,
    /// How far from one's own the opponent's rating in the pool of the game may be, [`SEEK_DISTANCE`];
    /// without it any opponent will do.
    pub within: Option<u16>,
    /// One's own ratings in the pools of the games, rounded, as they were when they were read last; none
    /// for those who cannot be rated.
    pub ratings: BTreeMap<Pool, i32>,
}

impl Terms {
    /// On some side, or on either, against any opponent, unrated.
    #[must_use]
    pub fn casual(side: Option<Side>) -> Self {
        Self { side, ..Self::default() }
    }

    /// Whether these terms allow a game against a player with those others.
    fn allow(&self, other: &Self, game: &SoughtGame) -> bool {
        let Some(within) = self.within else { return true };
        let rating = |of: &Self| game.pool().and_then(|pool| of.ratings.get(&pool).copied());
        match (rating(self), rating(other)) {
            (Some(own), Some(theirs)) => own.abs_diff(theirs) <= u32::from(within),
            // Their strength is unknown.
            (Some(_) | None, None) | (None, Some(_)) => false,
        }
    }
}

/// A seek is out of bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadSeek {
    /// No game, or too many.
    #[error("a seek has 1 to {MAX_SEEK_GAMES} games")]
    Games,
    /// No clock, or too many.
    #[error("a seek has 1 to {MAX_SEEK_CLOCKS} clocks")]
    Clocks,
    /// The seek would last too short or too long a time.
    #[error("a seek is kept for {} to {} minutes", SEEK_MINUTES.0, SEEK_MINUTES.1)]
    Minutes,
    /// Ratings that are too close to each other, or no limit at all.
    #[error("the difference of ratings is {} to {}", SEEK_DISTANCE.0, SEEK_DISTANCE.1)]
    Distance,
    /// A guest seeks a rated game, or an opponent by rating.
    #[error("guests have no ratings")]
    Guest,
}

/// The wishes of a player. Games and clocks stand in the order in which they are preferred.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seek {
    /// The player who seeks.
    pub who: Player,
    games: Vec<SoughtGame>,
    clocks: Vec<ClockSetting>,
    terms: Terms,
    made_at: Moment,
    expires_at: Moment,
}

impl Seek {
    /// A seek of `who`, made at `now` for `minutes`. A game named twice counts once.
    ///
    /// # Errors
    ///
    /// [`BadSeek`] outside the bounds of this module.
    pub fn new(
        who: Player,
        games: impl IntoIterator<Item = SoughtGame>,
        clocks: impl IntoIterator<Item = ClockSetting>,
        terms: Terms,
        minutes: u32,
        now: Moment,
    ) -> Result<Self, BadSeek> {
        if !(SEEK_MINUTES.0..=SEEK_MINUTES.1).contains(&minutes) {
            return Err(BadSeek::Minutes);
        }
        let expires_at = now.after(u64::from(minutes) * 60_000);
        Self::kept(who, games, clocks, terms, now, expires_at)
    }

    /// The same as it was stored.
    ///
    /// # Errors
    ///
    /// [`BadSeek`] without games or clocks, or with too many, or on terms that cannot be met.
    pub fn kept(
        who: Player,
        games: impl IntoIterator<Item = SoughtGame>,
        clocks: impl IntoIterator<Item = ClockSetting>,
        terms: Terms,
        made_at: Moment,
        expires_at: Moment,
    ) -> Result<Self, BadSeek> {
        let games = once_each(games);
        let clocks = once_each(clocks);
        if !(1..=MAX_SEEK_GAMES).contains(&games.len()) {
            return Err(BadSeek::Games);
        }
        if !(1..=MAX_SEEK_CLOCKS).contains(&clocks.len()) {
            return Err(BadSeek::Clocks);
        }
        if (terms.rated || terms.within.is_some()) && !can_be_rated(&who) {
            return Err(BadSeek::Guest);
        }
        let is_close = |within| (SEEK_DISTANCE.0..=SEEK_DISTANCE.1).contains(&within);
        if !terms.within.is_none_or(is_close) {
            return Err(BadSeek::Distance);
        }
        Ok(Self { who, games, clocks, terms, made_at, expires_at })
    }

    /// The proposed game.
    #[must_use]
    pub fn games(&self) -> &[SoughtGame] {
        &self.games
    }

    /// With which clocks.
    #[must_use]
    pub fn clocks(&self) -> &[ClockSetting] {
        &self.clocks
    }

    /// On what terms.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Takes over how its owner is rated by now.
    pub fn rate(&mut self, ratings: BTreeMap<Pool, i32>) {
        self.terms.ratings = ratings;
    }

    /// When it was made: the seek that has waited longer is served first.
    #[must_use]
    pub const fn made_at(&self) -> Moment {
        self.made_at
    }

    /// From when on it is forgotten.
    #[must_use]
    pub const fn expires_at(&self) -> Moment {
        self.expires_at
    }

    /// The game that two could play; `None` if they have nothing in common, or are the same person.
    ///
    /// `correspondence_only` leaves only clocks that do not require both to be present. `coin` decides who has
    /// which side where both take either.
    #[must_use]
    pub fn deal(&self, other: &Self, correspondence_only: bool, coin: bool) -> Option<Deal> {
        if self.who.id == other.who.id || self.terms.rated != other.terms.rated {
            return None;
        }
        let (elder, younger) = if (self.made_at, self.who.id) <= (other.made_at, other.who.id) {
            (self, other)
        } else {
            (other, self)
        };
        let allowed = |game: &SoughtGame| {
            elder.terms.allow(&younger.terms, game) && younger.terms.allow(&elder.terms, game)
        };
        let game = elder.games.iter().find(|game| younger.games.contains(game) && allowed(game))?;
        let clock = elder.clocks.iter().find(|clock| {
            younger.clocks.contains(clock) && !(correspondence_only && clock.expects_presence())
        })?;
        let side = match (elder.terms.side, younger.terms.side) {
            (Some(elder), Some(younger)) if elder == younger => return None,
            (Some(side), _) => side,
            (None, Some(side)) => side.other(),
            (None, None) if coin => Side::First,
            (None, None) => Side::Second,
        };
        let rated = elder.terms.rated;
        let (elder, younger) = (elder.who.clone(), younger.who.clone());
        let players = match side {
            Side::First => BySide { first: elder, second: younger },
            Side::Second => BySide { first: younger, second: elder },
        };
        Some(Deal { game: *game, clock: *clock, rated, players })
    }
}

/// The game that two seekers will play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deal {
    /// The game.
    pub game: SoughtGame,
    /// How it is timed.
    pub clock: ClockSetting,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// The player of each side.
    pub players: BySide<Player>,
}

fn once_each<T: PartialEq>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut kept = Vec::new();
    for item in items {
        if !kept.contains(&item) {
            kept.push(item);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{Correspondence, Fischer};
    use crate::ids::PlayerId;
    use uuid::Uuid;

    fn player(number: u128) -> Player {
        Player::guest(PlayerId(Uuid::from_u128(number << 96)))
    }

    fn fischer(initial: u32) -> ClockSetting {
        ClockSetting::Fischer(Fischer::new(initial, 5).expect("in range"))
    }

    fn days(days: u32) -> ClockSetting {
        ClockSetting::Correspondence(Correspondence::new(days).expect("in range"))
    }

    fn seek(who: u128, games: &[&str], clocks: &[ClockSetting], side: Option<Side>) -> Seek {
        let games = games.iter().map(|game| SoughtGame::new(game, None).expect("a known game"));
        let now = Moment(1_000 + u64::try_from(who).expect("small"));
        let terms = Terms::casual(side);
        Seek::new(player(who), games, clocks.iter().copied(), terms, 60, now).expect("in bounds")
    }

    #[test]
    fn deal_follows_preferences_of_longer_waiting_player() {
        let elder = seek(1, &["shogi", "xiangqi", "xia-si"], &[days(3), fischer(300)], None);
        let younger = seek(2, &["xia-si", "xiangqi"], &[fischer(300), days(3)], None);
        for (one, other) in [(&elder, &younger), (&younger, &elder)] {
            let deal = one.deal(other, false, true).expect("they fit");
            assert_eq!((deal.game.game, deal.clock), ("xiangqi", days(3)));
            assert_eq!(deal.players.first.id, elder.who.id);
        }
        let deal = elder.deal(&younger, false, false).expect("they fit");
        assert_eq!(deal.players.second.id, elder.who.id);
    }

    #[test]
    fn nothing_in_common_is_no_deal() {
        let one = seek(1, &["shogi"], &[fischer(300)], Some(Side::First));
        for other in [
            seek(2, &["xiangqi"], &[fischer(300)], None),
            seek(2, &["shogi"], &[fischer(600), days(1)], None),
            seek(2, &["shogi"], &[fischer(300)], Some(Side::First)),
            seek(1, &["shogi"], &[fischer(300)], Some(Side::Second)),
        ] {
            assert_eq!(one.deal(&other, false, true), None);
        }
        let other = seek(2, &["shogi"], &[fischer(300)], None);
        let deal = one.deal(&other, false, false).expect("they fit");
        assert_eq!(deal.players.first.id, one.who.id, "whatever the coin says");
        assert_eq!(one.deal(&other, true, false), None, "nobody is there to play it");
        let other = seek(2, &["shogi"], &[fischer(300)], Some(Side::Second));
        let deal = one.deal(&other, false, false).expect("each has the side they choose");
        assert_eq!(deal.players.second.id, other.who.id);
    }

    /// A registered player, with these ratings in the pools of games.
    fn rated(who: u128, rated: bool, within: Option<u16>, ratings: &[(&str, i32)]) -> Seek {
        let player = Player { guest: false, ..player(who) };
        let games: Vec<SoughtGame> = ["shogi", "xiangqi"]
            .map(|game| SoughtGame::new(game, None).expect("a known game"))
            .into();
        let ratings = ratings.iter().map(|&(game, rating)| {
            let game = SoughtGame::new(game, None).expect("a known game");
            (game.pool().expect("it has one"), rating)
        });
        let terms = Terms { side: None, rated, within, ratings: ratings.collect() };
        let now = Moment(1_000 + u64::try_from(who).expect("small"));
        Seek::new(player, games, [fischer(300)], terms, 60, now).expect("in bounds")
    }

    #[test]
    fn both_must_be_within_each_others_range_in_the_pool_of_the_game() {
        let one = rated(1, true, Some(100), &[("shogi", 1500), ("xiangqi", 1800)]);
        let plays = |other: &Seek| one.deal(other, false, true).map(|deal| deal.game.game);
        let other = |within, shogi, xiangqi| {
            rated(2, true, within, &[("shogi", shogi), ("xiangqi", xiangqi)])
        };
        assert_eq!(plays(&other(None, 1600, 1800)), Some("shogi"));
        assert_eq!(plays(&other(None, 1601, 1700)), Some("xiangqi"), "in the other pool they fit");
        assert_eq!(plays(&other(Some(50), 1560, 1860)), None, "too far for the other one");
        assert_eq!(plays(&other(Some(50), 1550, 1860)), Some("shogi"));
        assert_eq!(plays(&other(None, 1601, 1901)), None);
        let unknown = rated(2, true, None, &[]);
        assert_eq!(plays(&unknown), None, "nobody knows how strong they are");
        let deal = one.deal(&other(None, 1500, 1500), false, true).expect("they fit");
        assert!(deal.rated);
        assert_eq!(plays(&rated(2, false, None, &[("shogi", 1500)])), None, "for nothing");
        let casual = rated(1, false, Some(25), &[("shogi", 1500)]);
        let guest = seek(2, &["shogi"], &[fischer(300)], None);
        assert_eq!(casual.deal(&guest, false, true), None);
        let anybody = rated(1, false, None, &[("shogi", 1500)]);
        assert!(anybody.deal(&guest, false, true).is_some_and(|deal| !deal.rated));
    }

    #[test]
    fn terms_that_cannot_be_met_are_refused() {
        let make = |player: Player, rated, within| {
            let games = [SoughtGame::new("shogi", None).expect("known")];
            let terms = Terms { rated, within, ..Terms::default() };
            Seek::new(player, games, [fischer(300)], terms, 60, Moment(0)).map(|_| ())
        };
        let kept = || Player { guest: false, ..player(1) };
        assert_eq!(make(player(1), true, None), Err(BadSeek::Guest));
        assert_eq!(make(player(1), false, Some(100)), Err(BadSeek::Guest));
        for within in [0, 24, 1_001, u16::MAX] {
            assert_eq!(make(kept(), true, Some(within)), Err(BadSeek::Distance));
        }
        assert_eq!(make(kept(), true, Some(25)), Ok(()));
        assert_eq!(make(kept(), false, Some(1_000)), Ok(()));
    }

    #[test]
    fn seeks_out_of_bounds_are_refused() {
        let make = |games: usize, clocks: u32, minutes| {
            let game = SoughtGame::new("shogi", None).expect("known");
            Seek::new(
                player(1),
                vec![game; games],
                (0..clocks).map(|n| fischer(60 + n)),
                Terms::default(),
                minutes,
                Moment(0),
            )
            .map(|seek| (seek.games().len(), seek.clocks().len()))
        };
        assert_eq!(make(2, 1, 60), Ok((1, 1)), "what is named twice counts once");
        assert_eq!(make(0, 1, 60), Err(BadSeek::Games));
        assert_eq!(make(1, 0, 60), Err(BadSeek::Clocks));
        assert_eq!(make(1, 17, 60), Err(BadSeek::Clocks));
        for minutes in [0, 20_161, u32::MAX] {
            assert_eq!(make(1, 1, minutes), Err(BadSeek::Minutes));
        }
    }
}
