//! Reads games of the archive for the readers of ended games, and writes their
//! results, as far as the texts differ between the databases.

use super::Dialect;
use crate::game_row::{REST, SUMMARY};
use domain::FinishedGame;
use domain::explorer::Seen;

/// The statements by which one transaction does not wait for the disk. The next one that does writes it
/// out as well, so that both are there after a loss of power, or the first alone, or neither.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Unsynced {
    /// Those before and after the transaction.
    pub(crate) around: Option<[&'static str; 2]>,
    /// The one at its beginning.
    pub(crate) within: Option<&'static str>,
}

/// A connection to a database that has an archive.
pub(crate) trait Archived: Dialect {
    /// How the sequence of ended games is joined to the games, so that it is read in its order.
    const IN_SEQUENCE: &'static str;

    /// For games that enter the sequence without a number: a statement that keeps other servers from
    /// giving numbers until the transaction ends, and one that gives them.
    const GIVE_NUMBERS: Option<[&'static str; 2]>;

    /// The last number that was given.
    const LAST_NUMBER: &'static str;

    /// How many games have no number yet.
    const UNNUMBERED: &'static str;

    /// The check, where several servers share the database, of whether one has a role, kept so until
    /// the transaction ends.
    const LEADS: Option<&'static str>;

    /// The clause that keeps other servers from a row that is read until the transaction ends.
    const FOR_UPDATE: &'static str;

    /// How a transaction does not wait for the disk.
    const UNSYNCED: Unsynced;

    /// The statements that delete the explorer.
    const FORGET_SEEN: &'static [&'static str];

    /// Adds the actions in some positions of a game to the explorer.
    fn record_seen(
        &mut self,
        game: &FinishedGame,
        seen: &[Seen],
    ) -> impl Future<Output = sqlx::Result<()>> + Send;

    /// The whole games in the sequence, with their numbers, as far as `rest` selects them.
    fn numbered(join: &str, rest: &str) -> String {
        format!(
            "select number, {SUMMARY}{REST} from ended_game {join} game on game.id = ended_game.game_id {rest}"
        )
    }
}
