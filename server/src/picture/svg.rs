//! Draws a position (`engine::Picture`) as SVG, for previews, embedding and the PNG.
//!
//! The picture is self-contained: characters are outlines from `glyphs`, each defined once, and
//! nothing is loaded. All pictures are `WIDTH` units wide; the height follows from the board and
//! from pieces in hand. This module has no knowledge of the games: the engine's description lists
//! the lines, pieces, shapes and labels.

use super::glyphs::glyph;
use engine::{BySide, Picture, PictureHand, PicturePiece, Shape, Side, Tint};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The width of every picture, in SVG user units.
const WIDTH: f32 = 400.0;

pub(super) const PAPER: &str = "#f3e7cf";
pub(super) const LINE: &str = "#5b4632";
pub(super) const WOOD: &str = "#f6deb0";
pub(super) const MARK: &str = "#c77f1e";

/// A file and a rank, both from 0 at the lower left.
pub(super) type Place = (u8, u8);

/// Draws a picture, [`WIDTH`] units wide and as high as its board and hands need.
pub(crate) fn svg(picture: &Picture) -> String {
    let hands = BySide::from_fn(|side| !picture.hands[side].is_empty());
    svg_with_marks(picture, &[], hands)
}

/// The same with rings around the places of `marks`, and with room for the hands of those sides.
pub(super) fn svg_with_marks(picture: &Picture, marks: &[Place], hands: BySide<bool>) -> String {
    let layout = Layout::new(picture, hands);
    let mut out = String::with_capacity(8_192);
    // Writing to a String cannot fail.
    let _ = write!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {h:.1}" width="{WIDTH}" height="{h:.1}" role="img"><rect width="100%" height="100%" fill="{PAPER}"/><path d=""#,
        h = layout.height,
    );
    for &[(x1, y1), (x2, y2)] in &picture.lines {
        let (x1, y1) = layout.crossing(x1, y1);
        let (x2, y2) = layout.crossing(x2, y2);
        let _ = write!(out, "M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}");
    }
    let _ = write!(out, r#"" stroke="{LINE}" stroke-width="1.5" stroke-linecap="square"/>"#);
    for piece in &picture.pieces {
        draw_piece(&mut out, picture, &layout, piece);
    }
    for &(file, rank) in marks {
        let (x, y) = layout.centre(file, rank);
        let (radius, width) = (layout.unit * 0.45, layout.unit * 0.06);
        let _ = write!(
            out,
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}" fill="none" stroke="{MARK}" stroke-width="{width:.1}"/>"#
        );
    }
    for side in Side::ALL {
        draw_hand(&mut out, &layout, side, &picture.hands);
    }
    // Each outline is defined once, however many pieces use it.
    out.push_str("<defs>");
    let mut characters: BTreeSet<char> =
        picture.pieces.iter().flat_map(|piece| piece.label.chars()).collect();
    for side in Side::ALL {
        characters.extend(hand_text(&picture.hands[side]).chars());
    }
    for character in characters {
        if let Some(glyph) = glyph(character) {
            let _ = write!(out, r#"<path id="{}" d="{}"/>"#, id(character), glyph.path);
        }
    }
    out.push_str("</defs></svg>");
    out
}

/// The positions of board and pieces, in user units; `y` grows downwards.
struct Layout {
    unit: f32,
    /// The left end of file 0's cell, and the lower end of rank 0's.
    left: f32,
    bottom: f32,
    /// How far a crossing lies from the corner of the cell: half a unit where pieces stand on
    /// crossings, none where they stand in squares.
    crossing: f32,
    height: f32,
}

impl Layout {
    fn new(picture: &Picture, hands: BySide<bool>) -> Self {
        let margin = if picture.squares { 0.5 } else { 0.1 };
        let unit = WIDTH / (f32::from(picture.files.max(1)) + 2.0 * margin);
        let hand = |has_room| if has_room { 0.9 } else { 0.0 };
        let above = margin + hand(hands.second);
        let below = margin + hand(hands.first);
        let bottom = (above + f32::from(picture.ranks)) * unit;
        Self {
            unit,
            left: margin * unit,
            bottom,
            crossing: if picture.squares { 0.0 } else { 0.5 },
            height: bottom + below * unit,
        }
    }

    fn crossing(&self, x: u8, y: u8) -> (f32, f32) {
        (
            self.left + (f32::from(x) + self.crossing) * self.unit,
            self.bottom - (f32::from(y) + self.crossing) * self.unit,
        )
    }

    fn centre(&self, file: u8, rank: u8) -> (f32, f32) {
        (
            self.left + (f32::from(file) + 0.5) * self.unit,
            self.bottom - (f32::from(rank) + 0.5) * self.unit,
        )
    }
}

pub(super) const fn ink(tint: Tint) -> &'static str {
    match tint {
        Tint::Black => "#231d18",
        Tint::White => "#fbf7ee",
        Tint::Red => "#a8261c",
    }
}

fn draw_piece(out: &mut String, picture: &Picture, layout: &Layout, piece: &PicturePiece) {
    let (x, y) = layout.centre(piece.file, piece.rank);
    let unit = layout.unit;
    let tint = ink(picture.tints[piece.side]);
    let radius = unit * 0.42;
    let _ = match picture.shape {
        Shape::Stone => write!(
            out,
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}" fill="{tint}" stroke="{LINE}"/>"#
        ),
        Shape::Disc => {
            let _ = write!(
                out,
                r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}" fill="{WOOD}" stroke="{tint}" stroke-width="2"/>"#
            );
            write_label(out, x, y, unit * 0.52, tint, piece.label)
        }
        Shape::Wedge => {
            let turn = if piece.side == Side::First { 0 } else { 180 };
            let _ = write!(
                out,
                r#"<g transform="translate({x:.1} {y:.1}) rotate({turn})"><path d="M0 {top:.1}L{shoulder:.1} {high:.1}L{foot:.1} {low:.1}H-{foot:.1}L-{shoulder:.1} {high:.1}Z" fill="{WOOD}" stroke="{LINE}"/>"#,
                top = -0.45 * unit,
                shoulder = 0.30 * unit,
                high = -0.32 * unit,
                foot = 0.39 * unit,
                low = 0.43 * unit,
            );
            let tint = if piece.promoted { ink(Tint::Red) } else { tint };
            let _ = write_label(out, 0.0, 0.06 * unit, unit * 0.52, tint, piece.label);
            out.write_str("</g>")
        }
    };
}

fn write_label(
    out: &mut String,
    x: f32,
    y: f32,
    size: f32,
    tint: &str,
    label: &str,
) -> std::fmt::Result {
    let scale = size / 1_000.0;
    // A space separates the pieces of a hand and has no glyph.
    let advance = |character| glyph(character).map_or(0.35, |glyph| glyph.advance / 1_000.0) * size;
    let baseline = y + size * 0.37;
    let mut x = x - label.chars().map(advance).sum::<f32>() / 2.0;
    for character in label.chars() {
        if glyph(character).is_some() {
            write!(
                out,
                r##"<use href="#{}" transform="translate({x:.1} {baseline:.1}) scale({scale:.4})" fill="{tint}"/>"##,
                id(character),
            )?;
        }
        x += advance(character);
    }
    Ok(())
}

/// The id of a character's outline within the picture.
fn id(character: char) -> String {
    format!("g{:x}", u32::from(character))
}

fn draw_hand(out: &mut String, layout: &Layout, side: Side, hands: &BySide<Vec<PictureHand>>) {
    if hands[side].is_empty() {
        return;
    }
    let text = hand_text(&hands[side]);
    let unit = layout.unit;
    let y = match side {
        Side::First => layout.height - 0.55 * unit,
        Side::Second => 0.5 * unit,
    };
    let _ = write_label(out, WIDTH / 2.0, y, unit * 0.5, ink(Tint::Black), text.trim_end());
}

fn hand_text(hand: &[PictureHand]) -> String {
    let mut text = String::new();
    for held in hand {
        text.push_str(held.label);
        if held.count > 1 {
            text.push_str(&held.count.to_string());
        }
        text.push(' ');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stone_is_drawn_inside_the_picture() {
        let text = svg(&Picture::from_stones("wwww/4/4/bbbb b -"));
        assert_eq!(text.matches("<circle").count(), 8);
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>"));
        assert!(text.contains(r#"viewBox="0 0 400 400.0""#));
    }

    #[test]
    fn a_mark_is_a_ring() {
        let picture = Picture::from_stones("wwww/4/4/bbbb b -");
        let text = svg_with_marks(&picture, &[(0, 0), (3, 3)], BySide::default());
        assert_eq!(text.matches(r#"fill="none" stroke="#).count(), 2);
    }

    #[test]
    fn hands_make_the_picture_higher() {
        let mut picture = Picture::squares(9, 9);
        picture.shape = Shape::Wedge;
        let plain = svg(&picture);
        picture.hands.first.push(PictureHand { label: "歩", count: 2 });
        let text = svg(&picture);
        let height = |text: &str| {
            let after = text.split(r#" height=""#).nth(1).and_then(|rest| rest.split('"').next());
            after.and_then(|height| height.parse::<f32>().ok()).expect("it has a height")
        };
        assert!(height(&text) > height(&plain));
        let bare = Picture { hands: BySide::default(), ..picture.clone() };
        let roomy = svg_with_marks(&bare, &[], BySide { first: true, second: false });
        assert!((height(&roomy) - height(&text)).abs() < 0.1, "an empty hand can have its room");
        assert_eq!(text.matches(&format!(r##"href="#{}""##, id('歩'))).count(), 1);
        assert_eq!(text.matches(&format!(r##"href="#{}""##, id('2'))).count(), 1);
        assert_eq!(text.matches(&format!(r#"id="{}""#, id('歩'))).count(), 1);
    }
}
