//! The colours of our pictures, for formats that have 256: those that are drawn with, and what
//! lies between two that meet at an edge.

use super::svg::{LINE, MARK, PAPER, WOOD, ink};
use engine::Tint;
use std::collections::HashMap;

/// Red, green and blue.
pub(super) type Colour = [u8; 3];

/// How many colours there are between two that meet.
const STEPS: u16 = 12;

/// Up to 255 colours, and which of them is nearest to any other; the number after them is that of
/// the transparent colour.
pub(super) struct Palette {
    colours: Vec<Colour>,
    /// The nearest colours found so far.
    nearest: HashMap<Colour, u8>,
}

impl Palette {
    /// The number of the transparent colour.
    pub(super) const CLEAR: u8 = 255;

    /// The colours of our pictures.
    pub(super) fn of_pictures() -> Self {
        let [paper, line, wood, mark] = [PAPER, LINE, WOOD, MARK].map(read);
        let [black, white, red] = [Tint::Black, Tint::White, Tint::Red].map(|tint| read(ink(tint)));
        let grounds = [paper, line, wood, black, white];
        let mut colours = vec![paper, line, wood, mark, black, white, red];
        let mut between = |a: Colour, b: Colour| {
            for step in 1..STEPS {
                let mix = |channel: usize| {
                    let (a, b) = (u16::from(a[channel]), u16::from(b[channel]));
                    u8::try_from((a * (STEPS - step) + b * step) / STEPS).unwrap_or(u8::MAX)
                };
                colours.push([mix(0), mix(1), mix(2)]);
            }
        };
        for (place, &ground) in grounds.iter().enumerate() {
            for &other in &grounds[place + 1..] {
                between(ground, other);
            }
            between(ground, mark);
        }
        for other in [paper, wood] {
            between(red, other);
        }
        Self { colours, nearest: HashMap::new() }
    }

    /// The colours one after another, as many as there are numbers.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colours.concat();
        bytes.resize(3 * 256, 0);
        bytes
    }

    /// The number of the colour that is nearest.
    pub(super) fn nearest(&mut self, colour: Colour) -> u8 {
        let colours = &self.colours;
        *self.nearest.entry(colour).or_insert_with(|| {
            let nearest =
                colours.iter().enumerate().min_by_key(|(_, other)| distance(colour, **other));
            nearest.and_then(|(number, _)| u8::try_from(number).ok()).unwrap_or(0)
        })
    }
}

/// How far two colours are from one another.
fn distance(a: Colour, b: Colour) -> u32 {
    a.into_iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

/// A colour as pictures write it, `#rrggbb`.
fn read(text: &str) -> Colour {
    let channel = |from: usize| {
        text.get(from..from + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok()).unwrap_or(0)
    };
    [channel(1), channel(3), channel(5)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_no_more_colours_than_a_byte_can_number() {
        assert!(
            (100..=usize::from(Palette::CLEAR)).contains(&Palette::of_pictures().colours.len())
        );
    }

    #[test]
    fn colours_that_are_drawn_with_are_exact() {
        let mut palette = Palette::of_pictures();
        for text in [PAPER, LINE, WOOD, MARK, ink(Tint::Black), ink(Tint::White), ink(Tint::Red)] {
            let colour = read(text);
            let number = usize::from(palette.nearest(colour));
            assert_eq!(palette.colours[number], colour, "{text}");
        }
    }

    #[test]
    fn an_edge_has_a_colour_near_by() {
        let mut palette = Palette::of_pictures();
        let edge = [0x8b, 0x82, 0x73];
        let number = usize::from(palette.nearest(edge));
        assert!(distance(palette.colours[number], edge) < 200, "half of black on paper");
    }
}
