//! Records in every notation.

use crate::opened::Tables;
use engine::Record;
use records::{Kind, open, open_text};

/// A record of a kind: what is read replays, and is written in its notation and in all others of
/// its game, and read again alike.
pub(crate) fn run(kind: Kind, notation: &str, bytes: &[u8]) {
    let Ok(scores) = open(bytes, &Tables) else { return };
    for score in scores.iter().filter(|score| score.kind == Some(kind)) {
        let record = score.main_line();
        // A position that the rules do not have, or a game that goes on after its end.
        let Ok(played) = record.replay() else {
            assert!(!score.faults.is_empty(), "what is read without a fault replays");
            continue;
        };
        // A command for a program has neither comments nor a result.
        if played.info().notations.contains(&notation) && !matches!(notation, "usi" | "fen") {
            let record = trimmed(record.clone());
            let read = check_written(&record, notation);
            assert_eq!(moves(&read), moves(&record));
            let winner = |record: &Record| record.result.as_ref().map(|result| result.winner);
            assert_eq!(winner(&read), winner(&record));
        }
        for other in played.info().notations {
            let read = check_written(&record, other).replay().expect("what is read replays");
            assert_eq!(read.position_text(), played.position_text(), "{other}");
            assert_eq!(read.action_texts(), played.action_texts(), "{other}");
        }
    }
}

/// The actions with their comments and times, in the whole seconds that some notations keep.
fn moves(record: &Record) -> Vec<(&str, &str, Option<u64>)> {
    let seconds = |time: u64| time / 1_000;
    let moves = record.moves.iter();
    moves.map(|played| (&*played.action, &*played.comment, played.time.map(seconds))).collect()
}

/// A record without the white space around the lines of its comments, which readers leave out.
fn trimmed(mut record: Record) -> Record {
    let moves = record.moves.iter_mut().map(|played| &mut played.comment);
    for comment in moves.chain([&mut record.comment]) {
        let lines: Vec<&str> = comment.lines().map(str::trim).collect();
        *comment = lines.join("\n").trim().to_owned();
    }
    record
}

/// Writes a record and reads it again: one game without a fault, which is then read as it was
/// written, but for white space around the lines of comments.
pub(crate) fn check_written(record: &Record, notation: &str) -> Record {
    let read = read_back(record, notation);
    assert_eq!(read_back(&read, notation), read);
    read
}

fn read_back(record: &Record, notation: &str) -> Record {
    let text = record.write(notation).expect("a record that replays");
    let scores = open_text(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let [score] = &scores[..] else { panic!("one game is {}: {text}", scores.len()) };
    assert_eq!(score.faults, [], "{text}");
    trimmed(score.main_line())
}
