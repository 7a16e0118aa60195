//! Pictures of positions, for link previews, the lobby of other sites and documents: as SVG, and
//! as PNG for programs that take nothing else. A game in pictures is a [`Film`], written as GIF.

mod film;
mod gif;
mod glyphs;
mod palette;
mod png;
mod svg;

pub(crate) use film::Film;
pub(crate) use gif::gif;
pub(crate) use png::png;
pub(crate) use svg::svg;
