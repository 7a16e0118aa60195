//! The limits that clients must know, in one place.
//!
//! The client reads them from `static/js/net/limits.js`, which is written from here: a test fails
//! while that is stale, and writes it where `YIGUAN_UPDATE` is set.

use super::Shapes;
use domain::{CLAIM_AFTER, MAX_CHAT};

/// The most bytes of a frame that a client sends.
pub const MAX_FRAME: usize = 4_096;

/// The most characters of a note on a node of a tree.
pub const MAX_NOTE: usize = 500;

/// The client's module with the limits it must know.
#[must_use]
pub fn limits_module() -> String {
    let limits = [
        ("MAX_FRAME", "The most bytes of a frame", MAX_FRAME.to_string()),
        ("MAX_CHAT", "The most characters of a chat line", MAX_CHAT.to_string()),
        ("MAX_NOTE", "The most characters of a note on a node of a tree", MAX_NOTE.to_string()),
        ("MAX_SHAPES", "The most shapes that are drawn on a position", Shapes::MAX.to_string()),
        (
            "CLAIM_AFTER",
            "How long an opponent is away before the game can be claimed, in milliseconds",
            CLAIM_AFTER.to_string(),
        ),
    ];
    let mut module =
        "// What server/protocol/src/limits.rs writes here; its test holds the two equal.\n"
            .to_owned();
    for (name, text, value) in limits {
        module.push_str(&format!("\n/** {text}. */\nexport const {name} = {value};\n"));
    }
    module
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn the_client_has_the_same_limits() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../static/js/net/limits.js");
        let module = limits_module();
        if std::env::var_os("YIGUAN_UPDATE").is_some() {
            std::fs::write(&path, &module).expect("the module is written");
        }
        let written = std::fs::read_to_string(&path).expect("the module is there");
        assert_eq!(written, module, "set YIGUAN_UPDATE to write static/js/net/limits.js anew");
    }

    #[test]
    fn chat_field_takes_as_much_as_the_server() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../static/match.html");
        let page = std::fs::read_to_string(path).expect("a page");
        let field = page.lines().find(|line| line.contains("id=\"chat-text\""));
        let limit = format!("maxlength=\"{MAX_CHAT}\"");
        assert!(field.is_some_and(|field| field.contains(&limit)), "{limit}");
    }
}
