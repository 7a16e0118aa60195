//! Draws a picture as pixels, from the SVG that `svg` writes, and encodes it as PNG.
//!
//! Only this server's own pictures are drawn: they refer to nothing outside, and their size is
//! bounded. Characters are outlines in the SVG, so no font is needed.

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// How many pixels are drawn for a unit of a picture.
const SCALE: f32 = 2.0;

/// The most pixels of a picture in either direction.
const MAX_PIXELS: u32 = 1_600;

/// Draws a picture that [`super::svg`] wrote, 800 pixels wide; `None` if it is not one. This takes
/// milliseconds, so it must not run on a thread that serves requests.
pub(crate) fn png(svg: &str) -> Option<Vec<u8>> {
    pixels(svg, SCALE)?.encode_png().ok()
}

/// The pixels of a picture, `scale` of them for each of its units in both directions.
pub(super) fn pixels(svg: &str, scale: f32) -> Option<Pixmap> {
    let tree = Tree::from_str(svg, &Options::default()).ok()?;
    let size = tree.size().to_int_size().scale_by(scale)?;
    if size.width().max(size.height()) > MAX_PIXELS {
        return None;
    }
    let mut pixels = Pixmap::new(size.width(), size.height())?;
    // The picture may cover the last row of pixels only in part.
    pixels.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Some(pixels)
}

#[cfg(test)]
mod tests {
    use super::super::svg;
    use super::*;
    use engine::{AnyGame, GAMES, Options as Chosen};

    fn start(game: &str) -> Pixmap {
        let game = AnyGame::new(game, None, &Chosen::none(), None).expect("the start stands");
        let bytes = png(&svg(&game.picture())).expect("it is drawn");
        Pixmap::decode_png(&bytes).expect("it is a PNG")
    }

    #[test]
    fn every_start_is_drawn() {
        for info in GAMES {
            let pixels = start(info.id);
            assert_eq!(pixels.width(), 800, "{}", info.id);
            assert!((700..=1_200).contains(&pixels.height()), "{}: {}", info.id, pixels.height());
            let (first, rest) = pixels.pixels().split_first().expect("it has pixels");
            let others = rest.iter().filter(|pixel| *pixel != first).count();
            assert!(others > 10_000, "{}: {others} pixels besides the ground", info.id);
        }
    }

    #[test]
    fn pieces_have_their_characters() {
        let game = AnyGame::new("shogi", None, &Chosen::none(), None).expect("the start stands");
        let text = svg(&game.picture());
        let bare = text.replace("<use ", r#"<use visibility="hidden" "#);
        let inked = |text: &str| {
            let pixels = png(text).and_then(|bytes| Pixmap::decode_png(&bytes).ok());
            let dark = |pixel: &&resvg::tiny_skia::PremultipliedColorU8| pixel.red() < 60;
            pixels.map(|pixels| pixels.pixels().iter().filter(dark).count())
        };
        assert!(inked(&text) > inked(&bare).map(|count| count + 5_000), "{:?}", inked(&text));
    }

    #[test]
    fn malformed_svg_is_not_drawn() {
        for text in
            ["", "<svg", r#"<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="9"/>"#]
        {
            assert_eq!(png(text), None, "{text}");
        }
    }
}
