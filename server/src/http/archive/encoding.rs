//! Encodings of game records other than UTF-8, for programs that expect them.
//!
//! A record in Shift-JIS declares its encoding in its first line and has the line ends of Windows.
//! A character that the encoding lacks becomes 〓 (the geta mark), which printers use for a missing
//! type, so nothing is dropped silently.

use encoding_rs::{EncoderResult, SHIFT_JIS};
use serde::Deserialize;
use utoipa::ToSchema;

/// The encoding of a record.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Encoding {
    /// UTF-8.
    #[default]
    #[serde(rename = "utf-8")]
    Utf8,
    /// Shift-JIS with the line ends of Windows, as a `.kif` traditionally is.
    ShiftJis,
}

impl Encoding {
    /// The media type of a text in it.
    pub(crate) const fn media_type(self) -> &'static str {
        match self {
            Self::Utf8 => "text/plain; charset=utf-8",
            Self::ShiftJis => "text/plain; charset=shift_jis",
        }
    }

    /// A text in it.
    pub(crate) fn encode(self, text: String) -> Vec<u8> {
        match self {
            Self::Utf8 => text.into_bytes(),
            Self::ShiftJis => shift_jis(&text),
        }
    }
}

/// The replacement for a character that Shift-JIS lacks: 〓, as in print.
const GETA: [u8; 2] = [0x81, 0xac];

fn shift_jis(text: &str) -> Vec<u8> {
    let text = declared(text).replace('\n', "\r\n");
    let mut encoder = SHIFT_JIS.new_encoder();
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_str();
    loop {
        bytes.reserve(rest.len() + GETA.len());
        let (result, read) =
            encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut bytes, true);
        rest = rest.get(read..).unwrap_or("");
        match result {
            EncoderResult::InputEmpty => return bytes,
            // The next round reserves room for the rest.
            EncoderResult::OutputFull => {}
            EncoderResult::Unmappable(_) => bytes.extend(GETA),
        }
    }
}

/// The text with a first line that declares the encoding.
fn declared(text: &str) -> String {
    let (first, rest) = text.split_at(text.find('\n').unwrap_or(text.len()));
    let name = if first.starts_with("'CSA") { "SHIFT_JIS" } else { "Shift_JIS" };
    first.replace("encoding=UTF-8", &format!("encoding={name}")) + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(text: &str) -> String {
        let bytes = Encoding::ShiftJis.encode(text.to_owned());
        let (text, _, malformed) = SHIFT_JIS.decode(&bytes);
        assert!(!malformed);
        text.into_owned()
    }

    #[test]
    fn shift_jis_tells_itself_and_ends_lines_as_windows_does() {
        let text = "#KIF version=2.0 encoding=UTF-8\n手合割：平手\n   1 ７六歩(77)\n";
        let expected = "#KIF version=2.0 encoding=Shift_JIS\r\n手合割：平手\r\n   1 ７六歩(77)\r\n";
        assert_eq!(decoded(text), expected);
        assert_eq!(decoded("'CSA encoding=UTF-8\nV2.2\n"), "'CSA encoding=SHIFT_JIS\r\nV2.2\r\n");
    }

    #[test]
    fn what_shift_jis_lacks_becomes_a_geta() {
        assert_eq!(decoded("先手：観馆 😀\n"), "先手：観〓 〓\r\n");
    }

    #[test]
    fn long_texts_fit() {
        let text = "歩馆".repeat(20_000);
        assert_eq!(decoded(&text), "歩〓".repeat(20_000));
    }
}
