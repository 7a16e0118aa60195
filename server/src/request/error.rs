//! What goes wrong in a request, each with its status and a stable code.

use crate::addresses::Wait;
use axum::http::StatusCode;
use domain::BadSeek;
use domain::names::BadName;
use engine::SetupError;

/// A request that failed or was rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ApiError {
    /// Malformed JSON, a wrong type or a bad query; the text says what is wrong.
    #[error("{0}")]
    BadRequest(String),
    /// The token is not one of this server's, has expired or was revoked.
    #[error("invalid token")]
    BadToken,
    /// The request comes from a page of another site.
    #[error("the request comes from another site")]
    BadOrigin,
    /// The host of the request is neither an IP address nor `localhost`, and the operator has not set
    /// a public address.
    #[error(
        "this server is reached by its IP address or as localhost only; for any other name its \
         operator sets --public-url"
    )]
    BadHost,
    /// An operator has banned the caller for a time.
    #[error("you are banned from playing here for now")]
    Banned,
    /// The caller has to confirm who they are.
    #[error("confirm first that this is you, by your password, a passkey or a recovery code")]
    ConfirmNeeded,
    /// Only the owner of the account may do this, not a program with a token.
    #[error("a token is not allowed to do this; sign in with a browser")]
    TokenNotAllowed,
    /// There is nothing at this address.
    #[error("not found")]
    NotFound,
    /// The game has no such notation.
    #[error("the game has no such notation")]
    NoSuchNotation,
    /// No table contains the position.
    #[error("{0}")]
    NoTable(String),
    /// The address does not support this method.
    #[error("method not allowed")]
    MethodNotAllowed,
    /// Both seats belong to other players.
    #[error("both seats are taken")]
    SeatTaken,
    /// The match is over.
    #[error("the match is over")]
    MatchOver,
    /// The player has the maximum number of tokens.
    #[error("you have 20 tokens already; revoke one first")]
    TooManyTokens,
    /// The player is registered already.
    #[error("this player is registered already")]
    AlreadyRegistered,
    /// Another player has a name that looks alike.
    #[error("this name is too similar to one that is taken")]
    NameTaken,
    /// A password needs a name.
    #[error("choose a name first: you log in with it")]
    NameNeeded,
    /// The name, the password or the code is wrong.
    #[error("the name or the password is wrong")]
    BadCredentials,
    /// The password cannot be set.
    #[error("{0}")]
    BadPassword(String),
    /// Passkeys are not possible at this server's address.
    #[error("passkeys require HTTPS and a host name, or localhost")]
    NoPasskeys,
    /// The ceremony has been completed, has expired or never existed.
    #[error("this took too long or was completed already; begin again")]
    CeremonyOver,
    /// The passkey is unknown, or its signature is not valid.
    #[error("the passkey was not accepted")]
    BadPasskey,
    /// The passkey is the player's only way to log in.
    #[error("add a password or another passkey first: you could not log in without one")]
    LastPasskey,
    /// The player has the maximum number of passkeys.
    #[error("you have 20 passkeys already; remove one first")]
    TooManyPasskeys,
    /// The player, or the players of the address, have as many listed matches open as they may.
    #[error("too many open matches; close one of yours, or join one")]
    TooManyOpen,
    /// The player, or the players of the address, have as many unfinished matches against the
    /// computer as they may.
    #[error("too many unfinished games against the computer; finish one, or try again in an hour")]
    TooManyComputer,
    /// The caller has as many open challenges to the player as they may.
    #[error("you have challenged this player already; wait for an answer, or withdraw a challenge")]
    TooManyChallenges,
    /// The player has to wait, because they left open matches or did not answer.
    #[error("you left games before they began; try again in {} s", .0.0)]
    Wait(Wait),
    /// The player has the maximum number of open reports.
    #[error("you have 20 open reports that the operators have not read yet")]
    TooManyReports,
    /// One of the two players has blocked the other.
    #[error("you cannot play this player: one of you has blocked the other")]
    Blocked,
    /// The caller tried to block or follow themselves.
    #[error("this is you")]
    NotYourself,
    /// The player has blocked the maximum number of players.
    #[error("you have blocked 500 players; unblock one first")]
    TooManyBlocks,
    /// The player follows the maximum number of players.
    #[error("you follow 100 players already")]
    TooManyFollows,
    /// The server cannot send notifications to that subscription; the text says why.
    #[error("{0}")]
    BadSubscription(String),
    /// The operator has no mail server.
    #[error("this server sends no mail")]
    NoMail,
    /// Mail cannot be sent to that address; the text says what one looks like.
    #[error("{0}")]
    BadAddress(String),
    /// The link has been used, has expired or never existed.
    #[error("this link was used or has expired; create a new one")]
    LinkUsed,
    /// The body is too large.
    #[error("the body is too large")]
    TooLarge,
    /// The body is not declared as JSON.
    #[error("the body must be application/json")]
    NotJson,
    /// The game cannot be set up.
    #[error(transparent)]
    Setup(SetupError),
    /// The clock is out of range.
    #[error("{0}")]
    BadClock(String),
    /// The text cannot be a name.
    #[error(transparent)]
    BadName(BadName),
    /// The player cannot be challenged: they are the caller or a computer player, have too many
    /// matches, or have blocked the caller. The response does not reveal which.
    #[error("this player cannot be challenged")]
    CannotChallenge,
    /// No player has this id.
    #[error("there is no such player")]
    UnknownPlayer,
    /// The match is not a challenge to the caller.
    #[error("you are not challenged to this match")]
    NotChallenged,
    /// The caller has no seat in the match.
    #[error("you have no seat in this match")]
    NotSeated,
    /// The match has moved on to another ply.
    #[error("the game has moved on")]
    Stale,
    /// This is not possible now, or not in this match.
    #[error("not possible now, or not in this match")]
    NotAllowed,
    /// The plan is invalid; the text says why.
    #[error("{0}")]
    BadPlan(String),
    /// The seek is invalid.
    #[error(transparent)]
    BadSeek(BadSeek),
    /// The match of the caller's seek is about to begin.
    #[error("your match is about to begin")]
    Settling,
    /// The player is on vacation.
    #[error("you are on vacation; end it first")]
    OnVacation,
    /// The player is not on vacation.
    #[error("you are not on vacation")]
    NotOnVacation,
    /// Nothing is left of this year's vacation.
    #[error("you have used up this year's vacation")]
    NoVacationLeft,
    /// Too many requests.
    #[error("too many requests; try again in {} s", .0.0)]
    Rate(Wait),
    /// Too many connections; waiting does not help, closing some does.
    #[error("too many connections; close some first")]
    Connections,
    /// Guests are not lasting identities: their games are not rated, among other things.
    #[error("only for registered players; a rated game needs two, or one and a computer player")]
    NotRegistered,
    /// A rated match is arranged by players who have too few rated games that were not.
    #[error("first play ten rated games found by a seek, or against the computer")]
    NotEstablished,
    /// As many games of the two have counted today as may count.
    #[error("three games of you two count today already; play a casual one")]
    PairRated,
    /// The match cannot be rated; the text says why.
    #[error("{0}")]
    NotRatable(&'static str),
    /// A fault of the server, described in its log.
    #[error("internal server error")]
    Internal,
    /// The database cannot be reached, or a queue is full.
    #[error("the server is busy; try again")]
    Busy,
    /// The match runs on another server on the same database.
    #[error("the match runs on another server")]
    Elsewhere,
    /// The server is shutting down.
    #[error("the server is shutting down")]
    ShuttingDown,
    /// The request took too long.
    #[error("the request took too long")]
    Timeout,
}

impl ApiError {
    /// The status, the code and the title: the one place that decides them.
    pub(crate) fn describe(&self) -> (StatusCode, &'static str, &'static str) {
        match self {
            Self::BadRequest(_) => (StatusCode::BAD_REQUEST, "bad_request", "Bad request"),
            Self::BadToken => (StatusCode::UNAUTHORIZED, "bad_token", "Bad token"),
            Self::BadOrigin => (StatusCode::FORBIDDEN, "bad_origin", "Bad origin"),
            Self::BadHost => (StatusCode::MISDIRECTED_REQUEST, "bad_host", "Bad host"),
            Self::Banned => (StatusCode::FORBIDDEN, "banned", "Banned"),
            Self::ConfirmNeeded => (StatusCode::FORBIDDEN, "confirm_needed", "Confirm needed"),
            Self::TokenNotAllowed => {
                (StatusCode::FORBIDDEN, "token_not_allowed", "Token not allowed")
            }
            Self::NotFound => (StatusCode::NOT_FOUND, "not_found", "Not found"),
            Self::NoSuchNotation => (StatusCode::NOT_FOUND, "no_such_notation", "No such notation"),
            Self::NoTable(_) => (StatusCode::NOT_FOUND, "no_table", "No table"),
            Self::MethodNotAllowed => {
                (StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", "Method not allowed")
            }
            Self::SeatTaken => (StatusCode::CONFLICT, "seat_taken", "Seat taken"),
            Self::MatchOver => (StatusCode::CONFLICT, "match_over", "Match over"),
            Self::NotChallenged => (StatusCode::CONFLICT, "not_challenged", "Not challenged"),
            Self::NotSeated => (StatusCode::FORBIDDEN, "not_seated", "Not seated"),
            Self::Stale => (StatusCode::CONFLICT, "stale", "Stale"),
            Self::NotAllowed => (StatusCode::CONFLICT, "not_allowed", "Not allowed"),
            Self::BadPlan(_) => (StatusCode::UNPROCESSABLE_ENTITY, "bad_plan", "Bad plan"),
            Self::Settling => (StatusCode::CONFLICT, "settling", "About to begin"),
            Self::OnVacation => (StatusCode::CONFLICT, "on_vacation", "On vacation"),
            Self::NotOnVacation => (StatusCode::CONFLICT, "not_on_vacation", "Not on vacation"),
            Self::NoVacationLeft => (StatusCode::CONFLICT, "no_vacation_left", "No vacation left"),
            Self::TooManyTokens => (StatusCode::CONFLICT, "too_many_tokens", "Too many tokens"),
            Self::AlreadyRegistered => {
                (StatusCode::CONFLICT, "already_registered", "Already registered")
            }
            Self::NameTaken => (StatusCode::CONFLICT, "name_taken", "Name taken"),
            Self::NameNeeded => (StatusCode::CONFLICT, "name_needed", "Name needed"),
            Self::BadCredentials => {
                (StatusCode::UNAUTHORIZED, "bad_credentials", "Bad credentials")
            }
            Self::BadPassword(_) => {
                (StatusCode::UNPROCESSABLE_ENTITY, "bad_password", "Bad password")
            }
            Self::Blocked => (StatusCode::FORBIDDEN, "blocked", "Blocked"),
            Self::NotYourself => (StatusCode::UNPROCESSABLE_ENTITY, "not_yourself", "Not yourself"),
            Self::TooManyBlocks => (StatusCode::CONFLICT, "too_many_blocks", "Too many blocks"),
            Self::TooManyFollows => (StatusCode::CONFLICT, "too_many_follows", "Too many follows"),
            Self::BadSubscription(_) => {
                (StatusCode::UNPROCESSABLE_ENTITY, "bad_subscription", "Bad subscription")
            }
            Self::NoMail => (StatusCode::NOT_FOUND, "no_mail", "No mail"),
            Self::BadAddress(_) => (StatusCode::UNPROCESSABLE_ENTITY, "bad_address", "Bad address"),
            Self::NoPasskeys => (StatusCode::UNPROCESSABLE_ENTITY, "no_passkeys", "No passkeys"),
            Self::CeremonyOver => (StatusCode::GONE, "ceremony_over", "Ceremony over"),
            Self::BadPasskey => (StatusCode::UNAUTHORIZED, "bad_passkey", "Bad passkey"),
            Self::LastPasskey => (StatusCode::CONFLICT, "last_passkey", "Last passkey"),
            Self::TooManyPasskeys => {
                (StatusCode::CONFLICT, "too_many_passkeys", "Too many passkeys")
            }
            Self::TooManyOpen => (StatusCode::CONFLICT, "too_many_open", "Too many open"),
            Self::TooManyComputer => {
                (StatusCode::CONFLICT, "too_many_computer", "Too many against the computer")
            }
            Self::TooManyChallenges => {
                (StatusCode::CONFLICT, "too_many_challenges", "Too many challenges")
            }
            Self::Wait(_) => (StatusCode::TOO_MANY_REQUESTS, "wait", "Wait"),
            Self::TooManyReports => (StatusCode::CONFLICT, "too_many_reports", "Too many reports"),
            Self::LinkUsed => (StatusCode::GONE, "link_used", "Link used"),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "too_large", "Too large"),
            Self::NotJson => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json", "Not JSON"),
            Self::Setup(error) => {
                let title = match error.code() {
                    "unknown_game" => "Unknown game",
                    "unknown_ruleset" => "Unknown ruleset",
                    "unknown_option" => "Unknown option",
                    "unknown_value" => "Unknown value",
                    _ => "Bad position",
                };
                (StatusCode::UNPROCESSABLE_ENTITY, error.code(), title)
            }
            Self::BadClock(_) => (StatusCode::UNPROCESSABLE_ENTITY, "bad_clock", "Bad clock"),
            Self::BadName(_) => (StatusCode::UNPROCESSABLE_ENTITY, "bad_name", "Bad name"),
            Self::NotRegistered => (StatusCode::FORBIDDEN, "not_registered", "Not registered"),
            Self::NotRatable(_) => (StatusCode::UNPROCESSABLE_ENTITY, "not_ratable", "Not ratable"),
            Self::NotEstablished => {
                (StatusCode::UNPROCESSABLE_ENTITY, "not_established", "Not established")
            }
            Self::PairRated => (StatusCode::UNPROCESSABLE_ENTITY, "pair_rated", "Pair rated"),
            Self::CannotChallenge => {
                (StatusCode::UNPROCESSABLE_ENTITY, "cannot_challenge", "Cannot challenge")
            }
            Self::UnknownPlayer => {
                (StatusCode::UNPROCESSABLE_ENTITY, "unknown_player", "Unknown player")
            }
            Self::BadSeek(_) => (StatusCode::UNPROCESSABLE_ENTITY, "bad_seek", "Bad seek"),
            Self::Rate(_) | Self::Connections => {
                (StatusCode::TOO_MANY_REQUESTS, "rate", "Too many requests")
            }
            Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "internal", "Internal error"),
            Self::Busy => (StatusCode::SERVICE_UNAVAILABLE, "busy", "Busy"),
            Self::Elsewhere => (StatusCode::SERVICE_UNAVAILABLE, "elsewhere", "Elsewhere"),
            Self::ShuttingDown => {
                (StatusCode::SERVICE_UNAVAILABLE, "shutting_down", "Shutting down")
            }
            Self::Timeout => (StatusCode::SERVICE_UNAVAILABLE, "busy", "Timed out"),
        }
    }
}

/// Every code by its status, as the OpenAPI document lists them.
pub(crate) const CODES: [(StatusCode, &[&str]); 14] = [
    (StatusCode::BAD_REQUEST, &["bad_request"]),
    (StatusCode::UNAUTHORIZED, &["bad_token", "bad_credentials", "bad_passkey"]),
    (
        StatusCode::FORBIDDEN,
        &[
            "bad_origin",
            "banned",
            "not_registered",
            "blocked",
            "not_seated",
            "confirm_needed",
            "token_not_allowed",
        ],
    ),
    (StatusCode::NOT_FOUND, &["not_found", "no_such_notation", "no_table", "no_mail"]),
    (StatusCode::METHOD_NOT_ALLOWED, &["method_not_allowed"]),
    (
        StatusCode::CONFLICT,
        &[
            "seat_taken",
            "match_over",
            "too_many_tokens",
            "already_registered",
            "name_taken",
            "name_needed",
            "too_many_blocks",
            "too_many_follows",
            "too_many_passkeys",
            "last_passkey",
            "too_many_reports",
            "too_many_open",
            "too_many_computer",
            "too_many_challenges",
            "settling",
            "not_challenged",
            "stale",
            "not_allowed",
            "on_vacation",
            "not_on_vacation",
            "no_vacation_left",
        ],
    ),
    (StatusCode::GONE, &["link_used", "ceremony_over"]),
    (StatusCode::PAYLOAD_TOO_LARGE, &["too_large"]),
    (StatusCode::UNSUPPORTED_MEDIA_TYPE, &["not_json"]),
    (StatusCode::MISDIRECTED_REQUEST, &["bad_host"]),
    (
        StatusCode::UNPROCESSABLE_ENTITY,
        &[
            "unknown_game",
            "unknown_ruleset",
            "unknown_option",
            "unknown_value",
            "bad_position",
            "bad_clock",
            "bad_name",
            "not_ratable",
            "not_established",
            "pair_rated",
            "bad_plan",
            "bad_seek",
            "cannot_challenge",
            "unknown_player",
            "bad_password",
            "not_yourself",
            "bad_subscription",
            "bad_address",
            "no_passkeys",
        ],
    ),
    (StatusCode::TOO_MANY_REQUESTS, &["rate", "wait"]),
    (StatusCode::INTERNAL_SERVER_ERROR, &["internal"]),
    (StatusCode::SERVICE_UNAVAILABLE, &["busy", "elsewhere", "shutting_down"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_told_with_its_status() {
        let setup = |error| ApiError::Setup(error);
        let all = [
            ApiError::BadRequest(String::new()),
            ApiError::BadToken,
            ApiError::BadOrigin,
            ApiError::BadHost,
            ApiError::Banned,
            ApiError::ConfirmNeeded,
            ApiError::TokenNotAllowed,
            ApiError::NotFound,
            ApiError::NoSuchNotation,
            ApiError::NoTable(String::new()),
            ApiError::MethodNotAllowed,
            ApiError::SeatTaken,
            ApiError::MatchOver,
            ApiError::TooManyTokens,
            ApiError::AlreadyRegistered,
            ApiError::NotRegistered,
            ApiError::NameTaken,
            ApiError::NameNeeded,
            ApiError::BadCredentials,
            ApiError::BadPassword(String::new()),
            ApiError::LinkUsed,
            ApiError::TooManyReports,
            ApiError::TooManyOpen,
            ApiError::TooManyComputer,
            ApiError::TooManyChallenges,
            ApiError::Wait(Wait(1)),
            ApiError::NoMail,
            ApiError::BadAddress(String::new()),
            ApiError::NoPasskeys,
            ApiError::CeremonyOver,
            ApiError::BadPasskey,
            ApiError::LastPasskey,
            ApiError::TooManyPasskeys,
            ApiError::Blocked,
            ApiError::NotYourself,
            ApiError::NotSeated,
            ApiError::Stale,
            ApiError::NotAllowed,
            ApiError::OnVacation,
            ApiError::NotOnVacation,
            ApiError::NoVacationLeft,
            ApiError::BadPlan(String::new()),
            ApiError::BadSubscription(String::new()),
            ApiError::TooManyBlocks,
            ApiError::TooManyFollows,
            ApiError::TooLarge,
            ApiError::NotJson,
            setup(SetupError::UnknownGame(String::new())),
            setup(SetupError::UnknownRuleset(String::new())),
            setup(SetupError::UnknownOption(String::new())),
            setup(SetupError::UnknownValue { key: String::new(), value: String::new() }),
            ApiError::BadClock(String::new()),
            ApiError::BadName(BadName::Length),
            ApiError::Rate(Wait(1)),
            ApiError::Connections,
            ApiError::NotRatable("no"),
            ApiError::NotEstablished,
            ApiError::PairRated,
            ApiError::CannotChallenge,
            ApiError::UnknownPlayer,
            ApiError::Internal,
            ApiError::Busy,
            ApiError::Elsewhere,
            ApiError::ShuttingDown,
            ApiError::Timeout,
        ];
        for error in all {
            let (status, code, _) = error.describe();
            let listed = CODES.iter().find(|(known, _)| *known == status).map(|(_, codes)| *codes);
            assert!(listed.is_some_and(|codes| codes.contains(&code)), "{code}");
        }
    }
}
