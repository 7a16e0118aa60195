//! Pictures of positions, for link previews, the lobby of other sites and documents: as SVG, and
//! as PNG for programs that take nothing else.

mod glyphs;
mod png;
mod svg;

pub(crate) use png::png;
pub(crate) use svg::svg;
