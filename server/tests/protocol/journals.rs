//! Journals that earlier versions of the program wrote: they are read, restore the same match, and
//! are written again as they were.

use domain::{Channel, Match, MatchId, Moment, NumberedEvent};
use serde_json::json;
use std::path::{Path, PathBuf};
use yiguan::store::codec;
use yiguan::wire::Snapshot;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/journals/v1")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(folder().join(name)).expect("the file is there")
}

/// A journal, and the snapshot that the program which wrote it made of it.
#[track_caller]
fn check_journal(name: &str) {
    let journal = read(&format!("{name}.ndjson"));
    let expected: serde_json::Value =
        serde_json::from_str(&read(&format!("{name}.snapshot.json"))).expect("it is JSON");
    let events: Vec<NumberedEvent> = journal
        .lines()
        .map(|line| {
            let event = codec::read_event(line).expect("an event of before reads");
            assert_eq!(codec::write_event(&event).as_str(), line, "it is written otherwise");
            event
        })
        .collect();
    let id: MatchId = expected["id"].as_str().expect("an id").parse().expect("an id");
    let now = Moment(expected["now"].as_u64().expect("a time"));
    let restored = Match::restore(id, events, now).expect("the journal of before replays");
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
fn changes_of_trees_of_before_are_read_and_written_as_they_were() {
    for line in read("tree.ndjson").lines() {
        let change = codec::read_change(line).expect("a change of before reads");
        assert_eq!(codec::write_change(&change).as_str(), line);
    }
}

#[test]
fn a_journal_of_before_with_everything_that_can_happen_goes_on() {
    check_journal("everything");
}

#[test]
fn journals_of_before_of_every_kind_go_on() {
    for name in ["grace", "shogi", "xiangqi", "open", "rules", "resigned", "vacation", "pause"] {
        check_journal(name);
    }
}
