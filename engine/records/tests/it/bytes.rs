//! A binary record accounts for the bytes of its names, comments and moves: each is used, or a fault
//! is about its move or about all that follows.

use crate::binary::{ROWS, Stored, TREE, cbr, hidden, plain};
use crate::support::{Random, Tables, games};
use records::{Score, open, to_json};
use std::ops::Range;

/// A file and where its parts are.
struct Sample {
    file: Vec<u8>,
    /// The names in its head.
    names: Vec<Range<usize>>,
    /// Its moves, the place before the first move as the first of them.
    moves: Vec<Range<usize>>,
    /// The place of the points of a move, counted from its beginning.
    points: Range<usize>,
}

impl Sample {
    /// `head` is where the moves begin. In an XQF without keys every move has a length of its
    /// comment, elsewhere only those with one have.
    fn new(file: Vec<u8>, tree: &[Stored<'_>], head: usize, unit: usize, always: bool) -> Self {
        let mut moves = Vec::new();
        let mut at = head;
        for (.., comment) in tree {
            let text = String::from_utf8_lossy(comment);
            let length = if unit == 2 { text.encode_utf16().count() * 2 } else { comment.len() };
            let more = if length > 0 || always { 4 + length } else { 0 };
            moves.push(at..at + 4 + more);
            at += 4 + more;
        }
        assert_eq!(at, file.len());
        let names: &[Range<usize>] = if unit == 2 {
            &[180..182, 692..694, 884..892, 1076..1078, 1300..1302]
        } else {
            &[81..87, 305..307, 321..323]
        };
        let points = if unit == 2 { 2..4 } else { 0..2 };
        Self { file, names: names.to_vec(), moves, points }
    }

    fn all() -> [Self; 3] {
        [
            Self::new(plain(&TREE), &TREE, 1024, 1, true),
            Self::new(hidden(&TREE), &TREE, 1024, 1, false),
            Self::new(cbr(&ROWS), &ROWS, 2214, 2, false),
        ]
    }

    /// The bytes that carry a meaning, each with the move it belongs to.
    fn bytes(&self) -> Vec<(usize, Option<&Range<usize>>)> {
        let names = self.names.iter().cloned().flatten().map(|at| (at, None));
        // The place before the first move has no points; the lengths and comments have all.
        let points = self.moves.iter().skip(1).flat_map(|one| {
            let (start, end) = (one.start + self.points.start, one.start + self.points.end);
            (start..end).map(move |at| (at, Some(one)))
        });
        let comments = self
            .moves
            .iter()
            .flat_map(|one| (one.start + 4..one.end).map(move |at| (at, Some(one))));
        names.chain(points).chain(comments).collect()
    }
}

fn read(file: &[u8]) -> Option<Vec<String>> {
    open(file, &Tables).ok().map(|scores| scores.iter().map(to_json).collect())
}

/// The offset of each fault, and whether its message is that the moves and the file do not end
/// together.
fn faults(scores: &[Score]) -> Vec<(usize, bool)> {
    let all = scores.iter().flat_map(|score| &score.faults);
    all.map(|fault| (fault.column - 1, matches!(fault.fault.key(), "cut_off" | "no_line")))
        .collect()
}

#[test]
fn every_byte_of_a_whole_file_is_used() {
    for sample in Sample::all() {
        let whole = read(&sample.file);
        for (at, _) in sample.bytes() {
            let mut file = sample.file.clone();
            file[at] ^= 1;
            assert_ne!(read(&file), whole, "byte {at} is lost");
        }
    }
}

#[test]
fn damaged_byte_is_never_lost_silently() {
    let tries = if std::env::var_os("YIGUAN_LONG").is_some() { 100_000 } else { 1_000 };
    let seed = 0x9e37_79b9_7f4a_7c15;
    let mut random = Random(seed);
    for sample in Sample::all() {
        let (bytes, begin) = (sample.bytes(), sample.moves[0].start);
        for number in 0..tries {
            let mut file = sample.file.clone();
            for _ in 0..=random.below(2) {
                let at = begin + random.below(file.len() - begin);
                file[at] = u8::try_from(random.below(256)).expect("a byte");
            }
            let Some(whole) = read(&file) else { continue };
            let faults = faults(&games(&file));
            let (at, one) = bytes[random.below(bytes.len())];
            // A byte that cannot be decoded reads the same as another such byte, and is shown as
            // one.
            let used = [1, 0x20, 0x80, 0xff].into_iter().any(|bits| {
                let mut changed = file.clone();
                changed[at] ^= bits;
                read(&changed).as_ref() != Some(&whole)
            });
            if used || whole.iter().any(|game| game.contains('\u{fffd}')) {
                continue;
            }
            // A fault covers the marks, points and length of its move, as the damaged file has it. A
            // file that ends in the middle of its moves has a wrong length somewhere before.
            let reported = |&(fault, to_end): &(usize, bool)| {
                let own = one.is_some_and(|one| one.contains(&fault));
                own || (fault..fault + 8).contains(&at) || to_end
            };
            assert!(
                faults.iter().any(reported),
                "byte {at} is lost, seed {seed:#x}, mutation {number}: {whole:?}"
            );
        }
    }
}
