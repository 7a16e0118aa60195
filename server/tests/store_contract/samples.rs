//! Invented matches and games.

use domain::clock::{ClockSetting, Fischer};
use domain::likeness::likeness;
use domain::{
    EndReason, FinishedGame, GameSummary, MatchId, MatchResult, Moment, Origin, Player, PlayerId,
    SessionId,
};
use engine::{BySide, Side};
use std::sync::Arc;
use store::{
    Account, Append, Closing, Database, Event, FeedBatch, FeedReader, Generation, Pass,
    Registering, Registration, Session,
};
use uuid::Uuid;

/// Lets the readers of ended games read to the end.
pub(crate) async fn read_all(store: &Database) {
    for reader in FeedReader::ALL {
        while store.read_on(reader, FeedBatch::LARGE).await.expect("it reads") > 0 {}
    }
}

/// A match id made from a number.
pub(crate) fn match_id(number: u128) -> MatchId {
    MatchId(Uuid::from_u128(number))
}

/// A player made from a number.
pub(crate) fn player(number: u128) -> Player {
    Player::new(PlayerId(Uuid::from_u128(number)), "Guest 4f2a", true)
}

/// A session of a player, confirmed when it began.
pub(crate) fn session(player: PlayerId, at: Moment) -> Session {
    Session {
        id: SessionId::fresh(),
        player,
        device: "Firefox, Linux".to_owned(),
        created_at: at,
        seen_at: at,
        confirmed_at: Some(at),
    }
}

/// Opens a session of a player in a generation.
pub(crate) async fn open(
    store: &Database,
    player: PlayerId,
    generation: Generation,
    at: Moment,
) -> SessionId {
    let session = session(player, at);
    store.open_session(&session, generation, 50).await.expect("it is written");
    session.id
}

/// Registers a guest in a session that is opened for it.
pub(crate) async fn register(
    store: &Database,
    account: &Account,
    codes: &[[u8; 32]],
) -> (Registering, SessionId) {
    let session = open(store, account.id, Generation::GUEST, account.registered_at).await;
    let likeness = account.name.as_deref().map(likeness);
    let registration = Registration {
        account,
        likeness: likeness.as_deref(),
        codes,
        passkey: None,
        pass: Pass::Session(session),
    };
    (store.register(registration).await.expect("it is written"), session)
}

/// An event whose spaces, key order and signs outside ASCII must come back as they are.
pub(crate) fn event(seq: u32, command: Option<&str>) -> Event {
    let payload = format!(r#"{{"type":"event", "seq":{seq},"kind":"chat","a":"弈\u0000馆 \"'"}}"#);
    Event { seq, command: command.map(Into::into), payload: Arc::from(payload) }
}

/// Events without commands.
pub(crate) fn append(match_id: MatchId, seqs: impl IntoIterator<Item = u32>) -> Append {
    let events = seqs.into_iter().map(|seq| event(seq, None)).collect();
    Append { match_id, events, closing: None, seekers: None }
}

/// One event with a command.
pub(crate) fn command(match_id: MatchId, seq: u32, command: &str) -> Append {
    Append { match_id, events: vec![event(seq, Some(command))], closing: None, seekers: None }
}

/// The end of a match, as `game`.
pub(crate) fn ending(seq: u32, game: FinishedGame) -> Append {
    Append {
        match_id: game.summary.id,
        events: vec![event(seq, Some("last"))],
        closing: Some(Closing::Archive(Box::new(game))),
        seekers: None,
    }
}

/// A game with something in every field, that ended at `ended_at`.
pub(crate) fn game(id: MatchId, ended_at: u64) -> FinishedGame {
    FinishedGame {
        summary: GameSummary {
            id,
            game: "er-chi-yi".to_owned(),
            ruleset: "standard".to_owned(),
            ruleset_version: 3,
            options: [("board", "7x8"), ("style", "tian")].into_iter().collect(),
            start: "wwwww/5/5/5/bbbbb b -".to_owned(),
            clock: ClockSetting::Fischer(Fischer::new(300, 5).expect("in range")),
            players: BySide { first: Some(player(0xa)), second: Some(player(0xb)) },
            result: Some(MatchResult::Won(Side::First)),
            reason: EndReason::Resignation,
            position: "5/5/b4/b2b1/3b1 b -".to_owned(),
            hash: u64::MAX - 1,
            plies: 2,
            rated: true,
            found: true,
            origin: Some(Origin::Seek),
            started_at: Moment(ended_at - 1),
            ended_at: Moment(ended_at),
        },
        moves: vec!["a1a2".to_owned(), "P*5e".to_owned()],
        times: vec![0, 1_830],
        last_seq: 40,
        commands: vec![("first:c1".into(), 3), ("second:c1".into(), 4)],
    }
}

/// A game that was called off before an opponent came, with nothing where that is possible.
pub(crate) fn aborted(id: MatchId, ended_at: u64) -> FinishedGame {
    let full = game(id, ended_at);
    FinishedGame {
        summary: GameSummary {
            options: engine::Options::none(),
            clock: ClockSetting::None,
            players: BySide { first: None, second: None },
            result: None,
            reason: EndReason::Aborted,
            hash: 0,
            plies: 0,
            rated: false,
            ..full.summary
        },
        moves: Vec::new(),
        times: Vec::new(),
        last_seq: 0,
        commands: Vec::new(),
    }
}
