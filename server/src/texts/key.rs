//! The keys of the texts that the server names one by one.

use domain::NotificationKind;

/// Declares the keys with the names they have in the table.
macro_rules! keys {
    ($($(#[$doc:meta])* $key:ident = $name:literal),+ $(,)?) => {
        /// A text.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Key {
            $($(#[$doc])* $key),+
        }

        impl Key {
            /// Every key.
            #[cfg(test)]
            pub(super) const ALL: &'static [Self] = &[$(Self::$key),+];

            /// The name in the table.
            pub(crate) const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$key => $name),+
                }
            }
        }
    };
}

keys! {
    /// The subject of the mail that confirms an address.
    ConfirmSubject = "mail.confirm.subject",
    /// The text of the mail that confirms an address.
    Confirm = "mail.confirm",
    /// The subject of a mail about several games.
    SeveralGames = "mail.games",
    /// How many games a mail leaves out.
    MoreGames = "mail.more",
    /// The end of every mail with notifications: how to change or stop them.
    Foot = "mail.foot",
    /// It is the reader's turn.
    Turn = "notice.turn",
    /// The same against a named opponent.
    TurnAgainst = "notice.turn.against",
    /// The reader is challenged.
    Challenge = "notice.challenge",
    /// The same by a named opponent.
    ChallengeBy = "notice.challenge.by",
    /// The reader's game has begun.
    Found = "notice.found",
    /// The same against a named opponent.
    FoundAgainst = "notice.found.against",

    /// The site in one line.
    Site = "preview.site",
    /// The contents of the pages of rules.
    Rules = "preview.rules",
    /// The analysis board.
    Analysis = "preview.analysis",
    /// Two players on one device.
    Local = "preview.local",
    /// A seat is free.
    Open = "preview.open",
    /// The match is not over.
    Live = "preview.live",
    /// The match is not over, and it is the turn of a side.
    ToMove = "preview.to_move",
    /// The position of an earlier moment of a match.
    Earlier = "preview.earlier",
    /// The match is over; its result is not revealed.
    Over = "preview.over",
    /// How a stored game ended.
    Ended = "preview.ended",
    /// A number of moves.
    Moves = "preview.moves",
    /// One move.
    OneMove = "preview.moves.one",

    /// A guest who has chosen no name.
    Guest = "name.guest",
    /// A player who has deleted the account.
    DeletedPlayer = "name.someone",
    /// A program that plays, behind its name.
    Bot = "name.bot",

    /// The title of the rules of a game.
    RulesOf = "rules.title",
    /// A side has won.
    Won = "result.win",
    /// Neither side has won.
    Draw = "result.draw",
    /// The match was aborted.
    NoResult = "result.none",

    /// There is no page at the address.
    NoPage = "problem.not_found",
    /// There is no match at the address.
    NoMatch = "match.missing",
    /// There is no game at the address.
    NoGame = "replay.missing",
    /// Too many requests.
    TooMany = "missing.rate",
    /// How long to wait.
    Wait = "missing.wait",
    /// The server cannot answer now.
    Unavailable = "missing.unavailable",
    /// The request failed because of a fault of the server.
    Internal = "problem.internal",
    /// The server is busy.
    Busy = "problem.busy",
    /// The server does not serve the visitor.
    Refused = "missing.refused",
    /// The visitor is banned.
    Banned = "problem.banned",
    /// The link to the lobby.
    ToLobby = "missing.home",
}

impl Key {
    /// A notification as a line of a mail, with or without the name of the opponent.
    pub(crate) const fn of_notification(kind: NotificationKind, has_name: bool) -> Self {
        match (kind, has_name) {
            (NotificationKind::Turn, false) => Self::Turn,
            (NotificationKind::Turn, true) => Self::TurnAgainst,
            (NotificationKind::Challenge, false) => Self::Challenge,
            (NotificationKind::Challenge, true) => Self::ChallengeBy,
            (NotificationKind::Found, false) => Self::Found,
            (NotificationKind::Found, true) => Self::FoundAgainst,
        }
    }
}
