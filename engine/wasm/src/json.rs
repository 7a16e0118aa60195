//! JSON at the border: a writer of objects, lists and strings, and a reader of options, which are a
//! flat map of plain words. Free text does not pass through the reader.
//!
//! Written by hand for the sake of the download: with `serde_json` in their place the build grows by
//! 17 % compressed, with its writer alone by 6 %.

use std::fmt::Write as _;

/// Appends `text` as a JSON string.
pub(crate) fn write_text(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\u{0}'..='\u{1f}' => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            _ => out.push(c),
        }
    }
    out.push('"');
}

/// Appends a JSON list whose elements `element` writes.
pub(crate) fn write_list<T>(
    out: &mut String,
    items: impl IntoIterator<Item = T>,
    mut element: impl FnMut(&mut String, T),
) {
    out.push('[');
    for (i, item) in items.into_iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        element(out, item);
    }
    out.push(']');
}

/// Appends a JSON list of strings.
pub(crate) fn write_texts<T: AsRef<str>>(out: &mut String, texts: &[T]) {
    write_list(out, texts, |out, text| write_text(out, text.as_ref()));
}

/// Appends a JSON object whose fields `fields` writes.
pub(crate) fn write_object(out: &mut String, fields: impl FnOnce(&mut Object<'_>)) {
    out.push('{');
    fields(&mut Object { out, empty: true });
    out.push('}');
}

/// A JSON object as a text of its own.
pub(crate) fn object(fields: impl FnOnce(&mut Object<'_>)) -> String {
    let mut out = String::new();
    write_object(&mut out, fields);
    out
}

/// An object being written. Keys are ours and need no escaping.
#[derive(Debug)]
pub(crate) struct Object<'a> {
    out: &'a mut String,
    empty: bool,
}

impl Object<'_> {
    /// A field whose value `value` writes.
    pub(crate) fn field(&mut self, key: &str, value: impl FnOnce(&mut String)) {
        if !self.empty {
            self.out.push(',');
        }
        self.empty = false;
        write_text(self.out, key);
        self.out.push(':');
        value(self.out);
    }

    /// A field with a string, or null.
    pub(crate) fn text<'t>(&mut self, key: &str, text: impl Into<Option<&'t str>>) {
        let text = text.into();
        self.field(key, |out| match text {
            Some(text) => write_text(out, text),
            None => out.push_str("null"),
        });
    }

    /// A field with a list of strings.
    pub(crate) fn texts<T: AsRef<str>>(&mut self, key: &str, texts: &[T]) {
        self.field(key, |out| write_texts(out, texts));
    }

    /// A field with a number, `true` or `false`.
    pub(crate) fn plain(&mut self, key: &str, value: impl std::fmt::Display) {
        self.field(key, |out| {
            // Writing to a string cannot fail.
            let _ = write!(out, "{value}");
        });
    }
}

/// Reads a flat object of strings, such as `{"board":"7x7"}`; nothing but white space is no
/// entries. `None` if the text is anything else.
pub(crate) fn read_flat_map(text: &str) -> Option<Vec<(String, String)>> {
    let mut reader = Reader { rest: text };
    let mut entries = Vec::new();
    reader.skip_space();
    if reader.rest.is_empty() {
        return Some(entries);
    }
    reader.expect('{')?;
    if reader.expect('}').is_none() {
        loop {
            let key = reader.string()?;
            reader.expect(':')?;
            entries.push((key, reader.string()?));
            if reader.expect(',').is_none() {
                reader.expect('}')?;
                break;
            }
        }
    }
    reader.rest.is_empty().then_some(entries)
}

/// Reads JSON tokens from the front of a text, with the white space after them.
struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\r', '\n']);
    }

    fn next(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let c = chars.next()?;
        self.rest = chars.as_str();
        Some(c)
    }

    fn expect(&mut self, token: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(token)?;
        self.skip_space();
        Some(())
    }

    fn string(&mut self) -> Option<String> {
        self.rest = self.rest.strip_prefix('"')?;
        let mut text = String::new();
        loop {
            match self.next()? {
                '"' => break,
                '\\' => text.push(self.escape()?),
                c if c < ' ' => return None,
                c => text.push(c),
            }
        }
        self.skip_space();
        Some(text)
    }

    /// The character of an escape, after its backslash. Keys and values of options are plain words,
    /// so that halves of surrogate pairs are not joined but refused.
    fn escape(&mut self) -> Option<char> {
        Some(match self.next()? {
            c @ ('"' | '\\' | '/') => c,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let digits = self.rest.get(..4)?;
                self.rest = &self.rest[4..];
                if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                    return None;
                }
                char::from_u32(u32::from_str_radix(digits, 16).ok()?)?
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_map(text: &str, expected: Option<&[(&str, &str)]>) {
        let entries = read_flat_map(text);
        let entries: Option<Vec<_>> =
            entries.as_ref().map(|map| map.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect());
        assert_eq!(entries.as_deref(), expected, "{text}");
    }

    #[test]
    fn flat_maps_are_read() {
        check_map("", Some(&[]));
        check_map(" {\n} ", Some(&[]));
        check_map(r#"{"board":"7x7"}"#, Some(&[("board", "7x7")]));
        check_map(r#"{ "a" : "1" , "b" : "\"\\\u0041" }"#, Some(&[("a", "1"), ("b", "\"\\A")]));
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "null",
            "[]",
            "{",
            r#"{"a"}"#,
            r#"{"a":1}"#,
            r#"{"a":"1",}"#,
            r#"{"a":"1"}x"#,
            r#"{"a":"\ud800"}"#,
            r#"{"a":"\u+041"}"#,
            r#"{"a":"\u00é"}"#,
            r#"{"a":"\x"}"#,
            "{\"a\":\"\n\"}",
        ] {
            check_map(text, None);
        }
    }

    #[test]
    fn texts_are_escaped() {
        let mut out = String::new();
        write_text(&mut out, "a\"\\\n\u{1}弈");
        assert_eq!(out, r#""a\"\\\n\u0001弈""#);
    }
}
