//! What a module needs: the modules it imports, those that they import, and the WebAssembly
//! among it. A page that names them all lets the browser ask for all at once, rather than for
//! each one when the one before has been read.

use super::library::Library;

/// What a browser must load for `entry`, the entry first, each once.
pub(super) fn needed_by(library: &Library, entry: &str) -> Vec<String> {
    let mut found = vec![entry.to_owned()];
    let mut next = 0;
    while let Some(path) = found.get(next).cloned() {
        next += 1;
        if !is_module(&path) {
            continue;
        }
        for reference in library.text(&path).map(references).unwrap_or_default() {
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

/// The paths that a module's text names in `import … from '…'`, `export … from '…'`,
/// `import '…'` and `new URL('…', import.meta.url)`, the last being how a file is named that is
/// loaded in other ways. A path that only seems to be named so leads to no file, or to one that
/// is loaded in vain.
fn references(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for before in ["from ", "import ", "new URL("] {
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
        assert_eq!(references(text), ["./a.js", "./b.js", "../c.js", "../d.wasm"]);
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
        let needed = needed_by(Library::built_in(), "js/play.js");
        for path in [
            "js/play.js",
            "js/board/render.js",
            "js/dom.js",
            "engine/yiguan_engine.js",
            "engine/yiguan_engine_bg.wasm",
        ] {
            assert_eq!(needed.iter().filter(|found| *found == path).count(), 1, "{path}");
        }
        assert!(needed.iter().all(|path| Library::built_in().file(path).is_some()));
    }
}
