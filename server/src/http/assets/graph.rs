//! What a module needs: the modules it imports, those that they import, and the WebAssembly
//! among it. A page that names them all lets the browser ask for all at once, rather than for
//! each one when the one before has been read.

use super::library::Library;

/// What a browser must load for the modules of a page, each once.
#[derive(Debug, Default)]
pub(super) struct Needed {
    /// To run the page's own module, which comes first.
    pub(super) at_once: Vec<String>,
    /// For what the modules import while they run: `await import('…')`.
    pub(super) later: Vec<String>,
}

/// What a browser must load for `entry`.
pub(super) fn needed_by(library: &Library, entry: &str) -> Needed {
    let at_once = together(library, vec![entry.to_owned()], &IMPORTS);
    let both = [IMPORTS.as_slice(), &["await import("]].concat();
    let later = together(library, at_once.clone(), &both).split_off(at_once.len());
    Needed { at_once, later }
}

/// The files in `found`, and after them what they name.
fn together(library: &Library, mut found: Vec<String>, named_by: &[&str]) -> Vec<String> {
    let mut next = 0;
    while let Some(path) = found.get(next).cloned() {
        next += 1;
        if !is_module(&path) {
            continue;
        }
        for reference in
            library.text(&path).map(|text| references(text, named_by)).unwrap_or_default()
        {
            let target = resolve(&path, reference);
            let Some(target) = target.filter(|target| library.file(target).is_some()) else {
                continue;
            };
            if (is_module(&target) || target.ends_with(".wasm")) && !found.contains(&target) {
                found.push(target);
            }
        }
    }
    found
}

pub(super) fn is_module(path: &str) -> bool {
    path.ends_with(".js")
}

/// What stands before a path in `import … from '…'`, `export … from '…'`, `import '…'` and
/// `new URL('…', import.meta.url)`, the last being how a file is named that is loaded in other
/// ways.
const IMPORTS: [&str; 3] = ["from ", "import ", "new URL("];

/// The paths that a module's text names after one of those. A path that only seems to be named
/// so leads to no file, or to one that is loaded in vain.
fn references<'a>(text: &'a str, named_by: &[&str]) -> Vec<&'a str> {
    let mut found = Vec::new();
    for before in named_by {
        for (at, _) in text.match_indices(before) {
            let rest = &text[at + before.len()..];
            let Some(quote) = rest.chars().next().filter(|c| matches!(c, '\'' | '"')) else {
                continue;
            };
            if let Some((path, _)) = rest[1..].split_once(quote) {
                found.push((at, path));
            }
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(_, path)| path).collect()
}

/// The path that `reference` means in the file `from`; nothing if it leaves the files.
fn resolve(from: &str, reference: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in reference.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_found_in_their_order() {
        let text = "// from here\nimport { a } from './a.js';\nimport \"./b.js\";\n\
            export * from '../c.js';\n/** @type {import('./types.js').T} */\n\
            await import('./later.js');\nnew URL('../d.wasm', import.meta.url);";
        assert_eq!(references(text, &IMPORTS), ["./a.js", "./b.js", "../c.js", "../d.wasm"]);
        assert_eq!(references(text, &["await import("]), ["./later.js"]);
    }

    #[test]
    fn references_are_relative_to_their_file() {
        for (from, reference, expected) in [
            ("js/a.js", "./b.js", Some("js/b.js")),
            ("js/x/a.js", "../b.js", Some("js/b.js")),
            ("js/a.js", "../engine/e.js", Some("engine/e.js")),
            ("engine/e.js", "e.wasm", Some("engine/e.wasm")),
            ("a.js", "../b.js", None),
        ] {
            assert_eq!(resolve(from, reference).as_deref(), expected, "{from} {reference}");
        }
    }

    /// A board is drawn with modules from several folders, and moved by the engine.
    #[test]
    fn a_page_needs_what_its_modules_need() {
        let Needed { at_once, later } = needed_by(Library::built_in(), "js/play.js");
        for (path, first) in [
            ("js/play.js", true),
            ("js/board/render.js", true),
            ("js/dom.js", true),
            ("js/match/table.js", false),
            ("engine/yiguan_engine.js", false),
            ("engine/yiguan_engine_bg.wasm", false),
        ] {
            let count = |list: &[String]| list.iter().filter(|found| *found == path).count();
            assert_eq!((count(&at_once), count(&later)), (first.into(), (!first).into()), "{path}");
        }
        for path in at_once.iter().chain(&later) {
            assert!(Library::built_in().file(path).is_some(), "{path}");
        }
    }

    /// Each costs a slow device time before the first board is seen.
    #[test]
    fn first_boards_need_few_modules() {
        for page in ["js/lobby.js", "js/play.js", "js/rules.js"] {
            let Needed { at_once, .. } = needed_by(Library::built_in(), page);
            assert!(at_once.len() <= 22, "{page}: {at_once:#?}");
        }
    }
}
