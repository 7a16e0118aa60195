//! Every game of the catalogue, played by two with a third watching until its rules end it.

use crate::on_both;
use e2e::{
    Database, Line, Request, Server, ServerOptions, Socket, Table, lines_to_every_end, setups,
};
use engine::{AnyGame, BySide, Outcome, Side, read_plain};
use futures_util::{StreamExt, stream};
use serde_json::{Value, json};

on_both!(is_played_to_every_end_random_play_finds);

/// Games at a time: enough that the server's commits are shared.
const AT_ONCE: usize = 12;

/// Random games tried for each way of playing.
const SEEDS: u64 = 12;

async fn is_played_to_every_end_random_play_finds(database: &Database) {
    // The limits expect fewer games from one address in a minute.
    let server = Server::start_with(database, ServerOptions::Unlimited).await;
    let lines = setups().into_iter().flat_map(|setup| lines_to_every_end(&setup, SEEDS));
    stream::iter(lines).for_each_concurrent(AT_ONCE, |line| play(&server, line)).await;
    assert!(server.terminate().await.status.success());
}

async fn play(server: &Server, line: Line) {
    let table = Table::open(server, &line.setup.body()).await;
    let mut sockets = table.sit_both(server).await;
    let mut spectator = table.watch(server).await;
    let mut game = line.setup.begin();
    let mut last = 0;
    for (ply, action) in line.moves.iter().enumerate() {
        let side = game.to_act();
        let id = format!("c{ply}");
        let command = json!({"type": "play", "id": id, "ply": ply, "move": action});
        last = sockets[side].done(&command).await;
        check_journal(server, &table, &mut spectator, last, ply).await;
        let event = check_same_for_all(&mut sockets, &mut spectator, last).await;
        let played = game.play(action).expect("the engine chose it");
        let captures: Vec<Value> = played
            .captures
            .iter()
            .map(|c| json!({"at": c.at, "pattern": c.pattern.as_str()}))
            .collect();
        let context = format!("{} ply {ply}: {event}", line.setup);
        for (key, expected) in [
            ("kind", json!("moved")),
            ("ply", json!(ply)),
            ("by", json!(side.as_str())),
            ("move", json!(played.action)),
            ("position", json!(game.position_text())),
            ("turn", turn(&game)),
            ("captures", json!(captures)),
            ("earned", json!(played.earned)),
            ("check", json!(played.check)),
            ("repetitions", json!(game.repetitions())),
            ("hash", json!(hash(&game))),
        ] {
            assert_eq!(event[key], expected, "`{key}` in {context}");
        }
        assert_eq!(event.get("clock"), None, "there is none: {context}");
    }
    let ended = check_same_for_all(&mut sockets, &mut spectator, last + 1).await;
    check_end(&ended, "ended", line.outcome);
    check_archive(server, &table, &line, &game).await;
}

/// An acknowledged action is in the journal; asked now and then, since it takes time.
async fn check_journal(server: &Server, table: &Table, spectator: &mut Socket, seq: u64, ply: usize) {
    const EVERY: usize = 16;
    if !ply.is_multiple_of(EVERY) {
        return;
    }
    let path = format!("/api/matches/{}/events?since={}", table.id, seq - 1);
    let journal = server.send(Request::get(&path)).await;
    if journal.status == 409 {
        // This very action ended the game, and the journal became its row in the archive.
        assert_eq!(spectator.event(seq + 1).await["kind"], "ended");
        return;
    }
    let first = journal.text().lines().next().map(str::to_owned);
    assert_eq!(first.as_deref(), Some(spectator.event_text(seq).await));
}

/// All connections get the same bytes.
async fn check_same_for_all(sockets: &mut BySide<Socket>, spectator: &mut Socket, seq: u64) -> Value {
    let text = spectator.event_text(seq).await.to_owned();
    for side in Side::ALL {
        assert_eq!(sockets[side].event_text(seq).await, text);
    }
    serde_json::from_str(&text).expect("it was read before")
}

fn hash(game: &AnyGame) -> String {
    format!("{:016x}", game.key())
}

fn turn(game: &AnyGame) -> Value {
    if game.outcome().is_some() { Value::Null } else { json!(game.to_act().as_str()) }
}

#[track_caller]
fn check_end(told: &Value, kind: &str, outcome: Outcome) {
    let result = outcome.winner.map_or("draw", Side::as_str);
    assert_eq!(told["result"], result, "{kind}: {told}");
    assert_eq!(told["reason"], outcome.reason.as_str(), "{kind}: {told}");
}

/// Every notation of the game replays to where the game ended, and can be had in Shift-JIS.
async fn check_records(server: &Server, table: &Table, game: &AnyGame) {
    let info = game.info();
    for notation in info.notations {
        let path = format!("/api/archive/{}.{notation}", table.id);
        let utf8 = server.send(Request::get(&path)).await;
        let scores = records::open_text(utf8.text()).expect("the record reads back");
        let [score] = &scores[..] else { panic!("one game, {notation}") };
        assert_eq!(score.faults, [], "{notation}");
        let replayed = score.main_line().replay().expect("the record replays");
        assert_eq!(replayed.position_text(), game.position_text(), "{notation}");
        let old = server.send(Request::get(&format!("{path}?encoding=shift_jis"))).await;
        assert_eq!(old.header("content-type"), Some("text/plain; charset=shift_jis"));
        let lines = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(lines(&old.body), lines(&utf8.body), "{notation}");
        assert_eq!(std::str::from_utf8(&old.body).is_ok(), utf8.body.is_ascii(), "{notation}");
    }
    let path = format!("/api/archive/{}.txt?encoding=latin-1", table.id);
    server.send(Request::get(&path)).await.is_problem(400, "bad_request");
}

async fn check_archive(server: &Server, table: &Table, line: &Line, game: &AnyGame) {
    let stored = table.archived(server).await;
    check_end(&stored, "archive", line.outcome);
    assert_eq!(stored["moves"], json!(line.moves));
    assert_eq!(stored["times"].as_array().map(Vec::len), Some(line.moves.len()));
    assert_eq!(stored["plies"], line.moves.len());
    assert_eq!(stored["start"], game.start_text());
    assert_eq!(stored["position"], game.position_text());
    assert_eq!(stored["hash"], hash(game));
    for side in Side::ALL {
        assert_eq!(stored["players"][side.as_str()]["id"], table.guests[side].id);
    }

    let record = server.send(Request::get(&format!("/api/archive/{}.txt", table.id))).await;
    let record = read_plain(record.text()).expect("the record reads back");
    let replayed = record.replay().expect("the record replays");
    assert_eq!(replayed.key(), game.key());
    assert_eq!(replayed.outcome(), Some(line.outcome));
    let result = record.result.expect("it tells the result");
    assert_eq!(
        (result.winner, &*result.reason),
        (line.outcome.winner, line.outcome.reason.as_str())
    );

    check_records(server, table, game).await;

    let snapshot = table.snapshot(server).await;
    check_end(&snapshot, "snapshot", line.outcome);
    assert_eq!(snapshot["state"], "over");
    assert_eq!(snapshot["moves"], stored["moves"]);
    assert_eq!(snapshot["hash"], stored["hash"]);
    assert_eq!(snapshot["turn"], Value::Null);
}
