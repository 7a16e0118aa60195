//! The command line of `yiguan admin`: what an operator can do. The comments are the text of `--help`.

use domain::{MatchId, PlayerId};
use uuid::Uuid;

/// What to do, by whom and why.
#[derive(Debug, Clone, clap::Args)]
pub struct AdminConfig {
    /// Who does it, for the audit.
    #[arg(long, global = true, env = "YIGUAN_ADMIN_OPERATOR", default_value = "operator")]
    pub operator: String,
    /// Why, for the audit.
    #[arg(long, global = true, env = "YIGUAN_ADMIN_REASON", default_value = "")]
    pub reason: String,
    /// What to do.
    #[command(subcommand)]
    pub what: AdminCommand,
}

/// What an operator can do.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum AdminCommand {
    /// List the matches that are not over: id, game, ruleset, who finds it, who made it, events.
    Matches,
    /// End a match without a result.
    End {
        /// Its id.
        #[arg(env = "YIGUAN_ADMIN_MATCH")]
        id: MatchId,
    },
    /// Remove a line of a match's talk.
    RemoveLine {
        /// The match.
        #[arg(env = "YIGUAN_ADMIN_MATCH")]
        id: MatchId,
        /// The line, by the `seq` of its event.
        #[arg(env = "YIGUAN_ADMIN_LINE")]
        line: u32,
    },
    /// Remove a note from a stored game.
    RemoveNote {
        /// The game.
        #[arg(env = "YIGUAN_ADMIN_GAME")]
        id: MatchId,
        /// The node the note is of.
        #[arg(env = "YIGUAN_ADMIN_NODE")]
        node: u32,
        /// The guest who wrote it.
        #[arg(env = "YIGUAN_ADMIN_AUTHOR")]
        author: PlayerId,
    },
    /// Remove a variation with all that follows from a stored game.
    RemoveVariation {
        /// The game.
        #[arg(env = "YIGUAN_ADMIN_GAME")]
        id: MatchId,
        /// Its first node.
        #[arg(env = "YIGUAN_ADMIN_NODE")]
        node: u32,
    },
    /// Take a stored game out of lists and exports; whoever has the link still finds it.
    Hide {
        /// The game.
        #[arg(env = "YIGUAN_ADMIN_GAME")]
        id: MatchId,
    },
    /// Put a game back that was hidden.
    Show {
        /// The game.
        #[arg(env = "YIGUAN_ADMIN_GAME")]
        id: MatchId,
    },
    /// Ban an address, a range of them such as 192.0.2.0/24, or a guest by their id.
    Ban {
        /// Who.
        #[arg(env = "YIGUAN_ADMIN_SUBJECT")]
        subject: String,
        /// For how long: 90m, 12h, 7d.
        #[arg(long = "for", default_value = "24h", env = "YIGUAN_ADMIN_FOR")]
        span: String,
    },
    /// Lift a ban.
    Unban {
        /// Whose, as it is listed.
        #[arg(env = "YIGUAN_ADMIN_SUBJECT")]
        subject: String,
    },
    /// List the bans.
    Bans,
    /// List the open reports, the oldest first, each with what was said.
    Reports,
    /// Close a report; `--reason` says what came of it.
    Close {
        /// Its number.
        #[arg(env = "YIGUAN_ADMIN_REPORT")]
        report: Uuid,
    },
    /// Open a report again that was closed.
    Reopen {
        /// Its number.
        #[arg(env = "YIGUAN_ADMIN_REPORT")]
        report: Uuid,
    },
    /// Tell one person something, which they see in their settings; prints its number.
    Warn {
        /// Whom, by their id.
        #[arg(env = "YIGUAN_ADMIN_PLAYER")]
        player: PlayerId,
        /// The text.
        #[arg(env = "YIGUAN_ADMIN_TEXT")]
        text: String,
    },
    /// Take a warning back.
    Unwarn {
        /// Its number.
        #[arg(env = "YIGUAN_ADMIN_WARNING")]
        warning: Uuid,
    },
    /// Let somebody say nothing for a time; they may play.
    Mute {
        /// Whom, by their id.
        #[arg(env = "YIGUAN_ADMIN_PLAYER")]
        player: PlayerId,
        /// For how long: 90m, 12h, 7d.
        #[arg(long = "for", default_value = "24h", env = "YIGUAN_ADMIN_FOR")]
        span: String,
    },
    /// Let somebody talk again.
    Unmute {
        /// Whom, by their id.
        #[arg(env = "YIGUAN_ADMIN_PLAYER")]
        player: PlayerId,
    },
    /// List who may not talk.
    Mutes,
    /// Tell everybody something, such as "Restart in five minutes"; an empty text ends it.
    Say {
        /// The text.
        #[arg(env = "YIGUAN_ADMIN_TEXT")]
        text: String,
        /// For how long: 90m, 12h, 7d.
        #[arg(long = "for", default_value = "10m", env = "YIGUAN_ADMIN_FOR")]
        span: String,
    },
    /// Let a server take nobody in any more: `/readyz` says 503 and no rooms are made, and what is played
    /// goes on. It ends when the server starts again.
    Drain {
        /// Its number in `nodes`; 0 on SQLite.
        #[arg(default_value_t = 0, env = "YIGUAN_ADMIN_SERVER")]
        node: i64,
        /// Take people in again.
        #[arg(long, env = "YIGUAN_ADMIN_OFF")]
        off: bool,
    },
    /// List the servers that share the database, with their last sign of life.
    Nodes,
    /// List what operators did, the latest first.
    Log {
        /// How much of it.
        #[arg(long, default_value_t = 50, env = "YIGUAN_ADMIN_LIMIT")]
        limit: u32,
    },
}
