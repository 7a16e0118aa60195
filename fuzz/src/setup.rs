//! A game from the first line of the bytes.

use engine::{AnyGame, Options};

/// The game named by the first line.
pub(crate) struct Setup<'a> {
    game: &'a str,
    ruleset: &'a str,
    options: Options,
}

impl<'a> Setup<'a> {
    /// Reads the first line; the rest is what follows it.
    pub(crate) fn read(bytes: &'a [u8]) -> Option<(Self, &'a [u8])> {
        let end = bytes.iter().position(|&byte| byte == b'\n')?;
        let line = std::str::from_utf8(&bytes[..end]).ok()?;
        let mut words = line.split(' ');
        let (game, ruleset) = (words.next()?, words.next()?);
        let options = words.filter_map(|pair| pair.split_once('=')).collect();
        let setup = Self { game, ruleset, options };
        setup.start(None).map(|_| (setup, &bytes[end + 1..]))
    }

    /// The game at a position, or at its start; `None` if it cannot be set up.
    pub(crate) fn start(&self, position: Option<&str>) -> Option<AnyGame> {
        AnyGame::new(self.game, Some(self.ruleset), &self.options, position).ok()
    }
}
