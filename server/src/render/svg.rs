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
pub(super) type Point = (u8, u8);

/// Draws a picture, [`WIDTH`] units wide and as high as its board and hands need.
pub(crate) fn svg(picture: &Picture) -> String {
    let hands = BySide::from_fn(|side| !picture.hands[side].is_empty());
    svg_with_marks(picture, &[], hands)
}

/// The same with rings around the places of `marks`, and with room for the hands of those sides.
pub(super) fn svg_with_marks(picture: &Picture, marks: &[Point], hands: BySide<bool>) -> String {
    let layout = Layout::new(picture, hands);
    let mut out = String::with_capacity(8_192);
    // Writing to a String cannot fail.
    let _ = write!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {h:.1}" width="{WIDTH}" height="{h:.1}" role="img"><rect width="100%" height="100%" fill="{PAPER}"/>"#,
        h = layout.height,
    );
    draw(&mut out, picture, marks, &layout, None);
    out
}

/// A part of a picture, in whole units from its upper left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) left: u16,
    pub(super) top: u16,
    pub(super) width: u16,
    pub(super) height: u16,
}

impl Window {
    /// A single pixel.
    pub(super) const CORNER: Self = Self { left: 0, top: 0, width: 1, height: 1 };

    /// The smallest window that holds both.
    pub(super) fn with(self, other: Self) -> Self {
        let (left, top) = (self.left.min(other.left), self.top.min(other.top));
        let right = (self.left + self.width).max(other.left + other.width);
        let bottom = (self.top + self.height).max(other.top + other.height);
        Self { left, top, width: right - left, height: bottom - top }
    }
}

/// The part that shows a place.
pub(super) fn window_of(picture: &Picture, hands: BySide<bool>, (file, rank): Point) -> Window {
    let layout = Layout::new(picture, hands);
    let (x, y) = layout.centre(file, rank);
    let half = layout.unit / 2.0;
    layout.window([x - half, y - half], [x + half, y + half])
}

/// The part that shows the hand of a side.
pub(super) fn window_of_hand(picture: &Picture, hands: BySide<bool>, side: Side) -> Window {
    let layout = Layout::new(picture, hands);
    let (from, to) = match side {
        Side::First => (layout.bottom, layout.height),
        Side::Second => (0.0, layout.bottom - f32::from(picture.ranks) * layout.unit),
    };
    layout.window([0.0, from], [WIDTH, to])
}

/// The part of [`svg_with_marks`] in a window: the same to the pixel, without what lies elsewhere.
pub(super) fn svg_of_window(
    picture: &Picture,
    marks: &[Point],
    hands: BySide<bool>,
    window: Window,
) -> String {
    let layout = Layout::new(picture, hands);
    let Window { left, top, width, height } = window;
    let mut out = String::with_capacity(4_096);
    // Writing to a String cannot fail.
    let _ = write!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}" width="{width}" height="{height}"><rect width="{WIDTH}" height="{h:.1}" fill="{PAPER}"/>"#,
        h = layout.height,
    );
    draw(&mut out, picture, marks, &layout, Some(window));
    out
}

/// Draws what reaches into the window, or everything, and ends the picture.
fn draw(
    out: &mut String,
    picture: &Picture,
    marks: &[Point],
    layout: &Layout,
    window: Option<Window>,
) {
    let shown =
        |file, rank| window.is_none_or(|window| layout.reaches(layout.centre(file, rank), window));
    out.push_str(r#"<path d=""#);
    for &[(x1, y1), (x2, y2)] in &picture.lines {
        let (x1, y1) = layout.crossing(x1, y1);
        let (x2, y2) = layout.crossing(x2, y2);
        // Writing to a String cannot fail.
        let _ = write!(out, "M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}");
    }
    let _ = write!(out, r#"" stroke="{LINE}" stroke-width="1.5" stroke-linecap="square"/>"#);
    let pieces = || picture.pieces.iter().filter(|piece| shown(piece.file, piece.rank));
    for piece in pieces() {
        draw_piece(out, picture, layout, piece);
    }
    for &(file, rank) in marks.iter().filter(|&&(file, rank)| shown(file, rank)) {
        let (x, y) = layout.centre(file, rank);
        let (radius, width) = (layout.unit * 0.45, layout.unit * 0.06);
        let _ = write!(
            out,
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}" fill="none" stroke="{MARK}" stroke-width="{width:.1}"/>"#
        );
    }
    // Each outline is defined once, however many pieces use it.
    let mut characters: BTreeSet<char> = pieces().flat_map(|piece| piece.label.chars()).collect();
    for side in Side::ALL {
        if window.is_none_or(|window| layout.has_hand(side, window)) {
            draw_hand(out, layout, side, &picture.hands);
            characters.extend(hand_text(&picture.hands[side]).chars());
        }
    }
    out.push_str("<defs>");
    for character in characters {
        if let Some(glyph) = glyph(character) {
            let _ = write!(out, r#"<path id="{}" d="{}"/>"#, id(character), glyph.path);
        }
    }
    out.push_str("</defs></svg>");
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

    /// The smallest window between two corners.
    fn window(&self, from: [f32; 2], to: [f32; 2]) -> Window {
        let whole = |units: f32, most: f32| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "bounded by the size of a picture, and not below 0"
            )]
            let whole = units.clamp(0.0, most) as u16;
            whole
        };
        let [left, top] = [whole(from[0].floor(), WIDTH), whole(from[1].floor(), self.height)];
        let size = |to: f32, from: u16, most: f32| {
            whole(to.ceil(), most.round()).saturating_sub(from).max(1)
        };
        let (width, height) = (size(to[0], left, WIDTH), size(to[1], top, self.height));
        Window { left, top, width, height }
    }

    /// Whether what stands at a centre may reach into a window.
    fn reaches(&self, (x, y): (f32, f32), window: Window) -> bool {
        let near = |at: f32, from: u16, size: u16| {
            let (from, size) = (f32::from(from), f32::from(size));
            at > from - self.unit && at < from + size + self.unit
        };
        near(x, window.left, window.width) && near(y, window.top, window.height)
    }

    /// Whether a window may show the hand of a side.
    fn has_hand(&self, side: Side, window: Window) -> bool {
        match side {
            Side::First => f32::from(window.top) + f32::from(window.height) >= self.bottom,
            Side::Second => f32::from(window.top) <= self.unit,
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
