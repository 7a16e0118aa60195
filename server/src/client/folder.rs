//! Lists the files of a folder, for serving the client from disk during development and for
//! building the bundle.
//!
//! Paths are relative and use `/`. A name that is not Unicode is passed over.

use std::path::Path;
use std::{fs, io};

/// The paths of all files below a folder, sorted, except those below the folders `but` (each with a
/// `/` at the end).
pub(crate) fn files(folder: &Path, but: &[&str]) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(within) = folders.pop() {
        for entry in fs::read_dir(folder.join(&within))? {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            let path = format!("{within}{name}");
            if !entry.path().is_dir() {
                found.push(path);
                continue;
            }
            let below = format!("{path}/");
            if !but.contains(&&*below) {
                folders.push(below);
            }
        }
    }
    found.sort_unstable();
    Ok(found)
}
