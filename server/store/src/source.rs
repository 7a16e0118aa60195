//! The source of a list of the archive: few games that are looked up, or an index that is read in the
//! order of the list. The database counts first, up to [`FEW_GAMES`]
//! (`docs/decisions/0009-count-before-listing.md`).

use super::GameFilter;
use domain::MatchResult;
use engine::Side;

/// The index or table that a list is read from, in its order; the other conditions are checked game by game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// The index of the archive that fits the filter best.
    Archive,
    /// The games that went through the position of the filter.
    Place(u64),
    /// The few games that pass one of the filter's conditions.
    Few(Detail),
}

/// A condition that lists are not sorted by, and for which there is an index all the same, so that it
/// does not take the reading of a whole list to know that nothing passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    Length,
    Rating,
    Opening,
}

impl Detail {
    /// Those of a filter. A player's games are so few that the list of them is read.
    pub(super) fn of(filter: &GameFilter) -> impl Iterator<Item = Self> {
        let details = [
            (Self::Length, filter.shortest.is_some() || filter.longest.is_some()),
            (Self::Rating, filter.rating.is_some()),
            (Self::Opening, !filter.opening.is_empty()),
        ];
        let applies = filter.game.is_some() && filter.player.is_none();
        details
            .into_iter()
            .filter_map(move |(detail, is_asked)| (is_asked && applies).then_some(detail))
    }

    /// The index of the games of each game by this.
    pub(super) const fn index(self) -> &'static str {
        match self {
            Self::Length => "game_by_length",
            Self::Rating => "game_by_strength",
            Self::Opening => "game_by_opening",
        }
    }
}

impl Source {
    /// The source that finds a page with the fewest looks, given how many games went through the
    /// filter's position.
    pub(super) fn of(filter: &GameFilter, place: u64, games: i64) -> Self {
        // Result, length and dates are columns next to the position; anything else is looked up.
        let looks_up =
            filter.player.is_some() || filter.rating.is_some() || !filter.opening.is_empty();
        let most = if looks_up { FEW_GAMES } else { MANY_GAMES };
        if games <= most { Self::Place(place) } else { Self::Archive }
    }
}

/// Of how many games each is looked up, for all that a list asks of it, rather than reading another
/// list until a page is full of games that went through the position.
pub(super) const FEW_GAMES: i64 = 300;

/// The same where nothing has to be looked up: passing over a game is so much quicker.
const MANY_GAMES: i64 = 20_000;

/// How many games went through a position, each counted once for every action played there.
pub(super) const GAMES_THROUGH: &str =
    "select coalesce(sum(first + draws + second), 0) from seen where position = $1";

/// A result as `reached` has it.
pub(super) const fn outcome(result: MatchResult) -> i64 {
    match result {
        MatchResult::Won(Side::First) => 1,
        MatchResult::Draw => 2,
        MatchResult::Won(Side::Second) => 3,
    }
}
