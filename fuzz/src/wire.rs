//! Messages that the server reads as JSON.

use domain::FinishedGame;
use protocol::{
    ClientMessage, EventFrame, GameView, JudgeLine, PerftLine, ServerMessage, Snapshot,
};
use serde_json::{from_str, to_string};
use store::codec;

/// Any text: a frame of a client or of the server, an event of a journal, a stored game, a line
/// of the bulk commands.
pub(crate) fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(message) = ClientMessage::parse(text) {
        let again = to_string(&message).expect("a message is written");
        assert_eq!(ClientMessage::parse(&again), Ok(message), "{again}");
    }
    if let Ok(message) = from_str::<ServerMessage>(text) {
        let again = to_string(&message).expect("a message is written");
        let read = from_str::<ServerMessage>(&again);
        assert_eq!(read.ok(), Some(message), "{again}");
    }
    if let Ok(event) = from_str::<EventFrame>(text) {
        let again = to_string(&event).expect("an event is written");
        assert!(from_str::<EventFrame>(&again).is_ok(), "{again}");
    }
    if let Ok(event) = codec::read_event(text) {
        let again = codec::write_event(&event);
        assert_eq!(codec::read_event(&again).ok(), Some(event), "{again}");
    }
    if let Ok(snapshot) = from_str::<Snapshot>(text) {
        let again = to_string(&snapshot).expect("a snapshot is written");
        assert!(from_str::<Snapshot>(&again).is_ok(), "{again}");
    }
    if let Some(stored) = from_str::<GameView>(text).ok().map(FinishedGame::try_from)
        && let Ok(stored) = stored
    {
        let again = to_string(&GameView::from(stored)).expect("a game is written");
        let read = from_str::<GameView>(&again).map(FinishedGame::try_from);
        assert!(matches!(read, Ok(Ok(_))), "{again}");
    }
    // These are only read.
    let _: Result<JudgeLine, _> = from_str(text);
    let _: Result<PerftLine, _> = from_str(text);
}
