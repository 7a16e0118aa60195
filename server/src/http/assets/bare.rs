//! Scripts and styles without what only those who read them need.
//!
//! A quarter of the client is comments: they say what its types are. A browser has no use for
//! them, and a phone would wait for them.

/// `text` without the lines that are comments from their first character on, without empty
/// lines, without indentation, without the ends of lines that end nothing, and without the spaces
/// of scripts that part nothing; `None` if `path` is not a script or a style.
///
/// It looks at whole lines, and at types said within a line of a script, which begin as nothing
/// else does: another comment behind something stays. From the first text that goes over several
/// lines on, where spaces matter, nothing is changed.
pub(super) fn bare(path: &str, text: &str) -> Option<String> {
    let is_script = path.ends_with(".js");
    if !is_script && !path.ends_with(".css") {
        return None;
    }
    let mut kept = String::with_capacity(text.len());
    let mut lines = text.split_inclusive('\n');
    let mut may_go_on = false;
    while let Some(line) = lines.next() {
        let code = line.trim();
        if code.is_empty() || (is_script && code.starts_with("//")) {
            continue;
        }
        if may_go_on && continues(code) {
            kept.pop();
        }
        may_go_on = false;
        if let Some(comment) = code.strip_prefix("/*") {
            let rest = rest_of_comment(comment, &mut lines);
            if rest.is_empty() {
                continue;
            }
            kept.push_str(rest);
        } else if is_script {
            let start = kept.len();
            push_untyped(&mut kept, code);
            close_up(&mut kept, start);
        } else {
            kept.push_str(code);
        }
        if !goes_on(is_script, code) {
            kept.push('\n');
            may_go_on = is_script && !has_ends(code);
        }
        if is_script && opens_text(code) {
            kept.extend(lines.by_ref());
        }
    }
    Some(kept)
}

/// Appends a line without the types said in it.
fn push_untyped(kept: &mut String, mut code: &str) {
    while let Some((before, typed)) = code.split_once("/** @") {
        let Some((_, after)) = typed.split_once("*/") else { break };
        kept.push_str(before);
        code = after.trim_start();
    }
    kept.push_str(code);
}

/// Takes out of a line of a script, from `start` on, the spaces that part no words or signs; those
/// within texts between apostrophes stay. Where there may be another text or a pattern all stay.
fn close_up(kept: &mut String, start: usize) {
    if kept[start..].contains(['"', '`', '/', '\\']) {
        return;
    }
    let line = kept.split_off(start);
    let names = |c: char| c.is_alphanumeric() || "_$#".contains(c);
    let parts = |a: char, b: char| (names(a) && names(b)) || (a == b && "+-".contains(a));
    for (place, between) in line.split('\'').enumerate() {
        if place > 0 {
            kept.push('\'');
        }
        if place % 2 == 1 {
            kept.push_str(between);
            continue;
        }
        for word in between.split(' ') {
            let before = kept[start..].chars().next_back();
            if before.zip(word.chars().next()).is_some_and(|(a, b)| parts(a, b)) {
                kept.push(' ');
            }
            kept.push_str(word);
        }
    }
}

/// Whether the next line may follow this one directly.
fn goes_on(is_script: bool, code: &str) -> bool {
    if !is_script {
        return code.ends_with(['{', '}', ';', ',']);
    }
    // Statements end with a semicolon or a block, so that nothing ends where a line does.
    code.ends_with(['{', '}', '(', '[', ';', ',']) && !has_ends(code)
}

/// Whether a line of a script goes on with what the line before began.
fn continues(code: &str) -> bool {
    code.starts_with(['}', ')', ']', '.', '?', ':', '&', '|', '='])
}

/// Whether the end of a line of a script says something: a comment behind something would swallow
/// the next line, and a text has its own ends of lines.
fn has_ends(code: &str) -> bool {
    code.contains("//") || opens_text(code)
}

/// What follows a comment on the line where it ends.
fn rest_of_comment<'a>(first: &'a str, lines: &mut impl Iterator<Item = &'a str>) -> &'a str {
    let mut line = first;
    loop {
        if let Some((_, rest)) = line.split_once("*/") {
            return rest.trim();
        }
        let Some(next) = lines.next() else { return "" };
        line = next;
    }
}

/// Whether a text between backticks goes on after this line.
fn opens_text(line: &str) -> bool {
    let escaped = line.matches("\\`").count();
    !(line.matches('`').count() - escaped).is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, text: &str, expected: &str) {
        assert_eq!(bare(path, text).as_deref(), Some(expected), "{text}");
    }

    #[test]
    fn comments_on_lines_of_their_own_go() {
        check("a.js", "// @ts-check\n\n/** One. */\nlet a = 1; // two\n", "let a = 1; // two\n");
        check("a.js", "/**\n * @param {x} y\n */\n  f(/* in */ y);", "f(/* in */ y);");
        check("a.js", "/* a */ b();\n/*\n*/ c()\n}\n", "b();c()}");
        check("a.js", "let f = (/** @type {a} */ b) => /** @type {c} */ (b);\n", "let f=(b)=>(b);");
        check("a.js", "f(/** @type {a\n */ b);\n", "f(/** @type {a\n*/ b);");
        check("a.css", "/* a\n   b */\np {\n  margin: 0;\n}\n", "p {margin: 0;}");
        check("a.css", "a,\nb {\n  grid:\n    'c'\n    'd';\n}\n", "a,b {grid:\n'c'\n'd';}");
        check("a.css", "//b\n", "//b\n");
        check("a.js", "/* never closed\nlet a;\n", "");
    }

    #[test]
    fn texts_over_several_lines_stay() {
        let text = "f(`a\n  // b\n`);\n  // c\n";
        check("a.js", text, text);
        check("a.js", "f(`a`);\n  // c\n  g('\\``');\n", "f(`a`);g('\\``');\n");
        check("a.js", "f(`a {\n  b`);\n", "f(`a {\n  b`);\n");
        check("a.js", "f(a, // b,\n  c,\n  d);\n", "f(a, // b,\nc,d);");
        check("a.js", "a // b\n  ? c\n  : d;\n}\ne\n", "a // b\n?c:d;}e\n");
        check("a.js", "/* a\n*/\n} b\n// c\n  .d;\n", "}b.d;");
    }

    #[test]
    fn spaces_stay_where_they_part_something() {
        check("a.js", "const { a, b } = await c(...d);", "const{a,b}=await c(...d);");
        check("a.js", "return a\n  + +b - -c - d;", "return a\n+ +b- -c-d;");
        check("a.js", "for (const #a of [1, 2]) x ??= y?.z;", "for(const #a of[1,2])x??=y?.z;");
        check("a.js", "a = b + ' c  + d' + e in 'f';", "a=b+' c  + d'+e in'f';");
        for line in
            ["f(`a b`);", "/a {2}/.test(b);", "a = b / c;", "a = \"b  c\";", "a = 'b\\'  c';"]
        {
            check("a.js", line, line);
        }
    }

    #[test]
    fn other_files_are_as_they_are() {
        assert_eq!(bare("a.svg", "<!-- a -->"), None);
    }
}
