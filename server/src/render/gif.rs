//! A game in pictures as an animated GIF. Of every picture after the first only the places that
//! changed are drawn, and only what differs from the one before is written; the rest is clear.

use super::film::Film;
use super::palette::Palette;
use super::png::pixels;
use super::svg::Window;
use ::gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::borrow::Cow;

/// How many pixels are drawn for a unit of a picture: 400 in a row.
const SCALE: f32 = 1.0;

/// For how long a picture is shown, in hundredths of a second: less in a long film.
const DELAYS: (u16, u16) = (30, 100);

/// How long a film takes if every picture is shown for neither the most nor the least.
const WHOLE: u16 = 6_000;

/// For how long the last picture is shown.
const LAST_FRAME_DELAY: u16 = 400;

/// Draws the pictures of a film and writes them; nothing if one of them cannot be drawn. Takes
/// a millisecond a picture: not for a thread that others wait for.
pub(crate) fn gif(film: &Film) -> Option<Vec<u8>> {
    let mut palette = Palette::of_pictures();
    let count = u16::try_from(film.len()).unwrap_or(u16::MAX);
    let delay = (WHOLE / count.max(1)).clamp(DELAYS.0, DELAYS.1);
    let mut shown = Drawn::new(&film.frame(0)?, &mut palette)?;
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, shown.width, shown.height, &palette.bytes()).ok()?;
    encoder.set_repeat(Repeat::Infinite).ok()?;
    // A picture is written when the next is there, since the last one stays for longer.
    let mut frame = shown.all();
    for number in 1..film.len() {
        let mut drawn = shown.clone();
        let mut bounds = None;
        for (window, part) in film.changes(number) {
            drawn.replace(window, &Drawn::new(&part, &mut palette)?);
            bounds = Some(bounds.map_or(window, |bounds: Window| bounds.with(window)));
        }
        frame.delay = delay;
        encoder.write_frame(&frame).ok()?;
        frame = drawn.since(&shown, bounds.unwrap_or(Window::CORNER));
        shown = drawn;
    }
    frame.delay = LAST_FRAME_DELAY;
    encoder.write_frame(&frame).ok()?;
    drop(encoder);
    Some(bytes)
}

/// A picture as numbers of colours, row by row.
#[derive(Clone)]
struct Drawn {
    width: u16,
    height: u16,
    colours: Vec<u8>,
}

impl Drawn {
    fn new(svg: &str, palette: &mut Palette) -> Option<Self> {
        let drawn = pixels(svg, SCALE)?;
        // Most pixels are as the one before.
        let (mut before, mut number) = ([0; 3], palette.nearest([0; 3]));
        let colour = |pixel: &resvg::tiny_skia::PremultipliedColorU8| {
            let this = [pixel.red(), pixel.green(), pixel.blue()];
            if this != before {
                (before, number) = (this, palette.nearest(this));
            }
            number
        };
        Some(Self {
            width: u16::try_from(drawn.width()).ok()?,
            height: u16::try_from(drawn.height()).ok()?,
            colours: drawn.pixels().iter().map(colour).collect(),
        })
    }

    /// Puts a part in its place.
    fn replace(&mut self, Window { left, top, .. }: Window, part: &Self) {
        let (row, from) = (usize::from(self.width), usize::from(left));
        for (y, new) in (usize::from(top)..usize::from(self.height)).zip(part.rows()) {
            let old = &mut self.colours[y * row + from..(y + 1) * row];
            let width = old.len().min(new.len());
            old[..width].copy_from_slice(&new[..width]);
        }
    }

    fn rows(&self) -> impl DoubleEndedIterator<Item = &[u8]> {
        self.colours.chunks_exact(usize::from(self.width.max(1)))
    }

    /// The whole of it.
    fn all(&self) -> Frame<'static> {
        Self::part(0, 0, self.width, self.height, self.colours.clone())
    }

    /// Of a part what differs from the picture before; the rest of it is clear.
    fn since(&self, before: &Self, Window { left, top, width, height }: Window) -> Frame<'static> {
        let (from, to) = (usize::from(left), usize::from(left + width));
        let rows = self.rows().zip(before.rows()).skip(usize::from(top));
        let mut pixels = Vec::with_capacity(usize::from(width) * usize::from(height));
        for (row, old) in rows.take(usize::from(height)) {
            // Of most rows nothing is to be written.
            if row[from..to] == old[from..to] {
                pixels.resize(pixels.len() + usize::from(width), Palette::CLEAR);
                continue;
            }
            let pairs = row[from..to].iter().zip(&old[from..to]);
            pixels.extend(pairs.map(|(&new, &old)| if new == old { Palette::CLEAR } else { new }));
        }
        Self::part(left, top, width, height, pixels)
    }

    fn part(left: u16, top: u16, width: u16, height: u16, pixels: Vec<u8>) -> Frame<'static> {
        Frame {
            dispose: DisposalMethod::Keep,
            transparent: Some(Palette::CLEAR),
            buffer: Cow::Owned(pixels),
            left,
            top,
            width,
            height,
            ..Frame::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::gif::{ColorOutput, DecodeOptions};
    use engine::{AnyGame, GAMES, Options};

    /// A film as a viewer sees it: every picture whole, four bytes a pixel.
    fn watched(bytes: &[u8]) -> (usize, Vec<Vec<u8>>) {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes).expect("it is a GIF");
        let width = usize::from(decoder.width());
        let mut canvas = vec![0; width * usize::from(decoder.height()) * 4];
        let mut pictures = Vec::new();
        while let Some(frame) = decoder.read_next_frame().expect("it is whole") {
            let row = usize::from(frame.width) * 4;
            for (y, pixels) in frame.buffer.chunks_exact(row).enumerate() {
                let at = ((usize::from(frame.top) + y) * width + usize::from(frame.left)) * 4;
                for (shown, new) in
                    canvas[at..at + row].chunks_exact_mut(4).zip(pixels.chunks_exact(4))
                {
                    if new[3] == 255 {
                        shown.copy_from_slice(new);
                    }
                }
            }
            pictures.push(canvas.clone());
        }
        (width, pictures)
    }

    fn film(game: &str, actions: usize) -> Film {
        let mut game = AnyGame::new(game, None, &Options::none(), None).expect("the start stands");
        let start = game.clone();
        let mut played = Vec::new();
        while played.len() < actions && game.outcome().is_none() {
            let legal = game.legal();
            let action = legal[(played.len() * 31) % legal.len()].clone();
            game.play(&action).expect("it is legal");
            played.push(action);
        }
        Film::of(start, &played)
    }

    #[test]
    fn a_film_shows_what_its_pictures_show() {
        for info in GAMES {
            let film = film(info.id, 6);
            let (_, pictures) = watched(&gif(&film).expect("it is drawn"));
            assert_eq!(pictures.len(), film.len(), "{}", info.id);
            for (number, seen) in pictures.iter().enumerate() {
                let text = film.frame(number).expect("there is one");
                let drawn = pixels(&text, SCALE).expect("it is drawn");
                let far = seen
                    .chunks_exact(4)
                    .zip(drawn.data().chunks_exact(4))
                    .filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 40));
                let far = far.count();
                let all = drawn.pixels().len();
                assert!(far * 500 < all, "{} picture {number}: {far} of {all} differ", info.id);
            }
        }
    }

    #[test]
    fn parts_compose_the_whole_picture() {
        for info in GAMES {
            let film = film(info.id, 24);
            let mut palette = Palette::of_pictures();
            let mut of = |text: &str| Drawn::new(text, &mut palette).expect("it is drawn");
            let mut shown = of(&film.frame(0).expect("the start"));
            for number in 1..film.len() {
                for (window, part) in film.changes(number) {
                    shown.replace(window, &of(&part));
                }
                let whole = of(&film.frame(number).expect("there is one"));
                let far = shown.colours.iter().zip(&whole.colours).filter(|(a, b)| a != b).count();
                // At the edge of a shape a pixel may be rounded the other way.
                assert!(far < 20, "{} picture {number}: {far} pixels differ", info.id);
            }
        }
    }

    #[test]
    fn a_black_stone_is_black_and_a_white_one_white() {
        let film = film("zhuo-qi-zi", 0);
        let (width, pictures) = watched(&gif(&film).expect("it is drawn"));
        // Four stones in a row, a tenth of a unit of margin.
        let at = |x: f32, y: f32| {
            let unit = 400.0 / 4.2;
            let place =
                |units: f32| format!("{:.0}", units * unit).parse::<usize>().expect("small");
            let from = (place(y) * width + place(x)) * 4;
            let pixel = &pictures[0][from..from + 3];
            [pixel[0], pixel[1], pixel[2]]
        };
        for file in [0.6, 1.6, 2.6, 3.6] {
            assert_eq!(at(file, 3.6), [0x23, 0x1d, 0x18], "a black stone");
            assert_eq!(at(file, 0.6), [0xfb, 0xf7, 0xee], "a white stone");
        }
        assert_eq!(at(1.1, 2.1), [0xf3, 0xe7, 0xcf], "the paper between");
    }

    #[test]
    fn only_what_changes_is_written() {
        let still = gif(&film("xiangqi", 0)).expect("it is drawn").len();
        let moved = gif(&film("xiangqi", 20)).expect("it is drawn").len();
        assert!(moved < still * 6, "{still} bytes for one picture, {moved} for 21");
    }
}
