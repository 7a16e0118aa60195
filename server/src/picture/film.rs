//! A game as a sequence of pictures, each with marks on the points that its last action changed,
//! for the animated form of an archived game.
//!
//! The number of pictures is bounded: a longer game is shown in steps of two or more actions. All
//! pictures have the same size.

use super::svg::{Place, svg_with_marks};
use engine::{AnyGame, BySide, Picture, PicturePiece};

/// The most pictures of a film; of a longer game only every second action is shown, or every third.
pub(crate) const MAX_FRAMES: usize = 300;

/// The pictures of a game, the start first, as SVG of one size.
#[derive(Debug)]
pub(crate) struct Film {
    frames: Vec<String>,
}

impl Film {
    /// The film of a game from its start, at most [`MAX_FRAMES`] pictures long. This replays the
    /// game, so it must not run on a thread that serves requests.
    pub(crate) fn of(start: AnyGame, actions: &[String]) -> Self {
        let step = actions.len().div_ceil(MAX_FRAMES - 1).max(1);
        let mut game = start;
        let mut pictures = vec![game.picture()];
        for (played, action) in (1..).zip(actions) {
            // If this program cannot replay the whole game, the part that it can is shown.
            if game.play(action).is_err() {
                break;
            }
            if played % step == 0 || played == actions.len() {
                pictures.push(game.picture());
            }
        }
        // Pieces in hand make a picture higher: all pictures get the room that any of them needs.
        let hands = BySide::from_fn(|side| pictures.iter().any(|one| !one.hands[side].is_empty()));
        let mut frames = Vec::with_capacity(pictures.len());
        frames.extend(pictures.first().map(|first| svg_with_marks(first, &[], hands)));
        for two in pictures.windows(2) {
            if let [before, after] = two {
                frames.push(svg_with_marks(after, &changed(before, after), hands));
            }
        }
        Self { frames }
    }

    /// The pictures, at least one.
    pub(crate) fn frames(&self) -> &[String] {
        &self.frames
    }
}

/// The points whose piece differs between two pictures.
fn changed(before: &Picture, after: &Picture) -> Vec<Place> {
    let at = |piece: &PicturePiece| (piece.file, piece.rank);
    let missing = |from: &Picture, other: &Picture| -> Vec<Place> {
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

    fn size(frame: &str) -> &str {
        frame
            .split(r#"width="400" "#)
            .nth(1)
            .and_then(|rest| rest.split('>').next())
            .expect("a size")
    }

    #[test]
    fn what_a_step_changes_is_marked() {
        let film = film("zhuo-qi-zi", &["a1a2"]);
        let marks = |frame: &String| frame.matches(r#"fill="none""#).count();
        assert_eq!(film.frames().iter().map(marks).collect::<Vec<_>>(), [0, 2]);
    }

    #[test]
    fn pictures_of_a_game_have_one_size() {
        let film = film("shogi", &["7g7f", "3c3d", "8h2b+", "3a2b"]);
        assert_eq!(film.frames().len(), 5);
        let first = size(&film.frames()[0]);
        assert!(film.frames().iter().all(|frame| size(frame) == first), "hands come later");
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
            assert!(film.frames().len() <= MAX_FRAMES, "{}", info.id);
            assert!(film.frames().len() * 4 > actions.len().min(MAX_FRAMES), "{} {last}", info.id);
        }
    }

    #[test]
    fn a_game_that_cannot_be_played_on_ends_where_it_can() {
        assert_eq!(film("zhuo-qi-zi", &["a1a2", "a1a2", "b1b2"]).frames().len(), 2);
    }
}
