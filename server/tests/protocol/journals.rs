//! Stored journals of version 1: they are read, restore the same match, and are written again
//! unchanged. They are never edited after a release, because its databases have such rows.

use domain::{Channel, Match, MatchId, Moment, NumberedEvent};
use protocol::Snapshot;
use serde_json::json;
use std::path::{Path, PathBuf};
use store::codec;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/journals/v1")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(folder().join(name)).expect("the file is there")
}

/// Checks a journal and the snapshot of its match.
#[track_caller]
fn check_journal(name: &str) {
    let journal = read(&format!("{name}.ndjson"));
    let expected: serde_json::Value =
        serde_json::from_str(&read(&format!("{name}.snapshot.json"))).expect("it is JSON");
    let events: Vec<NumberedEvent> = journal
        .lines()
        .map(|line| {
            let event = codec::read_event(line).expect("the event reads");
            assert_eq!(&*codec::write_event(&event), line, "it is written differently");
            event
        })
        .collect();
    let id: MatchId = expected["id"].as_str().expect("an id").parse().expect("an id");
    let now = Moment(expected["now"].as_u64().expect("a time"));
    let restored = Match::restore(id, events, now).expect("the journal replays");
    let seen =
        |channel| serde_json::to_value(Snapshot::of(&restored, now, channel)).expect("it is JSON");
    assert_eq!(seen(Some(Channel::Players)), expected);
    if expected["state"] == "live" {
        assert_eq!(
            seen(None)["chat"],
            json!([]),
            "spectators read what players write after the end"
        );
    }
}

#[test]
fn stored_tree_changes_are_written_as_read() {
    for line in read("tree.ndjson").lines() {
        let change = codec::read_change(line).expect("the change reads");
        assert_eq!(&*codec::write_change(&change), line);
    }
}

#[test]
fn journal_with_every_event_restores_its_match() {
    check_journal("everything");
}

#[test]
fn journals_of_every_kind_restore_their_matches() {
    for name in ["grace", "shogi", "xiangqi", "open", "rules", "resigned", "vacation", "pause"] {
        check_journal(name);
    }
}
