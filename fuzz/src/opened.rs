//! Records as the world writes them, of whatever kind.

use encoding_rs::Encoding as Table;
use records::{Decode, Encoding, open, to_json};

/// The encodings of `encoding_rs`.
pub(crate) struct Tables;

impl Decode for Tables {
    fn decode(&self, encoding: Encoding, bytes: &[u8]) -> String {
        let table = Table::for_label(encoding.label().as_bytes()).expect("a standard label");
        table.decode_without_bom_handling(bytes).0.into_owned()
    }
}

/// Bytes after those by which a kind is recognised: whatever is read of them is written as JSON,
/// and in every notation of its game, and read again with the same moves.
pub(crate) fn run(begin: &[u8], bytes: &[u8]) {
    let Ok(scores) = open(&[begin, bytes].concat(), &Tables) else { return };
    for score in &scores {
        assert!(to_json(score).starts_with("{\"game\":"));
        let moves = score.main_line().moves.into_iter().map(|played| played.action);
        let moves: Vec<String> = moves.collect();
        for notation in ["kif", "ki2", "csa", "usi", "wxf", "iccs", "cn", "fen", "dhtmlxq"] {
            let Ok(text) = score.write(notation) else { continue };
            let again = open(text.as_bytes(), &Tables).expect("what is written is a record");
            let read = again[0].main_line().moves.into_iter().map(|played| played.action);
            assert_eq!(read.collect::<Vec<_>>(), moves, "{notation}: {text}");
        }
    }
}
