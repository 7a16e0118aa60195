//! Arrows and circles that people draw on a board for each other.
//!
//! They are relayed, not stored. The server bounds their number and the form of the point names,
//! and leaves it to the clients whether the board has such a point.

use super::text::on_the_wire;
use engine::words;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;
use utoipa::ToSchema;

words! {
    /// The colour of a shape.
    pub Brush {
        /// Green, the usual one.
        Green = "green",
        /// Red.
        Red = "red",
        /// Blue.
        Blue = "blue",
        /// Yellow.
        Yellow = "yellow",
    }
}

on_the_wire!(Brush);

/// The name of a point of some board: 1 to `MAX` letters and digits. The server does not check
/// whether the board has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(value_type = String, min_length = 1, max_length = 4)]
pub struct Point(Box<str>);

impl Point {
    /// The most characters a name has.
    const MAX: usize = 4;
}

impl<'de> Deserialize<'de> for Point {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        let fits = (1..=Self::MAX).contains(&text.len());
        if fits && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Ok(Self(text.into()));
        }
        Err(D::Error::custom("a point has 1 to 4 letters and digits"))
    }
}

/// An arrow, or a circle where both points are the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Shape {
    /// The point at which it begins.
    pub from: Point,
    /// The point at which it ends.
    pub to: Point,
    /// The colour.
    pub brush: Brush,
}

/// Everything that one person has drawn on a position: at most [`Self::MAX`] shapes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(max_items = 32)]
#[serde(try_from = "Vec<Shape>")]
pub struct Shapes(Vec<Shape>);

impl Shapes {
    /// The most shapes that are shown to others.
    pub const MAX: usize = 32;
}

/// There are too many shapes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("at most {} shapes can be shown", Shapes::MAX)]
pub struct TooManyShapes;

impl TryFrom<Vec<Shape>> for Shapes {
    type Error = TooManyShapes;

    fn try_from(shapes: Vec<Shape>) -> Result<Self, TooManyShapes> {
        if shapes.len() > Self::MAX {
            return Err(TooManyShapes);
        }
        Ok(Self(shapes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(from: &str, brush: &str) -> serde_json::Value {
        serde_json::json!({"from": from, "to": "a1", "brush": brush})
    }

    #[test]
    fn shapes_are_few_and_their_points_short() {
        let read = |shapes: Vec<serde_json::Value>| {
            serde_json::from_value::<Shapes>(serde_json::Value::Array(shapes)).is_ok()
        };
        assert!(read(Vec::new()));
        assert!(read(vec![shape("5e", "green"), shape("i10", "yellow")]));
        assert!(read(vec![shape("a1", "red"); Shapes::MAX]));
        assert!(!read(vec![shape("a1", "red"); Shapes::MAX + 1]));
        for bad in ["", "a1\"", "a１", "a1b2c"] {
            assert!(!read(vec![shape(bad, "red")]), "{bad}");
        }
        assert!(!read(vec![shape("a1", "pink")]));
    }
}
