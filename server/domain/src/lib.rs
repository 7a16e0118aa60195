//! The domain: players, clocks, events, and the match as a synchronous state machine.
//!
//! Everything here is a value. There is no task, socket or database, and nothing reads the time:
//! a [`Moment`] is an argument. So a test invents people and times, and the modules above agree on
//! one vocabulary without knowing each other: the store writes it, the wire shows it, and the
//! tasks of the matches run it.
//!
//! Of `serde` only those values know that are one text wherever they are written: [ids] and
//! [words](text). Values made of them have their own types in the store (its stored
//! format must stay readable for ever) and on the wire (which follows the protocol).
//!
//! ```
//! use domain::{Command, Match, MatchId, Moment, Player, PlayerId, Setup};
//! use engine::{Options, Side};
//!
//! let (one, other) = (Player::guest(PlayerId::fresh()), Player::guest(PlayerId::fresh()));
//! let game = Setup::game("shogi", None, &Options::none(), None)?;
//! let setup = Setup::open_match(game, one.clone());
//! let now = Moment(1_760_000_000_000);
//! let mut state = Match::begin(MatchId::fresh(), &setup.created(), now)?;
//! let (_, joined) = state.decide_join(&other, now)?;
//! state.evolve(&joined.expect("the seat was free"), now)?;
//! let play = Command::Play { ply: 0, action: "7g7f".to_owned(), lag: 0 };
//! assert_eq!(state.apply(&one, &play, now.after(2_000))?.len(), 1);
//! assert_eq!(state.turn(), Some(Side::Second));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod caller;
pub mod clock;
mod command_id;
pub mod computer_players;
mod ending;
mod event;
pub mod explorer;
pub mod ids;
pub mod likeness;
mod matches;
mod moment;
pub mod names;
mod notification;
mod places;
mod player;
pub mod rating;
pub mod reserved;
pub mod samples;
mod seek;
pub mod seek_pool;
mod span;
mod tally;
pub mod text;
mod tree;
mod vacation;
mod waits;

pub use caller::Caller;
pub use command_id::{CommandId, CommandIdError};
pub use ending::{EndReason, Ending, MatchResult};
pub use event::{Captured, ChatLine, Created, Event, Left, Moved, NumberedEvent, TakenBack};
pub use ids::{MatchId, PlayerId, SessionId, TokenId};
pub use matches::{
    ArchiveError, BadPlan, CHAT_LINES, CLAIM_AFTER, CORRESPONDENCE_RETENTION, Command,
    FinishedGame, GameSummary, JoinRefusal, LINKED_MATCH_RETENTION, LISTED_MATCH_RETENTION,
    MAX_CHAT, MAX_LEAVES, MAX_LINES, MAX_OFFERS, MAX_PLAN_LENGTH, MAX_PLAN_LINES, MAX_PLIES,
    MAX_RENAMES, Match, MatchOrder, Offers, PAUSE, Plan, Presence, Present, Refusal, RestoreError,
    Setup, UNCLOCKED_BEGUN_WITHIN, UNCLOCKED_LISTED, UNCLOCKED_RETENTION,
};
pub use moment::Moment;
pub use notification::{NotificationKind, NotificationKinds};
pub use places::{NoPlace, PlaceLimits, Places};
pub use player::Player;
pub use seek::{
    BadSeek, Deal, MAX_SEEK_CLOCKS, MAX_SEEK_GAMES, SEEK_DISTANCE, SEEK_MINUTES, Seek, SoughtGame,
    Terms,
};
pub use tally::{Tally, TallyEntry};
pub use text::{Answer, Channel, CreditCause, MatchState, Offer, Opponent, Origin, Visibility};
pub use tree::{Change, TreeChange};
pub use vacation::{NoVacation, Vacation};
pub use waits::{FreeFaults, WAIT_STEPS, Waits};
