//! The command line of `yiguan admin`. The comments are the text of `--help`.

use domain::{MatchId, PlayerId};
use uuid::Uuid;

/// The operation, its author and its reason.
#[derive(Debug, Clone, clap::Args)]
pub struct AdminConfig {
    /// The name of the operator, for the audit log.
    #[arg(long, global = true, env = "YIGUAN_ADMIN_OPERATOR", default_value = "operator")]
    pub operator: String,
    /// The reason, for the audit log.
    #[arg(long, global = true, env = "YIGUAN_ADMIN_REASON", default_value = "")]
    pub reason: String,
    /// What to do.
    #[command(subcommand)]
    pub what: AdminCommand,
}

/// The admin actions.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum AdminCommand {
    /// List unfinished matches: id, game, ruleset, visibility, creator, number of events.
    Matches,
    /// Abort a match.
    End {
        /// The id of the match.
        #[arg(env = "YIGUAN_ADMIN_MATCH")]
        id: MatchId,
    },
    /// Remove a chat line from a match.
    RemoveLine {
        /// The match.
        #[arg(env = "YIGUAN_ADMIN_MATCH")]
        id: MatchId,
        /// The `seq` of the line's event.
        #[arg(env = "YIGUAN_ADMIN_LINE")]
        line: u32,
    },
    /// Remove a note from a stored game.
    RemoveNote {
        /// The game.
        #[arg(env = "YIGUAN_ADMIN_GAME")]
        id: MatchId,
        /// The node with the note.
        #[arg(env = "YIGUAN_ADMIN_NODE")]
        node: u32,
        /// The id of the player who wrote it.
        #[arg(env = "YIGUAN_ADMIN_AUTHOR")]
        author: PlayerId,
    },
    /// Remove a variation, with everything that follows, from a stored game.
    RemoveVariation {
        /// The game.
        #[arg(env = "YIGUAN_ADMIN_GAME")]
        id: MatchId,
        /// The first node of the variation.
        #[arg(env = "YIGUAN_ADMIN_NODE")]
        node: u32,
    },
    /// Remove every note and every variation from a stored game.
    ClearTree {
        /// The game.
        #[arg(env = "YIGUAN_ADMIN_GAME")]
        id: MatchId,
    },
    /// Hide a stored game from lists and exports; its link still works.
    Hide {
        /// The game.
        #[arg(env = "YIGUAN_ADMIN_GAME")]
        id: MatchId,
    },
    /// Show a hidden game again.
    Show {
        /// The game.
        #[arg(env = "YIGUAN_ADMIN_GAME")]
        id: MatchId,
    },
    /// Ban an address, a range of addresses such as 192.0.2.0/24, or a player by id. A single IPv6
    /// address is banned with its /64.
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
        /// The banned address, range or id, as `bans` lists it.
        #[arg(env = "YIGUAN_ADMIN_SUBJECT")]
        subject: String,
    },
    /// List the bans.
    Bans,
    /// List the open reports, the oldest first, each with its text.
    Reports,
    /// Close a report; `--reason` records the outcome.
    Close {
        /// The number.
        #[arg(env = "YIGUAN_ADMIN_REPORT")]
        report: Uuid,
    },
    /// Reopen a closed report.
    Reopen {
        /// The number.
        #[arg(env = "YIGUAN_ADMIN_REPORT")]
        report: Uuid,
    },
    /// Send a warning to one player, shown in their settings; prints the number of the warning.
    Warn {
        /// The id of the player.
        #[arg(env = "YIGUAN_ADMIN_PLAYER")]
        player: PlayerId,
        /// The text.
        #[arg(env = "YIGUAN_ADMIN_TEXT")]
        text: String,
    },
    /// Withdraw a warning.
    Unwarn {
        /// The number.
        #[arg(env = "YIGUAN_ADMIN_WARNING")]
        warning: Uuid,
    },
    /// Mute a player for a time; they can still play.
    Mute {
        /// The id of the player.
        #[arg(env = "YIGUAN_ADMIN_PLAYER")]
        player: PlayerId,
        /// For how long: 90m, 12h, 7d.
        #[arg(long = "for", default_value = "24h", env = "YIGUAN_ADMIN_FOR")]
        span: String,
    },
    /// Unmute a player.
    Unmute {
        /// The id of the player.
        #[arg(env = "YIGUAN_ADMIN_PLAYER")]
        player: PlayerId,
    },
    /// List muted players.
    Mutes,
    /// Send a notice to all clients, such as "Restart in five minutes"; an empty text ends it.
    Say {
        /// The text.
        #[arg(env = "YIGUAN_ADMIN_TEXT")]
        text: String,
        /// For how long: 90m, 12h, 7d.
        #[arg(long = "for", default_value = "10m", env = "YIGUAN_ADMIN_FOR")]
        span: String,
    },
    /// Drain a server: `/readyz` answers 503 and no new matches are created, while current matches
    /// continue. Draining ends when the server restarts.
    Drain {
        /// The server's number in `nodes`; 0 on SQLite.
        #[arg(default_value_t = 0, env = "YIGUAN_ADMIN_SERVER")]
        node: i64,
        /// Stop draining a server.
        #[arg(long, env = "YIGUAN_ADMIN_OFF")]
        off: bool,
    },
    /// List the servers on the database: number, name, state (`starting`, `serving`, `draining`),
    /// version, internal address, matches, and the time since the last heartbeat.
    Nodes,
    /// List the audit log, newest first.
    Log {
        /// The number of entries.
        #[arg(long, default_value_t = 50, env = "YIGUAN_ADMIN_LIMIT")]
        limit: u32,
    },
}
