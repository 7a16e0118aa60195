//! Tables in files: their paths, reading by offset, and parts with which a solver that was stopped
//! continues.

use crate::fold::Class;
use crate::format::{TableError, read};
use crate::games::Solved;
use crate::make::Maker;
use crate::table::{Bytes, Table};
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

/// A file read by offset, never mapped.
#[derive(Debug)]
struct TableFile(File);

impl Bytes for TableFile {
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.0.read_exact_at(buffer, offset)
    }
}

/// A table's file in a folder: `<game>.<ruleset>.table`.
#[must_use]
pub fn table_path(folder: &Path, solved: &Solved) -> PathBuf {
    folder.join(format!("{}.{}.table", solved.game, solved.ruleset))
}

/// The file of a pair of classes until the table is whole.
#[must_use]
pub fn part_path(folder: &Path, solved: &Solved, pair: &[Class]) -> PathBuf {
    let name = pair.first().map_or(String::new(), |class| format!("{}-{}", class.own, class.enemy));
    folder.join(format!("{}.{}.{name}.part", solved.game, solved.ruleset))
}

/// Opens the table of a ruleset, having read and checked all of it.
///
/// # Errors
///
/// [`TableError`].
pub fn open_table(path: &Path, solved: Solved) -> Result<Table, TableError> {
    let file = File::open(path)?;
    let input = BufReader::new(file.try_clone()?);
    Table::open(solved, input, Box::new(TableFile(file)))
}

/// Opens the table of a ruleset and keeps all of it in memory.
///
/// # Errors
///
/// [`TableError`].
pub fn load_table(path: &Path, solved: Solved) -> Result<Table, TableError> {
    let bytes = fs::read(path)?;
    let (header, begin) = read(&mut bytes.as_slice(), |_, _| {})?;
    Table::with_header(solved, header, begin, Box::new(bytes))
}

/// Writes a table of some classes, so that there is either all of the file or none.
///
/// # Errors
///
/// If writing fails.
pub fn write_table(path: &Path, maker: &Maker, classes: &[Class]) -> io::Result<()> {
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".unfinished");
    let unfinished = PathBuf::from(unfinished);
    let file = File::create(&unfinished)?;
    maker.write(classes, &file)?;
    file.sync_all()?;
    fs::rename(&unfinished, path)
}
