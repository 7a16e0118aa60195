//! The problems of requests: one table of each problem's payload, status, code, title and message.
//!
//! From it come the error that handlers return, the response that says what went wrong
//! ([`problem`](super::problem)), and the codes that the OpenAPI document lists for an operation. Clients
//! translate the code.

use crate::addresses::Wait;
use axum::http::StatusCode;
use domain::BadSeek;
use domain::names::BadName;
use engine::SetupError;

/// Declares the problems. A row is
/// `Problem(payload): STATUS "code" "Title" => (message)`, where the message is as in `thiserror`.
macro_rules! problems {
    ($($(#[$doc:meta])+ $name:ident $(($payload:ty))?: $status:ident $code:literal $title:literal => ($($message:tt)+);)+) => {
        /// A request that failed or was rejected.
        #[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
        pub(crate) enum ApiError {
            $($(#[$doc])+ #[error($($message)+)] $name $(($payload))?,)+
            /// The game cannot be set up.
            #[error(transparent)]
            Setup(SetupError),
        }

        impl ApiError {
            /// The code of the problem.
            pub(crate) const fn code(&self) -> Code {
                match self {
                    $(Self::$name { .. } => Code::$name,)+
                    Self::Setup(error) => match error {
                        SetupError::UnknownGame(_) => Code::UnknownGame,
                        SetupError::UnknownRuleset(_) => Code::UnknownRuleset,
                        SetupError::UnknownOption(_) => Code::UnknownOption,
                        SetupError::UnknownValue { .. } => Code::UnknownValue,
                        SetupError::Position(_) => Code::BadPosition,
                    },
                }
            }
        }

        codes! {
            $($name: $status $code $title;)+
            UnknownGame: UNPROCESSABLE_ENTITY "unknown_game" "Unknown game";
            UnknownRuleset: UNPROCESSABLE_ENTITY "unknown_ruleset" "Unknown ruleset";
            UnknownOption: UNPROCESSABLE_ENTITY "unknown_option" "Unknown option";
            UnknownValue: UNPROCESSABLE_ENTITY "unknown_value" "Unknown value";
            BadPosition: UNPROCESSABLE_ENTITY "bad_position" "Bad position";
        }
    };
}

/// Declares the codes of the problems.
macro_rules! codes {
    ($($name:ident: $status:ident $code:literal $title:literal;)+) => {
        /// The stable code of a problem. Two problems that clients treat alike share their text.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Code {
            $($name),+
        }

        impl Code {
            /// Every code, in the order in which the OpenAPI document lists those of a status.
            pub(crate) const ALL: &[Self] = &[$(Self::$name),+];

            /// The code as clients read it.
            pub(crate) const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $code),+
                }
            }

            /// The HTTP status.
            pub(crate) const fn status(self) -> StatusCode {
                match self {
                    $(Self::$name => StatusCode::$status),+
                }
            }

            /// The title, for readers of a response.
            pub(crate) const fn title(self) -> &'static str {
                match self {
                    $(Self::$name => $title),+
                }
            }
        }
    };
}

problems! {
    /// Malformed JSON, a wrong type or a bad query; the text describes the fault.
    BadRequest(String): BAD_REQUEST "bad_request" "Bad request" => ("{0}");

    /// The token is not one of this server's, has expired or was revoked.
    BadToken: UNAUTHORIZED "bad_token" "Bad token" => ("invalid token");

    /// The name, the password or the code is wrong.
    BadCredentials: UNAUTHORIZED "bad_credentials" "Bad credentials" =>
        ("the name or the password is wrong");

    /// The passkey is unknown, or its signature is not valid.
    BadPasskey: UNAUTHORIZED "bad_passkey" "Bad passkey" => ("the passkey was not accepted");

    /// The request comes from a page of another site.
    BadOrigin: FORBIDDEN "bad_origin" "Bad origin" => ("the request comes from another site");

    /// An operator has banned the caller for a time.
    Banned: FORBIDDEN "banned" "Banned" => ("you are banned from playing here for now");

    /// The caller has to confirm who they are.
    ConfirmNeeded: FORBIDDEN "confirm_needed" "Confirm needed" =>
        ("confirm first that this is you, by your password, a passkey or a recovery code");

    /// Only the owner of the account may do this, not a program with a token.
    TokenNotAllowed: FORBIDDEN "token_not_allowed" "Token not allowed" =>
        ("a token is not allowed to do this; sign in with a browser");

    /// One of the two players has blocked the other.
    Blocked: FORBIDDEN "blocked" "Blocked" =>
        ("you cannot play this player: one of you has blocked the other");

    /// The caller has no seat in the match.
    NotSeated: FORBIDDEN "not_seated" "Not seated" => ("you have no seat in this match");

    /// Guests are not lasting identities: their games are not rated, among other things.
    NotRegistered: FORBIDDEN "not_registered" "Not registered" =>
        ("only for registered players; a rated game needs two, or one and a computer player");

    /// There is nothing at this address.
    NotFound: NOT_FOUND "not_found" "Not found" => ("not found");

    /// The game has no such notation.
    NoSuchNotation: NOT_FOUND "no_such_notation" "No such notation" =>
        ("the game has no such notation");

    /// No table contains the position.
    NoTablebase(String): NOT_FOUND "no_tablebase" "No tablebase" => ("{0}");

    /// The operator has no mail server.
    NoMail: NOT_FOUND "no_mail" "No mail" => ("this server sends no mail");

    /// The address does not support this method.
    MethodNotAllowed: METHOD_NOT_ALLOWED "method_not_allowed" "Method not allowed" =>
        ("method not allowed");

    /// Both seats belong to other players.
    SeatTaken: CONFLICT "seat_taken" "Seat taken" => ("both seats are taken");

    /// The match is over.
    MatchOver: CONFLICT "match_over" "Match over" => ("the match is over");

    /// The player has the maximum number of tokens.
    TooManyTokens: CONFLICT "too_many_tokens" "Too many tokens" =>
        ("you have 20 tokens already; revoke one first");

    /// The player is registered already.
    AlreadyRegistered: CONFLICT "already_registered" "Already registered" =>
        ("this player is registered already");

    /// Another player has a name that looks alike.
    NameTaken: CONFLICT "name_taken" "Name taken" =>
        ("this name is too similar to one that is taken");

    /// A password needs a name.
    NameNeeded: CONFLICT "name_needed" "Name needed" => ("choose a name first: you log in with it");

    /// The passkey is the player's only way to log in.
    LastPasskey: CONFLICT "last_passkey" "Last passkey" =>
        ("add a password or another passkey first: you could not log in without one");

    /// The player has the maximum number of passkeys.
    TooManyPasskeys: CONFLICT "too_many_passkeys" "Too many passkeys" =>
        ("you have 20 passkeys already; remove one first");

    /// The player, or the players of the address, have as many listed matches open as they may.
    TooManyOpen: CONFLICT "too_many_open" "Too many open" =>
        ("too many open matches; close one of yours, or join one");

    /// The player, or the players of the address, have as many unfinished matches against the
    /// computer as they may.
    TooManyComputer: CONFLICT "too_many_computer" "Too many against the computer" =>
        ("too many unfinished games against the computer; finish one, or try again in an hour");

    /// The caller has as many open challenges to the player as they may.
    TooManyChallenges: CONFLICT "too_many_challenges" "Too many challenges" =>
        ("you have challenged this player already; wait for an answer, or withdraw a challenge");

    /// The player has the maximum number of open reports.
    TooManyReports: CONFLICT "too_many_reports" "Too many reports" =>
        ("you have 20 open reports that the operators have not read yet");

    /// The player has blocked the maximum number of players.
    TooManyBlocks: CONFLICT "too_many_blocks" "Too many blocks" =>
        ("you have blocked 500 players; unblock one first");

    /// The player follows the maximum number of players.
    TooManyFollows: CONFLICT "too_many_follows" "Too many follows" =>
        ("you follow 100 players already");

    /// The match is not a challenge to the caller.
    NotChallenged: CONFLICT "not_challenged" "Not challenged" =>
        ("you are not challenged to this match");

    /// The match has moved on to another ply.
    Stale: CONFLICT "stale" "Stale" => ("the game has moved on");

    /// This is not possible now, or not in this match.
    NotAllowed: CONFLICT "not_allowed" "Not allowed" => ("not possible now, or not in this match");

    /// The match of the caller's seek is about to begin.
    Settling: CONFLICT "settling" "About to begin" => ("your match is about to begin");

    /// The player is on vacation.
    OnVacation: CONFLICT "on_vacation" "On vacation" => ("you are on vacation; end it first");

    /// The player is not on vacation.
    NotOnVacation: CONFLICT "not_on_vacation" "Not on vacation" => ("you are not on vacation");

    /// Nothing is left of this year's vacation.
    NoVacationLeft: CONFLICT "no_vacation_left" "No vacation left" =>
        ("you have used up this year's vacation");

    /// The ceremony has been completed, has expired or never existed.
    CeremonyOver: GONE "ceremony_over" "Ceremony over" =>
        ("this took too long or was completed already; begin again");

    /// The link has been used, has expired or never existed.
    LinkUsed: GONE "link_used" "Link used" =>
        ("this link was used or has expired; create a new one");

    /// The body is too large.
    TooLarge: PAYLOAD_TOO_LARGE "too_large" "Too large" => ("the body is too large");

    /// The body is not declared as JSON.
    NotJson: UNSUPPORTED_MEDIA_TYPE "not_json" "Not JSON" => ("the body must be application/json");

    /// The host of the request is neither an IP address nor `localhost`, and the operator has not set
    /// a public address.
    BadHost: MISDIRECTED_REQUEST "bad_host" "Bad host" =>
        ("this server is reached by its IP address or as localhost only; for any other name its operator sets --public-url");

    /// The password cannot be set.
    BadPassword(String): UNPROCESSABLE_ENTITY "bad_password" "Bad password" => ("{0}");

    /// Passkeys are not possible at this server's address.
    NoPasskeys: UNPROCESSABLE_ENTITY "no_passkeys" "No passkeys" =>
        ("passkeys require HTTPS and a host name, or localhost");

    /// The caller tried to block or follow themselves.
    NotYourself: UNPROCESSABLE_ENTITY "not_yourself" "Not yourself" => ("this is you");

    /// The server cannot send notifications to that subscription; the text says why.
    BadSubscription(String): UNPROCESSABLE_ENTITY "bad_subscription" "Bad subscription" => ("{0}");

    /// Mail cannot be sent to that address; the text has an example of an address.
    BadAddress(String): UNPROCESSABLE_ENTITY "bad_address" "Bad address" => ("{0}");

    /// The clock is out of range.
    BadClock(String): UNPROCESSABLE_ENTITY "bad_clock" "Bad clock" => ("{0}");

    /// The text cannot be a name.
    BadName(BadName): UNPROCESSABLE_ENTITY "bad_name" "Bad name" => ("{0}");

    /// The player cannot be challenged: they are the caller or a computer player, have too many
    /// matches, or have blocked the caller. The response does not reveal which.
    CannotChallenge: UNPROCESSABLE_ENTITY "cannot_challenge" "Cannot challenge" =>
        ("this player cannot be challenged");

    /// No player has this id.
    UnknownPlayer: UNPROCESSABLE_ENTITY "unknown_player" "Unknown player" =>
        ("there is no such player");

    /// The plan is invalid; the text says why.
    BadPlan(String): UNPROCESSABLE_ENTITY "bad_plan" "Bad plan" => ("{0}");

    /// The seek is invalid.
    BadSeek(BadSeek): UNPROCESSABLE_ENTITY "bad_seek" "Bad seek" => ("{0}");

    /// A rated match is arranged by players who have too few rated games that were not.
    NotEstablished: UNPROCESSABLE_ENTITY "not_established" "Not established" =>
        ("first play ten rated games found by a seek, or against the computer");

    /// As many games of the two have counted today as may count.
    PairRated: UNPROCESSABLE_ENTITY "pair_rated" "Pair rated" =>
        ("three games of you two count today already; play a casual one");

    /// The match cannot be rated; the text says why.
    NotRatable(&'static str): UNPROCESSABLE_ENTITY "not_ratable" "Not ratable" => ("{0}");

    /// The player has to wait, because they left open matches or did not answer.
    Wait(Wait): TOO_MANY_REQUESTS "wait" "Wait" =>
        ("you left games before they began; try again in {0} s");

    /// Too many requests.
    Rate(Wait): TOO_MANY_REQUESTS "rate" "Too many requests" =>
        ("too many requests; try again in {0} s");

    /// Too many connections; waiting does not help, closing some does.
    Connections: TOO_MANY_REQUESTS "rate" "Too many requests" =>
        ("too many connections; close some first");

    /// A fault of the server, described in its log.
    Internal: INTERNAL_SERVER_ERROR "internal" "Internal error" => ("internal server error");

    /// The database cannot be reached, or a queue is full.
    Busy: SERVICE_UNAVAILABLE "busy" "Busy" => ("the server is busy; try again");

    /// The server is shutting down.
    ShuttingDown: SERVICE_UNAVAILABLE "shutting_down" "Shutting down" =>
        ("the server is shutting down");

    /// The request took too long.
    Timeout: SERVICE_UNAVAILABLE "busy" "Timed out" => ("the request took too long");
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn problems_with_one_code_share_the_status() {
        let mut known = BTreeMap::new();
        for code in Code::ALL {
            let status = *known.entry(code.as_str()).or_insert(code.status());
            assert_eq!(status, code.status(), "{code:?}");
        }
    }

    #[test]
    fn setup_errors_have_the_codes_of_the_engine() {
        let errors = [
            SetupError::UnknownGame(String::new()),
            SetupError::UnknownRuleset(String::new()),
            SetupError::UnknownOption(String::new()),
            SetupError::UnknownValue { key: String::new(), value: String::new() },
        ];
        for error in errors {
            assert_eq!(ApiError::Setup(error.clone()).code().as_str(), error.code());
        }
    }
}
