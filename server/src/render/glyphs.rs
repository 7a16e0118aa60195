//! The outlines of the characters on pieces, and of digits: a picture looks the same where no
//! font has them, and drawing it needs none. `fonts/build.sh` writes them,
//! and `static/fonts/OFL.txt` is their licence.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A character as an outline, in thousandths of its size, `y` downwards; it begins at the left on
/// the baseline.
pub(super) struct Glyph {
    /// How far the next character is.
    pub(super) advance: f32,
    /// The outline, as the `d` of an SVG path.
    pub(super) path: &'static str,
}

static GLYPHS: LazyLock<HashMap<char, Glyph>> = LazyLock::new(|| {
    let read = |line: &'static str| {
        let mut fields = line.split('\t');
        let character = fields.next()?.chars().next()?;
        Some((character, Glyph { advance: fields.next()?.parse().ok()?, path: fields.next()? }))
    };
    include_str!("glyphs.txt").lines().filter_map(read).collect()
});

/// The outline of a character, if pictures have it.
pub(super) fn glyph(character: char) -> Option<&'static Glyph> {
    GLYPHS.get(&character)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{AnyGame, GAMES, Options};

    #[test]
    fn every_line_is_a_glyph() {
        assert_eq!(GLYPHS.len(), include_str!("glyphs.txt").lines().count());
        assert!(GLYPHS.values().all(|glyph| glyph.advance > 0.0 && glyph.path.starts_with('M')));
    }

    #[test]
    fn every_character_of_a_start_is_there() {
        for ruleset in
            GAMES.iter().flat_map(|info| info.rulesets.iter().map(move |r| (info.id, r.id)))
        {
            let game = AnyGame::new(ruleset.0, Some(ruleset.1), &Options::none(), None)
                .expect("the start stands");
            let picture = game.picture();
            for character in picture.pieces.iter().flat_map(|piece| piece.label.chars()) {
                assert!(glyph(character).is_some(), "{ruleset:?}: {character}");
            }
        }
    }

    #[test]
    fn promoted_pieces_and_hands_are_there() {
        for position in [
            "4k4/1+R1+B5/9/+P+L+N+S5/9/9/9/9/4K4 w - 1",
            "4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1",
        ] {
            let game = AnyGame::new("shogi", None, &Options::none(), Some(position));
            let picture = game.expect("it can stand").picture();
            let hands = picture.hands.first.iter().chain(&picture.hands.second);
            let labels =
                picture.pieces.iter().map(|piece| piece.label).chain(hands.map(|h| h.label));
            for character in labels.flat_map(str::chars).chain('0'..='9') {
                assert!(glyph(character).is_some(), "{character}");
            }
        }
    }
}
