//! A match on a database, and the paths whose instructions are counted (`benches/paths.rs`).
//!
//! A path calls `domain`, `protocol` and `store` as the server does, without its tasks and sockets. It is
//! on one thread: what the thread of the database does is not counted.

use domain::clock::{ClockSetting, Fischer};
use domain::{
    Command, CommandId, Event, Match, MatchId, Moment, NumberedEvent, Player, PlayerId, Setup,
};
use engine::{AnyGame, Options, Side};
use protocol::{ClientMessage, EventFrame, Frame, MatchSummary, ServerMessage, Snapshot};
use std::sync::Arc;
use store::{Append, Closing, Database, Event as Stored, Location, Purpose, codec};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use uuid::Uuid;

/// The first moves of a game of shogi, in USI.
const MOVES: [&str; 8] = ["7g7f", "3c3d", "2g2f", "4c4d", "3i4h", "8b4b", "5i6h", "5a6b"];

/// When everything happens.
const NOW: Moment = Moment(1_700_000_000_000);

/// A match of shogi with its journal.
#[derive(Debug)]
pub struct Scene {
    runtime: Runtime,
    store: Database,
    _folder: TempDir,
    state: Match,
    players: [Player; 2],
}

impl Scene {
    /// A public match that waits for an opponent.
    ///
    /// # Panics
    ///
    /// If the temporary folder cannot be written.
    #[must_use]
    pub fn open() -> Self {
        let folder = TempDir::new().expect("a folder");
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        let location = Location::Sqlite(folder.path().to_owned());
        let store = runtime.block_on(store::open(&location, Purpose::Serve)).expect("a database");
        let players = [1, 2].map(|number| Player::guest(PlayerId(Uuid::from_u128(number))));
        let game = AnyGame::new("shogi", None, &Options::none(), None).expect("a game");
        let setup = Setup {
            clock: ClockSetting::Fischer(Fischer::new(600, 5).expect("a clock")),
            ..Setup::open_match(game, players[0].clone())
        };
        let created = setup.created();
        let state =
            Match::begin(MatchId(Uuid::from_u128(3)), &created, NOW).expect("a new match begins");
        let scene = Self { runtime, store, _folder: folder, state, players };
        scene.write(0, vec![Event::Created(Box::new(created))], None);
        scene
    }

    /// The same with an opponent and some moves, so that statements are prepared and buffers have grown.
    #[must_use]
    pub fn underway() -> Self {
        let mut scene = Self::open();
        scene.join();
        for _ in 1..MOVES.len() {
            scene.play();
        }
        scene
    }

    /// The opponent takes the free seat, and is sent the match.
    ///
    /// # Panics
    ///
    /// If the seat is not free.
    pub fn join(&mut self) -> Frame {
        let (_, joined) = self.state.decide_join(&self.players[1], NOW).expect("a free seat");
        self.commit(joined.into_iter().collect(), None);
        let snapshot = Snapshot::of(&self.state, NOW, None);
        text(&ServerMessage::Snapshot(Box::new(snapshot)))
    }

    /// The next move, from the message of a player to the event that both are sent.
    pub fn play(&mut self) -> Vec<Frame> {
        let ply = self.state.ply();
        let action = MOVES[usize::try_from(ply).unwrap_or_default() % MOVES.len()];
        self.command(&format!(
            r#"{{"type":"play","id":"{ply}-{ply}","ply":{ply},"move":"{action}"}}"#
        ))
    }

    /// The end of the game, with its row in the archive.
    pub fn resign(&mut self) -> Vec<Frame> {
        self.command(r#"{"type":"resign","id":"1-resign"}"#)
    }

    /// The change that the lobby is sent when the match changes.
    #[must_use]
    pub fn list(&self) -> Frame {
        text(&ServerMessage::Match { summary: Box::new(MatchSummary::of(&self.state)) })
    }

    fn command(&mut self, frame: &str) -> Vec<Frame> {
        let message = ClientMessage::parse(frame).expect("a message");
        let (id, command) = message.into_command(0).expect("a command");
        let by = match self.state.turn() {
            Some(Side::Second) => 1,
            _ => 0,
        };
        let who = self.players[by].clone();
        let events = self.decide(&who, &command);
        self.commit(events, Some((who.id, id)))
    }

    fn decide(&mut self, who: &Player, command: &Command) -> Vec<Event> {
        self.state.decide(who, command, NOW).expect("a legal command")
    }

    /// Writes events, applies them, and writes what readers are sent.
    fn commit(&mut self, events: Vec<Event>, command: Option<(PlayerId, CommandId)>) -> Vec<Frame> {
        let numbered = self.write(self.state.seq(), events, command);
        let apply = |numbered: NumberedEvent| {
            self.state.evolve(&numbered.event, NOW).expect("a decided event");
            Frame::from(EventFrame::from(&numbered).to_text())
        };
        numbered.into_iter().map(apply).collect()
    }

    fn write(
        &self,
        last: u32,
        events: Vec<Event>,
        command: Option<(PlayerId, CommandId)>,
    ) -> Vec<NumberedEvent> {
        let mut key: Option<Arc<str>> = command.map(|(who, id)| id.key(who));
        let number = |(seq, event)| NumberedEvent { seq, at: NOW, event };
        let numbered: Vec<_> = (last + 1..).zip(events).map(number).collect();
        let stored = |event: &NumberedEvent| Stored {
            seq: event.seq,
            command: key.take(),
            payload: codec::write_event(event),
        };
        let events = numbered.iter().map(stored).collect();
        let ends = numbered.iter().any(|numbered| matches!(numbered.event, Event::Ended { .. }));
        let closing = ends.then(|| self.closing(&numbered));
        let append = Append { match_id: self.state.id(), events, closing, seekers: None };
        self.runtime.block_on(self.store.commit(&[append])).expect("a commit");
        numbered
    }

    fn closing(&self, events: &[NumberedEvent]) -> Closing {
        let mut after = self.state.clone();
        for numbered in events {
            after.evolve(&numbered.event, NOW).expect("a decided event");
        }
        Closing::Archive(Box::new(after.finished(Vec::new()).expect("the match is over")))
    }
}

fn text(message: &ServerMessage) -> Frame {
    Frame::from(serde_json::to_string(message).expect("messages hold nothing JSON cannot say"))
}
