//! A game as a sequence of pictures, each with marks on the points that its last action changed,
//! for the animated form of an archived game.
//!
//! The number of pictures is bounded: a longer game is shown in steps of two or more actions. All
//! pictures have the same size.

use super::svg::{Point, Window, svg_of_window, svg_with_marks, window_of, window_of_hand};
use engine::{AnyGame, BySide, Picture, PicturePiece, Side};

/// The most pictures of a film; of a longer game only every second action is shown, or every third.
pub(crate) const MAX_FRAMES: usize = 300;

/// The pictures of a game, the start first, all of one size.
#[derive(Debug)]
pub(crate) struct Film {
    scenes: Vec<Scene>,
    /// The stands of a film: the sides with room for pieces in hand.
    hands: BySide<bool>,
}

/// A picture, and where something else stands than in the one before.
#[derive(Debug)]
struct Scene {
    picture: Picture,
    marks: Vec<Point>,
}

impl Film {
    /// The film of a game from its start, at most [`MAX_FRAMES`] pictures long. This replays the
    /// game, so it must not run on a thread that serves requests.
    pub(crate) fn of(start: AnyGame, actions: &[String]) -> Self {
        let step = actions.len().div_ceil(MAX_FRAMES - 1).max(1);
        let mut game = start;
        let mut scenes = vec![Scene { picture: game.picture(), marks: Vec::new() }];
        for (played, action) in (1..).zip(actions) {
            // If this program cannot replay the whole game, the part that it can is shown.
            if game.play(action).is_err() {
                break;
            }
            if played % step == 0 || played == actions.len() {
                let picture = game.picture();
                let marks = scenes.last().map(|before| changed(&before.picture, &picture));
                scenes.push(Scene { picture, marks: marks.unwrap_or_default() });
            }
        }
        // Pieces in hand make a picture higher: all pictures get the room that any of them needs.
        let hands = BySide::from_fn(|side| {
            scenes.iter().any(|scene| !scene.picture.hands[side].is_empty())
        });
        Self { scenes, hands }
    }

    /// How many pictures there are, at least one.
    pub(crate) const fn len(&self) -> usize {
        self.scenes.len()
    }

    /// A picture as SVG; nothing beyond the last.
    pub(super) fn frame(&self, number: usize) -> Option<String> {
        let scene = self.scenes.get(number)?;
        Some(svg_with_marks(&scene.picture, &scene.marks, self.hands))
    }

    /// The parts of a picture that may differ from the one before, each as SVG of its own.
    pub(super) fn changes(&self, number: usize) -> Vec<(Window, String)> {
        let (Some(before), Some(scene)) = (
            number.checked_sub(1).and_then(|before| self.scenes.get(before)),
            self.scenes.get(number),
        ) else {
            return Vec::new();
        };
        let Scene { picture, marks } = scene;
        let mut places = [&before.marks[..], marks].concat();
        places.sort_unstable();
        places.dedup();
        let places = places.into_iter().map(|place| window_of(picture, self.hands, place));
        let other_hand = |side: &Side| picture.hands[*side] != before.picture.hands[*side];
        let hands = Side::ALL.into_iter().filter(other_hand);
        let hands = hands.map(|side| window_of_hand(picture, self.hands, side));
        places
            .chain(hands)
            .map(|window| (window, svg_of_window(picture, marks, self.hands, window)))
            .collect()
    }
}

/// The points whose piece differs between two pictures.
fn changed(before: &Picture, after: &Picture) -> Vec<Point> {
    let at = |piece: &PicturePiece| (piece.file, piece.rank);
    let missing = |from: &Picture, other: &Picture| -> Vec<Point> {
        from.pieces.iter().filter(|piece| !other.pieces.contains(piece)).map(at).collect()
    };
    let mut places = missing(before, after);
    places.extend(missing(after, before));
    places.sort_unstable();
    places.dedup();
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{GAMES, Options};

    fn film(game: &str, actions: &[&str]) -> Film {
        let start = AnyGame::new(game, None, &Options::none(), None).expect("the start stands");
        let actions: Vec<String> = actions.iter().map(|&action| action.to_owned()).collect();
        Film::of(start, &actions)
    }

    fn frames(film: &Film) -> impl Iterator<Item = String> {
        (0..film.len()).map_while(|number| film.frame(number))
    }

    fn size(frame: &str) -> &str {
        frame
            .split(r#"width="400" "#)
            .nth(1)
            .and_then(|rest| rest.split('>').next())
            .expect("a size")
    }

    #[test]
    fn changes_of_a_step_are_marked() {
        let film = film("zhuo-qi-zi", &["a1a2"]);
        let marks = |frame: String| frame.matches(r#"fill="none""#).count();
        assert_eq!(frames(&film).map(marks).collect::<Vec<_>>(), [0, 2]);
    }

    #[test]
    fn pictures_of_a_game_have_one_size() {
        let film = film("shogi", &["7g7f", "3c3d", "8h2b+", "3a2b"]);
        assert_eq!(film.len(), 5);
        let first = frames(&film).next().expect("the start");
        assert!(frames(&film).all(|frame| size(&frame) == size(&first)), "hands come later");
    }

    #[test]
    fn a_long_game_has_no_more_pictures_than_a_film_may() {
        for info in GAMES {
            let mut game = AnyGame::new(info.id, None, &Options::none(), None).expect("it stands");
            let start = game.clone();
            let mut actions = Vec::new();
            // From end to end of the list, so that few games repeat.
            for turn in 0..900_usize {
                let legal = game.legal();
                let Some(action) = legal.get((turn * 7_919) % legal.len().max(1)) else { break };
                game.play(action).expect("it is legal");
                actions.push(action.clone());
            }
            let film = Film::of(start, &actions);
            let last = format!("{:?}", game.picture().pieces.len());
            assert!(film.len() <= MAX_FRAMES, "{}", info.id);
            assert!(film.len() * 4 > actions.len().min(MAX_FRAMES), "{} {last}", info.id);
        }
    }

    #[test]
    fn a_game_that_cannot_be_played_on_ends_where_it_can() {
        assert_eq!(film("zhuo-qi-zi", &["a1a2", "a1a2", "b1b2"]).len(), 2);
    }
}
