//! The table of the server's modules in `ARCHITECTURE.md` agrees with the sources: each module uses
//! exactly the modules of its row, and all of them are in rows above. So there is no circle, and the
//! table stays true.
//!
//! A module is a folder of `server/src`, or a file next to the folders; its uses are read from the
//! paths that begin with `crate::` or with one of the crates below the server. Test modules may use
//! anything.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The crates below the server whose use the table lists.
const CRATES: [&str; 2] = ["protocol", "store"];

type Uses = BTreeMap<String, BTreeSet<String>>;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The files of a folder and of the folders in it, without modules of tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry of a folder").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() {
            if name != "tests" {
                found.extend(sources(&path));
            }
        } else if name.ends_with(".rs") && name != "tests.rs" {
            found.push(path);
        }
    }
    found
}

/// A source without its comments and without the tests at its end.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a source");
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.collect::<Vec<_>>().join("\n")
}

/// The first names of all paths that begin with `crate::`.
fn named(code: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut parts = code.split("crate::");
    let mut before = parts.next().unwrap_or_default();
    for part in parts {
        // In a macro the path belongs to the module that defines it.
        if !before.ends_with('$') {
            let name = part.split(|c: char| !c.is_alphanumeric() && c != '_').next();
            let name = name.unwrap_or_default();
            assert!(!name.is_empty(), "`use crate::{{…}}` is not read: name one module a line");
            names.insert(name.to_owned());
        }
        before = part;
    }
    names
}

/// Whether a source has a path of a library: not only a longer name that ends as the path begins, and
/// not a module of that name in another library.
fn is_named(code: &str, path: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    code.match_indices(path).any(|(at, _)| !code[..at].ends_with(is_part))
}

/// The module of a source; none for the crate's root, which names the modules, and for the program,
/// which is above all of them.
fn module(folder: &Path, source: &Path) -> Option<String> {
    let below = source.strip_prefix(folder).expect("it is below");
    let first = below.components().next().expect("a path has a part").as_os_str();
    let first = first.to_str().expect("names are plain");
    let module = first.strip_suffix(".rs").unwrap_or(first);
    (!["lib", "main"].contains(&module)).then(|| module.to_owned())
}

/// The modules that each module uses.
fn used(sources_of: &Path) -> Uses {
    let mut uses = Uses::new();
    for path in sources(sources_of) {
        let Some(module) = module(sources_of, &path) else { continue };
        let code = code(&path);
        let mut names = named(&code);
        names.remove(&module);
        let crates = CRATES.into_iter().filter(|library| is_named(&code, &format!("{library}::")));
        names.extend(crates.map(str::to_owned));
        uses.entry(module).or_default().extend(names);
    }
    uses
}

/// The words in backticks of a cell.
fn words(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The rows of the table under a heading: the cells between the bars.
fn table(text: &str, heading: &str) -> Vec<Vec<String>> {
    let (_, after) = text.split_once(heading).expect("the heading is there");
    let rows = after.lines().skip_while(|line| !line.starts_with('|'));
    let rows = rows.take_while(|line| line.starts_with('|')).skip(2);
    let cells = |row: &str| -> Vec<String> {
        row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    rows.map(cells).collect()
}

fn architecture() -> String {
    fs::read_to_string(repository().join("ARCHITECTURE.md")).expect("it is there")
}

#[test]
fn modules_use_exactly_their_row_of_the_table() {
    let uses = used(&repository().join("server/src"));
    let (mut above, mut wrong) = (BTreeSet::from(CRATES.map(str::to_owned)), Vec::new());
    for row in table(&architecture(), "### Server modules") {
        let [modules, _, may_use] = row.as_slice() else { panic!("three cells a row: {row:?}") };
        let may_use: BTreeSet<String> = words(may_use).into_iter().collect();
        let modules = words(modules);
        for below in may_use.difference(&above) {
            wrong.push(format!("{modules:?} may use `{below}`, which is in no row above"));
        }
        let mut used_by_row = BTreeSet::new();
        for module in &modules {
            let Some(uses) = uses.get(module) else {
                wrong.push(format!("there is no module `{module}`"));
                continue;
            };
            for other in uses.difference(&may_use) {
                wrong.push(format!("`{module}` uses `{other}`, which its row lacks"));
            }
            used_by_row.extend(uses.iter().cloned());
        }
        for unused in may_use.difference(&used_by_row) {
            wrong.push(format!("{modules:?} may use `{unused}`, and does not"));
        }
        above.extend(modules);
    }
    for missing in uses.keys().filter(|module| !above.contains(*module)) {
        wrong.push(format!("the table lacks the module `{missing}`"));
    }
    assert!(wrong.is_empty(), "{}\n{uses:#?}", wrong.join("\n"));
}

/// Handlers that still read the store and the registry themselves.
const READERS: [&str; 1] = ["profile.rs"];

#[test]
fn handlers_name_neither_store_nor_registry() {
    let folder = repository().join("server/src/http");
    let named = |path: &Path| {
        let code = code(path);
        ["store()", "registry()", "matchmaker()"].into_iter().any(|part| code.contains(part))
    };
    let mut naming: Vec<PathBuf> = sources(&folder);
    naming.retain(|path| named(path) && !READERS.iter().any(|reader| path.ends_with(reader)));
    assert!(naming.is_empty(), "an action does it for {naming:?}");
}

#[test]
fn handlers_name_parts_of_the_state_only() {
    let http = repository().join("server/src/http");
    let mut naming = sources(&http);
    naming.retain(|path| is_named(&code(path), "crate::app_state::"));
    assert!(
        naming.is_empty(),
        "`Part` or another extractor replaces the whole state in {naming:?}"
    );
}

#[test]
fn a_library_with_a_place_of_its_own_is_named_nowhere_else() {
    let folder = repository().join("server/src");
    let rows = table(&architecture(), "### Libraries with a place of their own");
    assert!(!rows.is_empty());
    for row in rows {
        let [libraries, modules] = row.as_slice() else { panic!("two cells a row: {row:?}") };
        let modules = words(modules);
        for library in words(libraries) {
            let path = format!("{library}::");
            let mut naming = BTreeSet::new();
            for source in sources(&folder) {
                if let Some(module) = module(&folder, &source)
                    && is_named(&code(&source), &path)
                {
                    naming.insert(module);
                }
            }
            let expected: BTreeSet<String> = modules.iter().cloned().collect();
            assert_eq!(naming, expected, "the modules that name `{library}`");
        }
    }
}
