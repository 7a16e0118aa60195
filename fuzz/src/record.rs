//! Records in every notation.

use encoding_rs::SHIFT_JIS;
use engine::Record;

/// A record's text, in UTF-8 or, as KIF often is, in Shift-JIS.
pub(crate) fn run(game: &str, notation: &str, bytes: &[u8]) {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => SHIFT_JIS.decode(bytes).0,
    };
    // Only the plain record names its game itself, and is not played while it is read.
    let Ok(record) = Record::read(game, notation, &text) else { return };
    let Ok(played) = record.replay() else {
        assert_eq!(notation, "txt", "what is read has been played");
        return;
    };
    let read = check_written(&record, notation);
    assert_eq!(moves(&read), moves(&record), "{text}");
    assert_eq!(read.result, record.result, "{text}");
    for other in played.info().notations {
        let read = check_written(&record, other).replay().expect("what is read has been played");
        assert_eq!(read.position_text(), played.position_text(), "{other} of {text}");
    }
}

/// The actions with their comments and times, in the whole seconds that some notations keep.
fn moves(record: &Record) -> Vec<(&str, &str, Option<u64>)> {
    let seconds = |time: u64| time / 1_000;
    let moves = record.moves.iter();
    moves.map(|played| (&*played.action, &*played.comment, played.time.map(seconds))).collect()
}

/// Writes a record and reads it again; what is read is written as it was.
pub(crate) fn check_written(record: &Record, notation: &str) -> Record {
    let text = record.write(notation).expect("a record that replays");
    let read = Record::read(&record.game, notation, &text);
    let read = read.unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(read.write(notation).as_deref(), Ok(text.as_str()));
    read
}
