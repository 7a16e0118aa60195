//! What goes over the wire: the only types that are serialised.

mod analysis;
mod bad_message;
mod bulk;
mod catalogue;
mod client_message;
mod clock;
mod command_id;
mod object;
mod protocol;
mod room;
mod schema;
mod shape;
mod snapshot;
mod sockets;
mod stored;
mod text;

pub use analysis::{
    AnalysisMessage, AnalysisNack, AnalysisRequest, Change, ChangeFrame, NodeView, NoteView,
    TreeView,
};
pub use bad_message::BadMessage;
pub use bulk::{JudgeLine, Judgement, PerftAnswer, PerftLine};
pub use catalogue::Catalogue;
pub use client_message::{Answer, ClientMessage};
pub use clock::{ClockSettingView, ClockView, GraceView, TimesView};
pub use command_id::{CommandId, CommandIdError};
pub use object::Object;
pub use protocol::{
    CaptureView, Created, Event, EventFrame, Moved, NackCode, Offer, ServerMessage, TakenBack,
};
pub use room::{Player, PlayersView, Room, RoomState};
pub(crate) use schema::{ReasonWord, ResultWord, SideWord};
pub use shape::{Brush, Point, Shape, Shapes, TooManyShapes};
pub use snapshot::{ChatLine, GameView, OffersView, PresenceView, Snapshot, Summary};
pub use sockets::sockets_schema;
pub use stored::GameViewError;
pub use text::{Channel, CreditCause, Hash, Text, Visibility};
