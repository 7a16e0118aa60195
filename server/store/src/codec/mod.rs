//! How events are stored: the texts in `match_event`, `analysis_change` and `seek`.
//!
//! These texts have types of their own (`docs/decisions/0010-stored-events-have-own-types.md`), one
//! module for each version of the format. There is one version so far, `v1`, which names no version;
//! a later one has `"v":2` and so on. Every version that a release has written stays readable. The
//! texts written today must also be readable for servers of the previous release.
//!
//! `server/tests/journals/` has stored journals, which every later version must read.

mod v1;

use super::rows;
use domain::{Deal, Moment, NumberedEvent, Seek, TreeChange};
use std::sync::Arc;

/// A stored text cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum CodecError {
    /// It is not what this program writes.
    #[error("a stored event cannot be read: {0}")]
    Malformed(#[from] serde_json::Error),
    /// A clock's setting is out of range.
    #[error(transparent)]
    Clock(#[from] domain::clock::ClockError),
    /// A seek without a game or a clock that this program knows, or with too many.
    #[error(transparent)]
    Seek(#[from] domain::BadSeek),
    /// A game that this program does not know.
    #[error(transparent)]
    Game(#[from] engine::SetupError),
    /// A later version of the program wrote it.
    #[error("a stored event is of version {0}, which this program does not know")]
    Newer(u32),
}

/// The text of an event of a match.
#[must_use]
pub fn write_event(event: &NumberedEvent) -> Arc<str> {
    let mut text = Vec::with_capacity(512);
    let record = v1::EventRecord::from(event);
    serde_json::to_writer(&mut text, &record).expect("events hold nothing JSON cannot say");
    Arc::from(String::from_utf8(text).expect("JSON is UTF-8"))
}

/// The event of a text.
///
/// # Errors
///
/// [`CodecError`] if no version of this program up to this one writes it.
pub fn read_event(text: &str) -> Result<NumberedEvent, CodecError> {
    v1::EventRecord::parse(text)
}

/// The text of a change of an analysis tree.
#[must_use]
pub fn write_change(change: &TreeChange) -> Arc<str> {
    let record = v1::ChangeRecord::from(change);
    let text = serde_json::to_string(&record).expect("changes hold nothing JSON cannot say");
    Arc::from(text)
}

/// The change of a text.
///
/// # Errors
///
/// [`CodecError`] if no version of this program up to this one writes it.
pub fn read_change(text: &str) -> Result<TreeChange, CodecError> {
    serde_json::from_str::<v1::ChangeRecord<'_>>(text)?.read()
}

/// The text of a seek; the times of its making and of its end have columns of their own.
#[must_use]
pub fn write_seek(seek: &Seek) -> String {
    let record = v1::SeekRecord::from(seek);
    serde_json::to_string(&record).expect("seeks hold nothing JSON cannot say")
}

/// The seek of a text, made at the first of two times and valid until the second.
///
/// # Errors
///
/// [`CodecError`] if no version of this program up to this one writes it.
pub fn read_seek(text: &str, (made_at, expires_at): (Moment, Moment)) -> Result<Seek, CodecError> {
    serde_json::from_str::<v1::SeekRecord<'_>>(text)?.read(made_at, expires_at)
}

/// The text of what two who seek would play.
#[must_use]
pub fn write_deal(deal: &Deal) -> String {
    let record = v1::DealRecord::from(deal);
    serde_json::to_string(&record).expect("deals hold nothing JSON cannot say")
}

/// The deal of a text.
///
/// # Errors
///
/// [`CodecError`] if this program does not know its game or clock.
pub fn read_deal(text: &str) -> Result<Deal, CodecError> {
    serde_json::from_str::<v1::DealRecord<'_>>(text)?.read()
}

/// The seeks of rows. A seek that cannot be read, for instance because its games are no longer
/// offered, is logged and skipped: its owner can create a new one.
pub(super) fn readable_seeks(rows: Vec<rows::SeekRow>) -> Vec<Seek> {
    let read = |row: rows::SeekRow| {
        let (made_at, expires_at) = row.times().ok()?;
        let seek = read_seek(&row.payload, (made_at, expires_at));
        seek.inspect_err(|error| tracing::warn!(%error, "a stored seek cannot be read")).ok()
    };
    rows.into_iter().filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::clock::{ClockSetting, Correspondence};
    use domain::{Event, Player, PlayerId, SoughtGame};
    use engine::BySide;

    #[test]
    fn a_later_version_is_named() {
        let text = r#"{"v":2,"type":"event","seq":1,"at":0,"kind":"chat_removed","chat":7}"#;
        assert!(matches!(read_event(text), Err(CodecError::Newer(2))));
        for text in ["", "{}", "null", r#"{"seq":1,"at":0,"kind":"unheard"}"#] {
            assert!(matches!(read_event(text), Err(CodecError::Malformed(_))), "{text}");
        }
    }

    /// Actions are read by a shorter way than all other events.
    #[test]
    fn an_action_is_held_to_the_same_as_any_event() {
        let text = r#"{"type":"event","seq":3,"at":5,"kind":"moved","ply":0,"by":"first","move":"7g7f","time":9,"position":"p","turn":"second","captures":[],"earned":0,"check":false,"repetitions":1,"hash":"00000000000000ff"}"#;
        let event = read_event(text).expect("it reads");
        assert!(matches!(&event.event, Event::Moved(moved) if moved.hash == 255), "{event:?}");
        assert_eq!(*write_event(&event), *text);
        // Fields may come in any order, and with others that a later program adds.
        let other = r#"{"new":{"kind":"x"},"v":1,"at":5,"kind":"moved","ply":0,"by":"first","move":"7g7f","time":9,"position":"p","turn":"second","captures":[],"earned":0,"check":false,"repetitions":1,"hash":"00000000000000ff","type":"event","seq":3}"#;
        assert_eq!(read_event(other).expect("it reads"), event);
        let newer = text.replace(r#""seq""#, r#""v":2,"seq""#);
        assert!(matches!(read_event(&newer), Err(CodecError::Newer(2))));
        for (known, wrong) in [
            (r#""move":"7g7f","#, ""),
            (r#""hash":"00000000000000ff""#, r#""hash":"x""#),
            (r#""at":5"#, r#""at":-5"#),
        ] {
            let damaged = text.replace(known, wrong);
            assert!(matches!(read_event(&damaged), Err(CodecError::Malformed(_))), "{damaged}");
        }
    }

    #[test]
    fn an_event_is_written_as_it_is_read() {
        let event = NumberedEvent { seq: 9, at: Moment(5), event: Event::ChatRemoved { chat: 7 } };
        let text = write_event(&event);
        assert_eq!(&*text, r#"{"type":"event","seq":9,"at":5,"kind":"chat_removed","chat":7}"#);
        assert_eq!(read_event(&text).expect("it reads"), event);
    }

    #[test]
    fn deal_is_read_as_it_was_written() {
        let mut computer = Player::guest(PlayerId::fresh());
        computer.bot = true;
        let players = BySide { first: Player::guest(PlayerId::fresh()), second: computer };
        let clock = ClockSetting::Correspondence(Correspondence::new(3).expect("in range"));
        let game = SoughtGame::new("shogi", None).expect("known");
        let deal = Deal { game, clock, rated: true, players };
        assert_eq!(read_deal(&write_deal(&deal)).expect("it reads"), deal);
    }
}
