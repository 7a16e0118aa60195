//! The table format: a header in plain text, then one code for each position.
//!
//! ```text
//! yiguan-table 1
//! sha256 <64 digits: of everything after this line>
//! game er-chi-yi
//! ruleset standard
//! version 1
//! distance actions
//! history cycles are draws; …
//! class 2 1 width 1 entries 1234 values 0,1,5,2
//! class …
//!
//! <the codes of the first class> <those of the second> …
//! ```
//!
//! A class line gives the stones of the side to act and of the other side, how many bytes a code
//! has, how many positions are numbered and the meaning of each code: the distance times four, plus
//! 1 for a win and 2 for a loss; 0 is a draw. Codes of two bytes are written low byte first.
//! Nothing is compressed, so that any position is read by its offset.

use crate::fold::Class;
use crate::games::Solved;
use crate::value::Value;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::io::{self, Read, Write};

/// The version of the format.
pub const FORMAT: u32 = 1;

/// The unit of distances.
pub const DISTANCE_UNIT: &str = "actions";

const MAGIC: &str = "yiguan-table";

/// The longest header read, in bytes.
const MAX_HEADER_LEN: u64 = 1 << 20;

/// A class as its line in the header describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Section {
    pub(crate) class: Class,
    /// The number of bytes of a code: 1 or 2.
    pub(crate) width: u8,
    /// The number of codes.
    pub(crate) entries: u64,
    /// The meaning of each code.
    pub(crate) values: Vec<Value>,
}

impl Section {
    /// Chooses the codes for the values of a class.
    pub(crate) fn of(class: Class, values: impl Iterator<Item = u16>) -> Self {
        let mut seen = vec![false; usize::from(u16::MAX) + 1];
        let mut entries = 0;
        for value in values {
            seen[usize::from(value)] = true;
            entries += 1;
        }
        let values: Vec<Value> =
            (0..=u16::MAX).filter(|&v| seen[usize::from(v)]).filter_map(Value::unpack).collect();
        let width = if values.len() <= 1 << 8 { 1 } else { 2 };
        Self { class, width, entries, values }
    }

    /// The number of bytes that the codes take.
    pub(crate) fn bytes(&self) -> u64 {
        self.entries * u64::from(self.width)
    }

    /// The code of a packed value, by value.
    pub(crate) fn codes(&self) -> Vec<u16> {
        let mut codes = vec![0; usize::from(u16::MAX) + 1];
        for (code, value) in (0..).zip(&self.values) {
            codes[usize::from(value.pack())] = code;
        }
        codes
    }

    /// The value that a code represents.
    pub(crate) fn decode(&self, code: &[u8]) -> Option<Value> {
        let code = match *code {
            [low] => usize::from(low),
            [low, high] => usize::from(u16::from_le_bytes([low, high])),
            _ => return None,
        };
        self.values.get(code).copied()
    }
}

/// The content of a table's header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) game: String,
    pub(crate) ruleset: String,
    pub(crate) version: u32,
    pub(crate) history: String,
    pub(crate) sections: Vec<Section>,
}

/// A table cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// Reading failed.
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The file is something else.
    #[error("it is not a table of this program")]
    NotATable,
    /// Written by another version.
    #[error("its format is version {0}, and this program reads version {FORMAT}")]
    Format(String),
    /// The header is damaged.
    #[error("its header is damaged: {0}")]
    Header(&'static str),
    /// Made for something else.
    #[error("it is a table of {found}, and one of {wanted} is needed")]
    Other {
        /// The subject of the table.
        found: String,
        /// The expected subject.
        wanted: String,
    },
    /// Not the length that the header states.
    #[error("it has {found} bytes instead of {wanted}: it is truncated or damaged")]
    Length {
        /// The length found.
        found: u64,
        /// The expected length.
        wanted: u64,
    },
    /// The hash does not match.
    #[error("its contents do not match its hash: it was altered or damaged")]
    Altered,
}

impl Header {
    pub(crate) fn new(solved: &Solved, sections: Vec<Section>) -> Self {
        Self {
            game: solved.game.to_owned(),
            ruleset: solved.ruleset.to_owned(),
            version: solved.version,
            history: solved.history.to_owned(),
            sections,
        }
    }

    /// The header after the line of the hash.
    pub(crate) fn text(&self) -> String {
        let mut text = format!(
            "game {}\nruleset {}\nversion {}\ndistance {DISTANCE_UNIT}\nhistory {}\n",
            self.game, self.ruleset, self.version, self.history
        );
        for Section { class, width, entries, values } in &self.sections {
            let values: Vec<String> = values.iter().map(|v| v.pack().to_string()).collect();
            let Class { own, enemy } = class;
            // Writing to a string does not fail.
            let _ = writeln!(
                text,
                "class {own} {enemy} width {width} entries {entries} values {}",
                values.join(",")
            );
        }
        text.push('\n');
        text
    }

    fn parse(text: &str) -> Result<Self, TableError> {
        let mut lines = text.lines();
        let mut field = |name: &'static str| {
            lines
                .next()
                .and_then(|line| line.strip_prefix(name)?.strip_prefix(' '))
                .ok_or(TableError::Header(name))
        };
        let (game, ruleset) = (field("game")?.to_owned(), field("ruleset")?.to_owned());
        let version = field("version")?.parse().map_err(|_| TableError::Header("version"))?;
        if field("distance")? != DISTANCE_UNIT {
            return Err(TableError::Header("distance"));
        }
        let history = field("history")?.to_owned();
        let sections = lines
            .map(|line| section(line).ok_or(TableError::Header("class")))
            .collect::<Result<_, _>>()?;
        Ok(Self { game, ruleset, version, history, sections })
    }

    /// The subject of the table, in words.
    fn title(&self) -> String {
        format!("{} {} version {}", self.game, self.ruleset, self.version)
    }

    /// Checks that it is a table of a ruleset, and that its classes have the sizes that `len`
    /// returns.
    pub(crate) fn check(
        &self,
        solved: &Solved,
        len: impl Fn(Class) -> u64,
    ) -> Result<(), TableError> {
        let wanted = Self::new(solved, Vec::new());
        if self.title() != wanted.title() {
            return Err(TableError::Other { found: self.title(), wanted: wanted.title() });
        }
        if self.history != wanted.history {
            return Err(TableError::Header("history"));
        }
        let classes: Vec<Class> = solved.pairs().concat();
        for Section { class, entries, .. } in &self.sections {
            if !classes.contains(class) || *entries != len(*class) {
                return Err(TableError::Header("class"));
            }
        }
        Ok(())
    }
}

fn section(line: &str) -> Option<Section> {
    let mut words = line.split(' ');
    let mut next = |name: &str| if words.next()? == name { words.next() } else { None };
    let own = next("class")?.parse().ok()?;
    let enemy = words.next()?.parse().ok()?;
    let mut next = |name: &str| if words.next()? == name { words.next() } else { None };
    let width = next("width")?.parse().ok().filter(|width| [1, 2].contains(width))?;
    let entries = next("entries")?.parse().ok()?;
    let values: Vec<Value> = next("values")?
        .split(',')
        .map(|value| Value::unpack(value.parse().ok()?))
        .collect::<Option<_>>()?;
    (words.next().is_none() && values.len() <= 1 << (8 * u32::from(width))).then_some(Section {
        class: Class { own, enemy },
        width,
        entries,
        values,
    })
}

/// Writes the two lines before the hashed part.
pub(crate) fn write_preamble(output: &mut impl Write, hash: &[u8]) -> io::Result<()> {
    write!(output, "{MAGIC} {FORMAT}\nsha256 ")?;
    for byte in hash {
        write!(output, "{byte:02x}")?;
    }
    writeln!(output)
}

/// The number of bytes that [`write_preamble`] writes.
pub(crate) fn preamble_len() -> u64 {
    let mut preamble = Vec::new();
    // Writing to memory does not fail.
    let _ = write_preamble(&mut preamble, &[0; 32]);
    preamble.len() as u64
}

/// Reads a table from its start to its end: the header, the place of the codes, and whether all of
/// it is as written. `section` is given the codes of each class in parts, in order.
pub(crate) fn read(
    input: &mut impl Read,
    mut section: impl FnMut(&Section, &[u8]),
) -> Result<(Header, u64), TableError> {
    let not_a_table = |error: TableError| match error {
        TableError::Header(_) => TableError::NotATable,
        error => error,
    };
    let first = line(input, 64).map_err(not_a_table)?;
    let format = first.strip_prefix(MAGIC).and_then(|rest| rest.strip_prefix(' '));
    let format = format.ok_or(TableError::NotATable)?;
    if format != FORMAT.to_string() {
        return Err(TableError::Format(format.to_owned()));
    }
    let hash = line(input, 128)?;
    let hash = hash.strip_prefix("sha256 ").ok_or(TableError::Header("sha256"))?.to_owned();
    let mut digest = Sha256::new();
    let mut text = String::new();
    loop {
        let next = line(input, MAX_HEADER_LEN)?;
        if text.len() as u64 > MAX_HEADER_LEN {
            return Err(TableError::Header("length"));
        }
        digest.update(next.as_bytes());
        digest.update(b"\n");
        if next.is_empty() {
            break;
        }
        text.push_str(&next);
        text.push('\n');
    }
    let header = Header::parse(&text)?;
    let mut buffer = vec![0; 1 << 16];
    let begin = preamble_len() + text.len() as u64 + 1;
    let wanted = begin
        + header
            .sections
            .iter()
            .try_fold(0_u64, |sum, section| {
                sum.checked_add(section.entries.checked_mul(section.width.into())?)
            })
            .ok_or(TableError::Header("class"))?;
    let mut found = begin;
    for described in &header.sections {
        let mut rest = described.bytes();
        while rest > 0 {
            let len = usize::try_from(rest).map_or(buffer.len(), |rest| rest.min(buffer.len()));
            let part = &mut buffer[..len];
            let read = fill(input, part)?;
            found += read as u64;
            if read < part.len() {
                return Err(TableError::Length { found, wanted });
            }
            digest.update(&*part);
            section(described, part);
            rest -= len as u64;
        }
    }
    let more = io::copy(&mut input.take(1 << 20), &mut io::sink())?;
    if more > 0 {
        return Err(TableError::Length { found: found + more, wanted });
    }
    let mut expected = String::new();
    for byte in digest.finalize() {
        let _ = write!(expected, "{byte:02x}");
    }
    if hash == expected { Ok((header, begin)) } else { Err(TableError::Altered) }
}

/// Reads until `part` is full or the input ends; how many bytes were read.
fn fill(input: &mut impl Read, part: &mut [u8]) -> io::Result<usize> {
    let mut read = 0;
    while read < part.len() {
        match input.read(&mut part[read..]) {
            Ok(0) => break,
            Ok(more) => read += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(read)
}

/// Reads one line without its end.
fn line(input: &mut impl Read, longest: u64) -> Result<String, TableError> {
    let mut line = Vec::new();
    let mut byte = [0];
    loop {
        if fill(input, &mut byte)? == 0 || line.len() as u64 >= longest {
            return Err(TableError::Header("length"));
        }
        if byte == *b"\n" {
            return String::from_utf8(line).map_err(|_| TableError::Header("text"));
        }
        line.extend(byte);
    }
}
