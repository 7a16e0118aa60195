//! The rules of eight East Asian board games.
//!
//! A [`Position`] is a value without memory; a [`Game`] is a position with its history; an
//! [`AnyGame`] is a game of any kind with an interface of texts. The crate is pure: no I/O, no
//! clock, no randomness, no logging, no serialisation.

mod any_game;
mod catalogue;
pub mod diu_fang;
mod effects;
pub mod er_chi_yi;
mod evidence;
mod fault;
mod game;
mod grid;
mod info;
pub mod line;
mod notated;
mod outcome;
mod perft;
mod picture;
mod points;
mod position;
mod record;
mod refusal;
mod repetition;
mod setup;
pub mod shogi;
mod side;
mod sink;
mod trail;
pub mod tui_da_che;
mod word;
pub mod xia_liu;
pub mod xia_si;
pub mod xiangqi;
pub mod zhuo_qi_zi;
mod zobrist;

pub use any_game::{
    ActionPlayed, ActionRefused, AnyGame, CapturedAt, ChaseAt, ConductAt, EvidenceAt, GAMES,
    RulingUnder,
};
pub use catalogue::find_game;
pub use effects::{Capture, Effects, MAX_CAPTURES, Pattern};
pub use evidence::{Conduct, Evidence};
pub use fault::Fault;
pub use game::{Game, Played, PlyRecord};
pub use info::{GameInfo, OptionInfo, PhaseInfo, Reflections, RulesetInfo, Text, ValueInfo};
pub use notated::Notated;
pub use outcome::{Impasse, Outcome, Reason};
pub use perft::{divide, perft, perft_built, playout};
pub use picture::{Picture, PictureHand, PictureLine, PicturePiece, Pictured, Shape, Tint};
pub use points::{MAX_POINTS, Points};
pub use position::Position;
pub use record::{
    NotationError, Record, RecordError, RecordedMove, RecordedResult, ReplayError, read_plain,
    write_plain,
};
pub use refusal::{Refusal, Rule};
pub use repetition::{
    Chase, Ground, Offence, Recurrence, RepetitionEffect, RepetitionRule, Ruling,
};
pub use setup::{Options, PositionError, SetupError};
pub use side::{BySide, ParseSideError, Side};
pub use sink::{AnyAction, Counter, Sink};
pub use word::UnknownWord;
