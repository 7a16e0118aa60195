//! How rows of the archive are read for what is derived from it. The texts differ between the
//! databases, because their types of columns do.

use super::Dialect;

/// A connection to a database that has an archive.
pub(in crate::store) trait Archived: Dialect {
    /// The columns of a summary, in the types that a row has on both databases.
    const SUMMARY: &'static str;

    /// The columns of a whole game beyond those of a summary, after a comma.
    const REST: &'static str;

    /// How the sequence of archived games is joined to the games, so that it is read in its order.
    const IN_SEQUENCE: &'static str;

    /// A statement that keeps other servers from archiving a game until the transaction ends, where
    /// there are other servers.
    const LOCK_SEQUENCE: Option<&'static str>;

    /// The whole games in the sequence, with their numbers, as far as `rest` says which.
    fn numbered(join: &str, rest: &str) -> String {
        format!(
            "select number, {}{} from ended_game {join} game on game.id = ended_game.game_id {rest}",
            Self::SUMMARY,
            Self::REST,
        )
    }
}
