//! The errors of other modules as errors of a request.

use super::ApiError;
use crate::accounts::{AccountError, PasswordError};
use crate::actions::{
    BlockError, CannotRate, ChallengeError, CreateMatchError, DeclineError, Draining, FollowError,
    JoinMatchError, MailError, NewSeekError, NotLive, PlanError, ReadError, ReportError,
    TokenError,
};
use crate::addresses::{OverLimit, Wait};
use crate::analysis::OpenError;
use crate::live::{
    CannotOpen, CreateError, FindError, JoinError, TooManyChallenges, Unreachable, VacationError,
};
use crate::matchmaking::{AnswerError, SeekError};
use crate::permits::NoPermit;
use domain::clock::ClockError;
use domain::computer_players::LEVELS;
use domain::names::BadName;
use domain::{BadSeek, JoinRefusal, NoPlace as NoMatch, NoVacation, Refusal};
use engine::SetupError;
use store::StoreError;

impl From<Wait> for ApiError {
    fn from(wait: Wait) -> Self {
        Self::Rate(wait)
    }
}

impl From<OverLimit> for ApiError {
    fn from(error: OverLimit) -> Self {
        match error {
            OverLimit::Wait(wait) => wait.into(),
            OverLimit::Store(error) => error.into(),
        }
    }
}

impl From<SetupError> for ApiError {
    fn from(error: SetupError) -> Self {
        Self::Setup(error)
    }
}

impl From<BadName> for ApiError {
    fn from(error: BadName) -> Self {
        Self::BadName(error)
    }
}

impl From<AccountError> for ApiError {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::AlreadyRegistered => Self::AlreadyRegistered,
            AccountError::NotRegistered => Self::NotRegistered,
            AccountError::NameTaken => Self::NameTaken,
            AccountError::NameNeeded => Self::NameNeeded,
            AccountError::BadCredentials => Self::BadCredentials,
            AccountError::NoPasskeys => Self::NoPasskeys,
            AccountError::CeremonyOver => Self::CeremonyOver,
            AccountError::BadPasskey => Self::BadPasskey,
            AccountError::LastPasskey => Self::LastPasskey,
            AccountError::TooManyPasskeys => Self::TooManyPasskeys,
            // The next request is known to be without it.
            AccountError::Ended => Self::Busy,
            AccountError::LinkUsed => Self::LinkUsed,
            AccountError::Name(error) => error.into(),
            AccountError::Password(PasswordError::Busy) => Self::Busy,
            AccountError::Password(error) => Self::BadPassword(error.to_string()),
            AccountError::Store(error) => error.into(),
        }
    }
}

impl From<ClockError> for ApiError {
    fn from(error: ClockError) -> Self {
        Self::BadClock(error.to_string())
    }
}

impl From<Draining> for ApiError {
    fn from(_: Draining) -> Self {
        Self::ShuttingDown
    }
}

impl From<CreateMatchError> for ApiError {
    fn from(error: CreateMatchError) -> Self {
        match error {
            CreateMatchError::NoLevel(level) => Self::BadRequest(format!(
                "`computer`: no level {level}; there are 1 to {LEVELS}, and those of the game's engine"
            )),
            CreateMatchError::Challenge(error) => error.into(),
            CreateMatchError::Rated(error) => error.into(),
            CreateMatchError::Create(error) => error.into(),
        }
    }
}

impl From<ChallengeError> for ApiError {
    fn from(error: ChallengeError) -> Self {
        match error {
            ChallengeError::Refused => Self::CannotChallenge,
            ChallengeError::TooMany => Self::TooManyChallenges,
            ChallengeError::UnknownPlayer => Self::UnknownPlayer,
            ChallengeError::Store(error) => error.into(),
        }
    }
}

impl From<CannotRate> for ApiError {
    fn from(error: CannotRate) -> Self {
        match error {
            CannotRate::Start => Self::NotRatable("a rated game begins from the usual position"),
            CannotRate::Opponent => {
                Self::NotRatable("games against guests, and against other programs, are not rated")
            }
            CannotRate::Guest => Self::NotRegistered,
            CannotRate::NotEstablished => Self::NotEstablished,
            CannotRate::PairLimit => Self::PairRated,
            CannotRate::Setup(error) => error.into(),
            CannotRate::Store(error) => error.into(),
        }
    }
}

impl From<JoinMatchError> for ApiError {
    fn from(error: JoinMatchError) -> Self {
        match error {
            JoinMatchError::Find(error) => error.into(),
            JoinMatchError::Unreachable(error) => error.into(),
            JoinMatchError::Over => Self::MatchOver,
            JoinMatchError::Blocked => Self::Blocked,
            JoinMatchError::Rated(error) => error.into(),
            JoinMatchError::Join(error) => error.into(),
            JoinMatchError::Store(error) => error.into(),
        }
    }
}

impl From<NotLive> for ApiError {
    fn from(error: NotLive) -> Self {
        match error {
            NotLive::Find(error) => error.into(),
            NotLive::Over => Self::MatchOver,
            NotLive::Unreachable(error) => error.into(),
        }
    }
}

impl From<DeclineError> for ApiError {
    fn from(error: DeclineError) -> Self {
        match error {
            DeclineError::NotLive(error) => error.into(),
            DeclineError::NotChallenged => Self::NotChallenged,
            DeclineError::Busy => Self::Busy,
        }
    }
}

impl From<PlanError> for ApiError {
    fn from(error: PlanError) -> Self {
        match error {
            PlanError::NotLive(error) => error.into(),
            PlanError::NotSeated | PlanError::Refused(Refusal::NotSeated) => Self::NotSeated,
            PlanError::Busy => Self::Busy,
            PlanError::Refused(Refusal::Stale) => Self::Stale,
            PlanError::Refused(Refusal::Over) => Self::MatchOver,
            PlanError::Refused(Refusal::BadPlan(bad)) => Self::BadPlan(bad.to_string()),
            PlanError::Refused(
                Refusal::Illegal(_)
                | Refusal::NotYourTurn
                | Refusal::NotAllowed
                | Refusal::BadChat
                | Refusal::TooMuch,
            ) => Self::NotAllowed,
        }
    }
}

impl From<NewSeekError> for ApiError {
    fn from(error: NewSeekError) -> Self {
        match error {
            NewSeekError::OnVacation => Self::OnVacation,
            NewSeekError::Bad(error) => error.into(),
            NewSeekError::Seek(error) => error.into(),
        }
    }
}

impl From<BlockError> for ApiError {
    fn from(error: BlockError) -> Self {
        match error {
            BlockError::Oneself => Self::NotYourself,
            BlockError::TooMany => Self::TooManyBlocks,
            BlockError::Store(error) => error.into(),
        }
    }
}

impl From<FollowError> for ApiError {
    fn from(error: FollowError) -> Self {
        match error {
            FollowError::Guest => Self::NotRegistered,
            FollowError::Oneself => Self::NotYourself,
            FollowError::UnknownPlayer => Self::NotFound,
            FollowError::Blocked => Self::Blocked,
            FollowError::TooMany => Self::TooManyFollows,
            FollowError::Store(error) => error.into(),
        }
    }
}

impl From<ReadError> for ApiError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Find(error) => error.into(),
            ReadError::Unreachable(error) => error.into(),
            ReadError::Store(error) => error.into(),
        }
    }
}

impl From<ReportError> for ApiError {
    fn from(error: ReportError) -> Self {
        match error {
            ReportError::UnknownPlayer => Self::UnknownPlayer,
            ReportError::Oneself => Self::NotYourself,
            ReportError::NotFound => Self::NotFound,
            ReportError::Speakers => Self::BadRequest(error.to_string()),
            ReportError::TooMany => Self::TooManyReports,
            ReportError::Find(error) => error.into(),
            ReportError::Unreachable(error) => error.into(),
            ReportError::Store(error) => error.into(),
        }
    }
}

impl From<TokenError> for ApiError {
    fn from(error: TokenError) -> Self {
        match error {
            TokenError::TooMany => Self::TooManyTokens,
            // The next request is known to be without it.
            TokenError::Ended => Self::Busy,
            TokenError::NotAllowed => Self::TokenNotAllowed,
            TokenError::NotFound => Self::NotFound,
            TokenError::Store(error) => error.into(),
        }
    }
}

impl From<MailError> for ApiError {
    fn from(error: MailError) -> Self {
        match error {
            MailError::NoMail => Self::NoMail,
            MailError::Guest => Self::NotRegistered,
            MailError::NoAddress => Self::NotFound,
            MailError::Store(error) => error.into(),
        }
    }
}

impl From<FindError> for ApiError {
    fn from(error: FindError) -> Self {
        match error {
            FindError::NotFound => Self::NotFound,
            // Requests for a match of another node are forwarded; this one cannot be.
            FindError::Busy | FindError::Elsewhere => Self::Busy,
            FindError::Damaged => Self::Internal,
        }
    }
}

impl From<OpenError> for ApiError {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::NotFound => Self::NotFound,
            OpenError::Elsewhere | OpenError::Full => Self::Busy,
            OpenError::Store(error) => error.into(),
            OpenError::Damaged => Self::Internal,
        }
    }
}

impl From<JoinError> for ApiError {
    fn from(error: JoinError) -> Self {
        match error {
            JoinError::Refused(JoinRefusal::SeatTaken) => Self::SeatTaken,
            JoinError::Refused(JoinRefusal::Over) => Self::MatchOver,
            JoinError::Refused(JoinRefusal::NotRegistered) => Self::NotRegistered,
            JoinError::Wait(millis) => Self::Wait(wait(millis)),
            JoinError::Busy => Self::Busy,
        }
    }
}

impl From<CannotOpen> for ApiError {
    fn from(_: CannotOpen) -> Self {
        Self::Busy
    }
}

impl From<CreateError> for ApiError {
    fn from(error: CreateError) -> Self {
        match error {
            CreateError::CannotOpen(error) => error.into(),
            CreateError::Open(NoMatch::All) | CreateError::Computer(NoMatch::All) => Self::Busy,
            CreateError::Open(NoMatch::Player | NoMatch::Address) => Self::TooManyOpen,
            CreateError::Computer(NoMatch::Player | NoMatch::Address) => Self::TooManyComputer,
            CreateError::Challenges(TooManyChallenges::OfPair) => Self::TooManyChallenges,
            // The same as for a player who has blocked the caller.
            CreateError::Challenges(TooManyChallenges::OfStrangers) => Self::CannotChallenge,
        }
    }
}

/// A wait in milliseconds as it is answered.
fn wait(millis: u64) -> Wait {
    Wait(u32::try_from(millis.div_ceil(1_000)).unwrap_or(u32::MAX))
}

impl From<VacationError> for ApiError {
    fn from(error: VacationError) -> Self {
        match error {
            VacationError::No(NoVacation::Already) => Self::OnVacation,
            VacationError::No(NoVacation::UsedUp) => Self::NoVacationLeft,
            VacationError::NotOnVacation => Self::NotOnVacation,
            VacationError::Store(error) => error.into(),
        }
    }
}

impl From<BadSeek> for ApiError {
    fn from(error: BadSeek) -> Self {
        match error {
            BadSeek::Guest => Self::NotRegistered,
            BadSeek::Games | BadSeek::Clocks | BadSeek::Minutes | BadSeek::Distance => {
                Self::BadSeek(error)
            }
        }
    }
}

impl From<SeekError> for ApiError {
    fn from(error: SeekError) -> Self {
        match error {
            SeekError::Full => Self::Busy,
            SeekError::TooMany => Self::Rate(Wait(60)),
            SeekError::Wait(millis) => Self::Wait(wait(millis)),
            SeekError::Settling => Self::Settling,
            SeekError::Store(error) => error.into(),
        }
    }
}

impl From<AnswerError> for ApiError {
    fn from(error: AnswerError) -> Self {
        match error {
            AnswerError::NobodyFound(_) => Self::NotFound,
            AnswerError::Store(error) => error.into(),
        }
    }
}

impl From<Unreachable> for ApiError {
    fn from(_: Unreachable) -> Self {
        Self::Busy
    }
}

impl From<NoPermit> for ApiError {
    fn from(error: NoPermit) -> Self {
        match error {
            NoPermit::OfAddress => Self::Connections,
            NoPermit::OfAll => Self::Busy,
        }
    }
}

impl From<StoreError> for ApiError {
    /// The database's message appears only in the server's log.
    fn from(error: StoreError) -> Self {
        tracing::warn!(%error, "a request could not be answered");
        match error {
            StoreError::Damaged(_) => Self::Internal,
            _ => Self::Busy,
        }
    }
}
