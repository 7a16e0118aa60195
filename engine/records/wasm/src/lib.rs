//! The readers of game records in the browser, fetched when a record is opened, or is to be written
//! in a notation that the engine does not write.
//!
//! Built apart from the engine of `engine/wasm`, which every page needs. Answers are JSON texts;
//! texts in other encodings than UTF-8 are decoded by the browser.

use records::{Decode, Encoding, OpenError, Score, to_json};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// A decoder of texts: an object with the method `decode(label, bytes)`.
    pub type Decoder;

    /// The text of bytes in the encoding of that label.
    #[wasm_bindgen(method)]
    fn decode(this: &Decoder, label: &str, bytes: &[u8]) -> String;
}

impl Decode for &Decoder {
    fn decode(&self, encoding: Encoding, bytes: &[u8]) -> String {
        Decoder::decode(self, encoding.label(), bytes)
    }
}

/// Reads every game of a file: a JSON list of games as `docs/notation.md` describes them.
///
/// # Errors
///
/// Throws `{"kind","line","column","key","args","error"}` if nothing could be read: the kind that
/// it looks like, or null, and its first fault, where there is one.
#[wasm_bindgen]
pub fn open(bytes: &[u8], decoder: &Decoder) -> Result<String, String> {
    answer(records::open(bytes, &decoder))
}

/// Reads every game of a text, as [`open`] does.
///
/// # Errors
///
/// As [`open`].
#[wasm_bindgen]
pub fn open_text(text: &str) -> Result<String, String> {
    answer(records::open_text(text))
}

/// Writes the first game of a text that [`open_text`] reads, with its variations, in a notation of
/// its game or in `ki2` or `dhtmlxq`.
///
/// # Errors
///
/// Throws as [`open`] does, and `{"kind":null,"error"}` if its game or its ruleset has no such
/// notation.
#[wasm_bindgen]
pub fn write(text: &str, notation: &str) -> Result<String, String> {
    let scores = records::open_text(text).map_err(|error| error.to_json())?;
    let Some(score) = scores.first() else { return Err(OpenError::Unknown.to_json()) };
    score.write(notation).map_err(|error| records::not_written(&error))
}

/// The parts of the first game of a text that another text, which was written of it, does not hold:
/// a JSON list of words such as `variations`, `times` or `reason`.
///
/// # Errors
///
/// Throws as [`open`] does if there is no game in the first text.
#[wasm_bindgen]
pub fn not_held(game: &str, text: &str) -> Result<String, String> {
    let scores = records::open_text(game).map_err(|error| error.to_json())?;
    let Some(score) = scores.first() else { return Err(OpenError::Unknown.to_json()) };
    let parts: Vec<String> =
        score.not_held(text).into_iter().map(|part| format!("\"{part}\"")).collect();
    Ok(format!("[{}]", parts.join(",")))
}

fn answer(read: Result<Vec<Score>, OpenError>) -> Result<String, String> {
    match read {
        Ok(scores) => Ok(format!("[{}]", scores.iter().map(to_json).collect::<Vec<_>>().join(","))),
        Err(error) => Err(error.to_json()),
    }
}
