//! The messages on the wire: requests, frames and views, as JSON and as the OpenAPI document has
//! them.
//!
//! Each is made from values of the [`domain`], by `From` or `of`, and depends on nothing else: stored
//! values have a format of their own (`store::codec`), so that the protocol can change
//! without touching a database. `docs/protocol.md` describes the messages.

mod analysis;
mod bad_message;
mod bulk;
mod catalogue;
mod client_message;
mod clock;
mod event;
mod frame;
mod limits;
mod match_summary;
mod notifications;
mod object;
mod protocol;
mod schema;
mod seek;
mod shape;
mod snapshot;
mod sockets;
mod stored;
mod text;
mod views;

pub use analysis::{
    AnalysisMessage, AnalysisNack, AnalysisRequest, Change, ChangeFrame, NodeView, NoteView,
    TreeView,
};
pub use bad_message::BadMessage;
pub use bulk::{JudgeLine, Judgement, PerftAnswer, PerftLine, ProbeAnswer, ProbeLine};
pub use catalogue::{Catalogue, EngineEntry};
pub use client_message::ClientMessage;
pub use clock::{ClockSettingView, ClockView, GraceView, TimesView, VacationsView};
pub use event::Left;
pub use frame::Frame;
pub use limits::{MAX_FRAME, MAX_NOTE, limits_module};
pub use match_summary::{MatchSummary, PlayerView, PlayersView};
pub use notifications::KindList;
pub use object::Object;
pub use protocol::{
    CaptureView, Created, Event, EventFrame, Moved, NackCode, ServerMessage, TakenBack,
};
pub use schema::{
    AnswerWord, CauseWord, ChannelWord, CommandIdText, MatchIdText, NotificationWord, OfferWord,
    OriginWord, PatternWord, PlayerIdText, ReasonWord, ResultWord, RuleWord, SessionIdText,
    SideWord, StateWord, TokenIdText, VisibilityWord,
};
pub use seek::{FoundView, SeekView, SoughtGameView, StandingView};
pub use shape::{Brush, Point, Shape, Shapes, TooManyShapes};
pub use snapshot::{
    AwayView, ChatLine, CommentView, GameView, OffersView, PresenceView, Snapshot, Summary,
};
pub use sockets::sockets_schema;
pub use stored::GameViewError;
pub use text::{Hash, Text};
