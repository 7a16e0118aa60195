//! The samples of `tests/protocol/`, one of every message, which the client's tests read too.

mod journals;

use domain::{Answer, Offer};
use protocol::{
    AnalysisMessage, AnalysisNack, AnalysisRequest, ClientMessage, Event, EventFrame, GameView,
    NackCode, ServerMessage, Summary,
};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// The samples in a file.
fn samples(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/protocol").join(name);
    let text = std::fs::read_to_string(&path).expect("the file of samples is there");
    serde_json::from_str(&text).expect("it is a list")
}

/// The different values of a field.
fn words(samples: &[Value], key: &str) -> BTreeSet<String> {
    samples.iter().filter_map(|sample| sample[key].as_str()).map(str::to_owned).collect()
}

fn set<'a>(words: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
    words.into_iter().map(str::to_owned).collect()
}

#[test]
fn every_sample_of_a_client_is_read_as_it_is_written() {
    let samples = samples("client.json");
    for sample in &samples {
        let message = ClientMessage::parse(&sample.to_string()).expect("it is of the protocol");
        assert_eq!(serde_json::to_value(&message).expect("it is JSON"), *sample);
    }
    let types = words(&samples, "type");
    let offers = Offer::ALL.iter().map(|offer| offer.as_str());
    let others = ["play", "resign", "resume", "abort", "claim", "chat", "snapshot", "ping"];
    assert_eq!(types, set(offers.chain(others)));
    assert_eq!(words(&samples, "answer"), set(Answer::ALL.iter().map(|answer| answer.as_str())));
}

#[test]
fn every_sample_of_the_server_is_read_as_it_is_written() {
    let samples = samples("server.json");
    for sample in &samples {
        let message: ServerMessage =
            serde_json::from_value(sample.clone()).expect("it is of the protocol");
        assert_eq!(serde_json::to_value(&message).expect("it is JSON"), *sample);
        if let ServerMessage::Event(frame) = &message {
            let text: Value = serde_json::from_str(&frame.to_text()).expect("it is JSON");
            assert_eq!(text, *sample);
            let read: EventFrame = serde_json::from_str(&frame.to_text()).expect("it is an event");
            assert_eq!(read, *frame);
        }
    }
    assert_eq!(words(&samples, "code"), set(NackCode::ALL.iter().map(|code| code.as_str())));
}

/// The place of a message among the samples; a new one does not compile until it has one.
const fn name(message: &ServerMessage) -> &'static str {
    match message {
        ServerMessage::Welcome { .. } => "welcome",
        ServerMessage::Snapshot(_) => "snapshot",
        ServerMessage::Ack { .. } => "ack",
        ServerMessage::Nack { .. } => "nack",
        ServerMessage::Event(frame) => kind(&frame.event),
        ServerMessage::Notice { .. } => "notice",
        ServerMessage::Pong { .. } => "pong",
        ServerMessage::Matches { .. } => "matches",
        ServerMessage::Match { .. } => "match",
        ServerMessage::Gone { .. } => "gone",
        ServerMessage::Counts { .. } => "counts",
        ServerMessage::Seek(_) => "seek",
    }
}

const fn kind(event: &Event) -> &'static str {
    match event {
        Event::Created(_) => "created",
        Event::Joined { .. } => "joined",
        Event::Left(_) => "left",
        Event::Renamed { .. } => "renamed",
        Event::Moved(_) => "moved",
        Event::Noted => "noted",
        Event::Offered { .. } => "offered",
        Event::Declined { .. } => "declined",
        Event::Withdrawn { .. } => "withdrawn",
        Event::TakenBack(_) => "taken_back",
        Event::Credited { .. } => "credited",
        Event::Ended { .. } => "ended",
        Event::Chat { .. } => "chat",
        Event::ChatRemoved { .. } => "chat_removed",
        Event::Presence { .. } => "presence",
        Event::Vacation { .. } => "vacation",
        Event::Paused { .. } => "paused",
        Event::Resumed { .. } => "resumed",
        Event::Rematched { .. } => "rematched",
    }
}

#[test]
fn there_is_a_sample_of_everything() {
    let all = [
        "welcome",
        "snapshot",
        "ack",
        "nack",
        "notice",
        "pong",
        "matches",
        "match",
        "gone",
        "counts",
        "seek",
        "created",
        "joined",
        "left",
        "renamed",
        "moved",
        "noted",
        "offered",
        "declined",
        "withdrawn",
        "taken_back",
        "credited",
        "vacation",
        "paused",
        "resumed",
        "ended",
        "chat",
        "chat_removed",
        "presence",
        "rematched",
    ];
    let samples = samples("server.json");
    let names = samples.iter().map(|sample| {
        let message = serde_json::from_value(sample.clone()).expect("it is of the protocol");
        name(&message)
    });
    assert_eq!(set(names), set(all));
}

#[test]
fn every_sample_of_an_analysis_is_read_as_it_is_written() {
    let said = samples("analysis_client.json");
    for sample in &said {
        let message = AnalysisRequest::parse(&sample.to_string()).expect("it is of the protocol");
        assert_eq!(serde_json::to_value(&message).expect("it is JSON"), *sample);
    }
    let types = ["add", "note", "delete", "promote", "lock", "look", "draw", "ping"];
    assert_eq!(words(&said, "type"), set(types));
    let sent = samples("analysis_server.json");
    for sample in &sent {
        let message: AnalysisMessage =
            serde_json::from_value(sample.clone()).expect("it is of the protocol");
        assert_eq!(serde_json::to_value(&message).expect("it is JSON"), *sample);
        if let AnalysisMessage::Change(frame) = message {
            let text = frame.into_text();
            let text: Value = serde_json::from_str(&text).expect("it is JSON");
            assert_eq!(text, *sample);
        }
    }
    assert_eq!(words(&sent, "code"), set(AnalysisNack::ALL.iter().map(|code| code.as_str())));
    let kinds = ["added", "noted", "deleted", "promoted", "cleared", "locked"];
    assert_eq!(words(&sent, "kind"), set(kinds));
    let types =
        ["welcome", "tree", "notes", "change", "ack", "nack", "looked", "drawn", "readers", "pong"];
    assert_eq!(words(&sent, "type"), set(types));
}

#[test]
fn stored_games_are_read_as_they_are_written() {
    for sample in samples("game.json") {
        let game: GameView = serde_json::from_value(sample.clone()).expect("it is a game");
        assert_eq!(serde_json::to_value(&game).expect("it is JSON"), sample);
    }
    for sample in samples("summary.json") {
        let game: Summary = serde_json::from_value(sample.clone()).expect("it is a summary");
        assert_eq!(serde_json::to_value(&game).expect("it is JSON"), sample);
    }
}

#[test]
fn every_problem_is_in_the_document() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/protocol.md");
    let document = std::fs::read_to_string(document).expect("the document is there");
    for sample in samples("problem.json") {
        let code = sample["code"].as_str().expect("a code");
        let row = format!("| {} |", sample["status"]);
        let row =
            document.lines().find(|line| line.starts_with(&row)).expect("a row of the status");
        assert!(row.contains(&format!("`{code}`")), "{code}: {row}");
    }
}
