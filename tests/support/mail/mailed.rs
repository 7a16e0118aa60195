//! A mail as the mail server took it.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

/// A mail that was taken.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Mailed {
    /// The sender of the envelope.
    pub from: String,
    /// The recipient of the envelope.
    pub to: String,
    /// Whether it came encrypted.
    pub is_encrypted: bool,
    /// The login of its sender, as `AUTH PLAIN` has it.
    pub login: Option<Vec<u8>>,
    /// The headers as they came, unfolded.
    pub headers: Vec<String>,
    /// The text, decoded.
    pub text: String,
}

impl Mailed {
    /// The same with the lines of the mail.
    pub(super) fn with(self, lines: &[String]) -> Self {
        let end = lines.iter().position(String::is_empty).expect("the headers end");
        let mut headers: Vec<String> = Vec::new();
        for line in &lines[..end] {
            match headers.last_mut().filter(|_| line.starts_with([' ', '\t'])) {
                Some(last) => last.push_str(line),
                None => headers.push(line.clone()),
            }
        }
        let text = BASE64_STANDARD.decode(lines[end..].concat()).expect("the text is base64");
        let text = String::from_utf8(text).expect("UTF-8").replace("\r\n", "\n");
        Self { headers, text, ..self }
    }

    /// A header.
    ///
    /// # Panics
    ///
    /// If it is not there.
    #[must_use]
    #[track_caller]
    pub fn header(&self, name: &str) -> &str {
        let value =
            self.headers.iter().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        value.unwrap_or_else(|| panic!("{name} is not in {:?}", self.headers))
    }

    /// The rest of a line after a text, such as the rest of an address.
    ///
    /// # Panics
    ///
    /// If the text is not there.
    #[must_use]
    #[track_caller]
    pub fn after(&self, start: &str) -> &str {
        let (_, rest) = self.text.split_once(start).unwrap_or_else(|| panic!("{}", self.text));
        rest.lines().next().unwrap_or_default()
    }
}
