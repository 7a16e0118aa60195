//! The output of a fault program: its figures, and the broken promises.

use std::fmt::Display;
use std::io::Write;
use std::time::Duration;

/// The figures of one program.
#[derive(Debug)]
pub(crate) struct Report {
    title: String,
    figures: Vec<(String, String)>,
    broken: Vec<String>,
}

impl Report {
    pub(crate) fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), figures: Vec::new(), broken: Vec::new() }
    }

    /// Adds a figure.
    pub(crate) fn figure(&mut self, name: &str, value: impl Display) {
        self.figures.push((name.to_owned(), value.to_string()));
    }

    /// Notes whether a promise held.
    pub(crate) fn promise(&mut self, held: bool, broken: impl FnOnce() -> String) {
        if !held {
            self.broken.push(broken());
        }
    }

    /// Notes promises that did not hold.
    pub(crate) fn all_broken(&mut self, broken: Vec<String>) {
        self.broken.extend(broken);
    }

    /// Whether every promise held.
    pub(crate) fn holds(&self) -> bool {
        self.broken.is_empty()
    }

    /// The broken promises, each with the title of the report.
    pub(crate) fn broken(&self) -> impl Iterator<Item = String> {
        self.broken.iter().map(|broken| format!("{}: {broken}", self.title))
    }

    /// Prints the figures as a table, and the broken promises.
    pub(crate) fn print(&self, to: &mut impl Write) -> std::io::Result<()> {
        let width = self.figures.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        writeln!(to, "\n{}", self.title)?;
        for (name, value) in &self.figures {
            writeln!(to, "  {name:width$}  {value}")?;
        }
        for broken in &self.broken {
            writeln!(to, "  BROKEN: {broken}")?;
        }
        let verdict = if self.holds() { "every promise held" } else { "promises were broken" };
        writeln!(to, "  {verdict}")
    }
}

/// A span in milliseconds.
pub(crate) fn millis(span: Duration) -> String {
    format!("{:.1} ms", span.as_secs_f64() * 1_000.0)
}

/// A span in seconds.
pub(crate) fn seconds(span: Duration) -> String {
    format!("{:.2} s", span.as_secs_f64())
}

/// Bytes in MiB.
pub(crate) fn mebibytes(bytes: u64) -> String {
    format!("{}.{} MiB", bytes >> 20, ((bytes & 0xf_ffff) * 10) >> 20)
}
