//! `yiguan convert`: reads game records of any kind that `records` recognises, and writes them in
//! another notation or as JSON.
//!
//! The kind of a file follows from its content, not its name. Files that cannot be converted are
//! reported one by one, and the others are still written; the exit status shows whether any failed.
//! Only this much of a file is read: the bound of `records`, plus one byte to notice that it is
//! exceeded.

use super::hyphens::with_hyphens;
use encoding_rs::{BIG5, EUC_JP, GB18030, ISO_2022_JP, SHIFT_JIS, WINDOWS_1258};
use engine::NotationError;
use records::{Decode, Encoding, OpenError, Score, open, to_json};
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// The files to convert, and the format to write.
#[derive(Debug, Clone, clap::Args)]
pub struct ConvertConfig {
    /// The notation to write: one that `yiguan games` lists for the game (`kif`, `csa`, `wxf`, …),
    /// or `ki2`, `dhtmlxq`, `txt`. By default, one JSON object per game and line.
    #[arg(long, value_name = "NOTATION", env = "YIGUAN_CONVERT_TO")]
    pub to: Option<String>,
    /// The files to read; the format of each is recognised by its content. `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// Not every file could be converted.
#[derive(Debug, thiserror::Error)]
pub enum ConvertError {
    /// Some could not; each has been reported.
    #[error("{0} of {1} files could not be converted")]
    Some(usize, usize),
    /// The output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A file could not be converted.
#[derive(Debug, thiserror::Error)]
enum FileError {
    #[error(transparent)]
    Read(io::Error),
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Write(#[from] NotationError),
}

/// Converts every file that can be converted; writes a line to `complaints` for each that cannot.
///
/// # Errors
///
/// [`ConvertError`] if a file could not be converted, or nothing can be written.
pub fn convert(
    config: &ConvertConfig,
    mut output: impl Write,
    mut complaints: impl Write,
) -> Result<(), ConvertError> {
    let mut failed = 0;
    for path in &config.files {
        match texts(path, config.to.as_deref()) {
            Ok((text, notes)) => {
                match output.write_all(text.as_bytes()) {
                    Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
                    outcome => outcome?,
                }
                for note in notes {
                    writeln!(complaints, "{}: {note}", path.display())?;
                }
            }
            Err(error) => {
                failed += 1;
                writeln!(complaints, "{}: {error}", path.display())?;
            }
        }
    }
    output.flush()?;
    if failed > 0 { Err(ConvertError::Some(failed, config.files.len())) } else { Ok(()) }
}

/// Every game of a file in the notation asked for, and what its reader should know of it.
fn texts(path: &Path, notation: Option<&str>) -> Result<(String, Vec<String>), FileError> {
    let bytes = read(path).map_err(FileError::Read)?;
    let mut text = String::new();
    let mut notes = Vec::new();
    let scores = open(&bytes, &Tables)?;
    if let Some(chosen) = scores.first().and_then(|score| score.encoding)
        && chosen.doubtful
    {
        notes.push(format!("read as {}, which is not certain", chosen.label));
    }
    for (number, score) in (1..).zip(&scores) {
        let game = written(score, notation)?;
        if let Some(notation) = notation {
            let parts = score.not_held(&game);
            if !parts.is_empty() {
                notes.push(format!(
                    "game {number}: {notation} does not hold its {}",
                    parts.join(", ")
                ));
            }
        }
        text.push_str(&game);
        if !text.ends_with('\n') {
            text.push('\n');
        }
    }
    Ok((text, notes))
}

fn written(score: &Score, notation: Option<&str>) -> Result<String, NotationError> {
    match notation {
        None => Ok(to_json(&with_hyphens(score.clone()))),
        Some(notation) => score.write(notation),
    }
}

/// The bytes of a file, at most one more than may be read, so that a file that is too large is
/// noticed.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let most = u64::try_from(records::MAX_BYTES + 1).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin().lock().take(most).read_to_end(&mut bytes)?;
    } else {
        File::open(path)?.take(most).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// The encodings of `encoding_rs`.
struct Tables;

impl Decode for Tables {
    fn decode(&self, encoding: Encoding, bytes: &[u8]) -> String {
        let encoding = match encoding {
            Encoding::ShiftJis => SHIFT_JIS,
            Encoding::EucJp => EUC_JP,
            Encoding::Gb18030 => GB18030,
            Encoding::Big5 => BIG5,
            Encoding::Iso2022Jp => ISO_2022_JP,
            Encoding::Windows1258 => WINDOWS_1258,
        };
        encoding.decode_without_bom_handling(bytes).0.into_owned()
    }
}
