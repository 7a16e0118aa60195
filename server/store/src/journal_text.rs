//! The journal of a match as one text, as the databases gather it.
//!
//! A server that starts reads hundreds of thousands of events. Passed row by row, with separate
//! strings for each, they cost more than playing their actions again; so the database joins those
//! of a match, and the code that restores the match reads them out of the text, on any thread. Each
//! row is the number, the command (empty where there is none) and the payload, with [`FIELD`]
//! between them; rows end with [`ROW`]. Neither character can be in a command, or in JSON as it is
//! written here.

use super::{Event, StoreError};
use std::sync::Arc;

/// Between the fields of a row; 31 in the queries.
const FIELD: char = '\u{1f}';

/// Between rows; 10 in the queries.
const ROW: char = '\n';

/// All events of a match, in any order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JournalText(String);

/// An event of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JournalRow<'a> {
    /// As [`Event::seq`].
    pub seq: u32,
    /// As [`Event::command`].
    pub command: Option<&'a str>,
    /// The text of [`Event::payload`].
    pub payload: &'a str,
}

impl JournalText {
    /// A text that a database has gathered.
    pub(super) const fn gathered(text: String) -> Self {
        Self(text)
    }

    /// The events in the order of their numbers.
    ///
    /// # Errors
    ///
    /// [`StoreError::Damaged`] if a row is none.
    pub fn rows(&self) -> Result<Vec<JournalRow<'_>>, StoreError> {
        let read = |row| read(row).ok_or(StoreError::Damaged("a row of a journal cannot be read"));
        let lines = self.0.split(ROW).filter(|row| !row.is_empty());
        let mut rows = lines.map(read).collect::<Result<Vec<_>, _>>()?;
        // As they nearly always are; a database may gather them otherwise.
        if !rows.is_sorted_by_key(|row| row.seq) {
            rows.sort_by_key(|row| row.seq);
        }
        Ok(rows)
    }

    /// The same as events of their own.
    ///
    /// # Errors
    ///
    /// As [`rows`](Self::rows).
    pub fn events(&self) -> Result<Vec<Event>, StoreError> {
        let event = |row: JournalRow<'_>| Event {
            seq: row.seq,
            command: row.command.map(Into::into),
            payload: Arc::from(row.payload),
        };
        Ok(self.rows()?.into_iter().map(event).collect())
    }
}

fn read(row: &str) -> Option<JournalRow<'_>> {
    let (seq, rest) = row.split_once(FIELD)?;
    let (command, payload) = rest.split_once(FIELD)?;
    let command = (!command.is_empty()).then_some(command);
    Some(JournalRow { seq: seq.parse().ok()?, command, payload })
}

impl From<&[Event]> for JournalText {
    fn from(events: &[Event]) -> Self {
        let mut text = String::new();
        for Event { seq, command, payload } in events {
            text.push_str(&seq.to_string());
            text.push(FIELD);
            text.push_str(command.as_deref().unwrap_or_default());
            text.push(FIELD);
            text.push_str(payload.as_ref());
            text.push(ROW);
        }
        Self(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(seq: u32, command: Option<&str>) -> Event {
        let payload = Arc::from(format!("{{\"seq\":{seq},\"text\":\"a b\\n\"}}"));
        Event { seq, command: command.map(Into::into), payload }
    }

    #[test]
    fn events_are_read_as_they_are_written() {
        let events = [event(1, None), event(2, Some("a:b")), event(3, None)];
        assert_eq!(JournalText::from(&events[..]).events().as_deref(), Ok(&events[..]));
        assert_eq!(JournalText::default().events(), Ok(Vec::new()));
    }

    #[test]
    fn the_numbers_say_the_order() {
        let turned = [event(2, Some("a:b")), event(10, None), event(1, None)];
        let rows = JournalText::from(&turned[..])
            .rows()
            .map(|rows| rows.iter().map(|row| row.seq).collect::<Vec<_>>());
        assert_eq!(rows, Ok(vec![1, 2, 10]));
    }

    #[test]
    fn text_that_is_no_row_is_damage() {
        for text in ["{}", "1\u{1f}{}", "x\u{1f}\u{1f}{}", "-1\u{1f}\u{1f}{}"] {
            let read = JournalText::gathered(text.to_owned()).events();
            assert!(matches!(read, Err(StoreError::Damaged(_))), "{text}");
        }
    }
}
