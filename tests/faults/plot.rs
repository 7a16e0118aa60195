//! Curves over time, one below the other, as an SVG.

use std::fmt::Write;

/// One curve.
#[derive(Debug, Clone)]
pub(crate) struct Curve<'a> {
    pub(crate) name: &'a str,
    /// Seconds and values.
    pub(crate) points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 120.0;
const MARGIN: (f64, f64) = (70.0, 30.0);

/// The picture.
pub(crate) fn plot(curves: &[Curve<'_>]) -> String {
    let step = HEIGHT + 2.0 * MARGIN.1;
    let (wide, high) = (WIDTH + 2.0 * MARGIN.0, step * curves.len() as f64);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for (number, curve) in curves.iter().enumerate() {
        draw(&mut svg, curve, step * number as f64 + MARGIN.1);
    }
    svg.push_str("</svg>\n");
    svg
}

/// Draws a curve above its axis, whose ends are written as numbers. Values begin at nothing, so
/// that what grows a little does not look as if it grew much.
fn draw(svg: &mut String, curve: &Curve<'_>, top: f64) {
    let most = curve.points.iter().map(|(_, value)| *value).fold(f64::MIN_POSITIVE, f64::max);
    let last = curve.points.last().map_or(1.0, |(at, _)| *at);
    let (left, bottom) = (MARGIN.0, top + HEIGHT);
    let mut path = String::new();
    for (at, value) in &curve.points {
        let (x, y) = (left + at / last * WIDTH, bottom - value / most * HEIGHT);
        // Writing to a String cannot fail.
        let _ = write!(path, "{x:.1},{y:.1} ");
    }
    let _ = writeln!(
        svg,
        "<text x=\"{left}\" y=\"{}\" font-weight=\"bold\">{}</text>\n\
         <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{most:.1}</text>\n\
         <text x=\"{}\" y=\"{bottom}\" text-anchor=\"end\">0</text>\n\
         <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{last:.0} s</text>\n\
         <path d=\"M{left},{top}V{bottom}H{}\" fill=\"none\" stroke=\"#999\"/>\n\
         <polyline points=\"{path}\" fill=\"none\" stroke=\"#1f6f54\" stroke-width=\"1.5\"/>",
        top - 8.0,
        curve.name,
        left - 6.0,
        top + 8.0,
        left - 6.0,
        left + WIDTH,
        bottom + 16.0,
        left + WIDTH,
    );
}
