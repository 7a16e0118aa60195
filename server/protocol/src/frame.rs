//! A message as it is sent to many readers.

use bytes::Bytes;
use std::fmt;

/// One JSON object in UTF-8, written once; copies share its bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Frame(Bytes);

impl Frame {
    /// The text.
    ///
    /// # Panics
    ///
    /// Never: it was made from a text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("it was made from a text")
    }

    /// The bytes of the text.
    #[must_use]
    pub const fn bytes(&self) -> &Bytes {
        &self.0
    }
}

impl From<String> for Frame {
    fn from(text: String) -> Self {
        Self(Bytes::from(text))
    }
}

impl fmt::Debug for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}
