//! The explorer: positions of finished games with the actions that followed.
//!
//! A position is identified by a number computed from the ruleset and from the position's own key.
//! Where reflections leave the rules unchanged, all images of a position share the number, and so
//! do all images of an action; [`ExplorerPosition`] finds the action that represents them. Games started from
//! another position count like any other.

mod image;

use crate::matches::FinishedGame;
use engine::{AnyGame, Reflections};
use image::{Image, Size};
use std::collections::HashSet;

/// How many actions from the beginning are taken note of.
pub const DEPTH: usize = 40;

/// A position, as all its images know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplorerPosition {
    /// The number of the position.
    pub key: u64,
    /// To the image that represents all; several where the position is an image of itself.
    ways: Vec<Image>,
    size: Size,
}

/// An action that was played in a position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Seen {
    /// The number of the position.
    pub position: u64,
    /// The action that represents all its images.
    pub action: String,
}

impl ExplorerPosition {
    /// The place of a game's position.
    #[must_use]
    pub fn of(game: &AnyGame) -> Self {
        let ruleset = game.ruleset();
        let folded = match ruleset.reflections {
            Reflections::None => None,
            Reflections::Files => {
                Self::folded(&game.position_text(), |_| vec![Image::SAME, Image::FLOPPED])
            }
            Reflections::All => Self::folded(&game.position_text(), |size| {
                Image::all(size.files == size.ranks).collect()
            }),
        };
        let place = folded.unwrap_or_else(|| Self {
            key: game.key(),
            ways: Vec::new(),
            size: Size { files: 0, ranks: 0 },
        });
        Self { key: under(game.info().id, ruleset.id, place.key), ..place }
    }

    /// The image whose text sorts first represents all.
    fn folded(text: &str, images: impl FnOnce(Size) -> Vec<Image>) -> Option<Self> {
        let size = image::size(text)?;
        let images = images(size);
        let texts: Vec<String> =
            images.iter().map(|image| image.position(text)).collect::<Option<_>>()?;
        let least = texts.iter().min()?;
        let ways = images.into_iter().zip(&texts).filter(|(_, text)| *text == least);
        let ways = ways.map(|(image, _)| image).collect();
        Some(Self { key: key_of(least.as_bytes()), ways, size })
    }

    /// The action that represents an action of this position and all its images.
    #[must_use]
    pub fn representative(&self, action: &str) -> String {
        let images = self.ways.iter().map(|way| way.action(self.size, action));
        images.min().unwrap_or_else(|| action.to_owned())
    }
}

/// FNV-1a: the numbers are stored, so they must stay the same for ever.
fn key_of(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A position's key under a ruleset.
fn under(game: &str, ruleset: &str, key: u64) -> u64 {
    key_of(&[game.as_bytes(), b"/", ruleset.as_bytes(), b"/", &key.to_le_bytes()].concat())
}

/// The actions in the first [`DEPTH`] positions of a game that has a result, each once; nothing of a game
/// that does not replay under the rules of today.
#[must_use]
pub fn seen(stored: &FinishedGame) -> Vec<Seen> {
    let summary = &stored.summary;
    let set_up = AnyGame::of_version(
        &summary.game,
        &summary.ruleset,
        summary.ruleset_version,
        &summary.options,
        Some(&summary.start),
    );
    let (Some(_), Ok(mut game)) = (summary.result, set_up) else { return Vec::new() };
    let mut found = HashSet::new();
    let mut seen = Vec::with_capacity(DEPTH);
    for action in stored.moves.iter().take(DEPTH) {
        let place = ExplorerPosition::of(&game);
        let Ok(played) = game.play(action) else { return Vec::new() };
        let one = Seen { position: place.key, action: place.representative(&played.action) };
        if found.insert(one.clone()) {
            seen.push(one);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{GAMES, Options};

    /// Plays at random, by numbers that are always the same.
    fn playout(game: &mut AnyGame, seed: u64, plies: usize, mut each: impl FnMut(&AnyGame)) {
        let mut state = seed;
        for _ in 0..plies {
            each(game);
            let legal = game.legal();
            if legal.is_empty() || game.outcome().is_some() {
                return;
            }
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let choice = usize::try_from(state >> 33).expect("it fits") % legal.len();
            game.play(&legal[choice]).expect("it is legal");
        }
    }

    /// The numbers are in databases. Source: Fowler, Noll and Vo's own test vectors.
    #[test]
    fn keys_are_those_of_fnv_1a() {
        for (text, key) in [
            ("", 0xcbf2_9ce4_8422_2325),
            ("a", 0xaf63_dc4c_8601_ec8c),
            ("foobar", 0x8594_4171_f739_67e8),
        ] {
            assert_eq!(key_of(text.as_bytes()), key, "{text}");
        }
    }

    fn sorted(mut actions: Vec<String>) -> Vec<String> {
        actions.sort_unstable();
        actions
    }

    /// In every image the images of the legal actions are the legal ones, and all have one number.
    #[test]
    fn images_share_their_place_and_their_actions() {
        for info in GAMES {
            for ruleset in info.rulesets {
                let images: Vec<Image> = match ruleset.reflections {
                    Reflections::None => continue,
                    Reflections::Files => vec![Image::FLOPPED],
                    Reflections::All => Image::all(true).collect(),
                };
                let new = |position: Option<&str>| {
                    AnyGame::new(info.id, Some(ruleset.id), &Options::none(), position)
                };
                let mut checked = 0;
                for seed in 0..3 {
                    playout(&mut new(None).expect("a start"), seed, 140, |game| {
                        let text = game.position_text();
                        let size = image::size(&text).expect("a board");
                        let place = ExplorerPosition::of(game);
                        let here = new(Some(&text)).expect("its own text");
                        for image in &images {
                            if image.diagonal && size.files != size.ranks {
                                continue;
                            }
                            let there = image.position(&text).expect("a board");
                            let there = new(Some(&there)).expect("an image of a position");
                            let same = ExplorerPosition::of(&there);
                            assert_eq!(same.key, place.key, "{} {text}", info.id);
                            let legal = here.legal();
                            let images = legal.iter().map(|action| image.action(size, action));
                            assert_eq!(sorted(images.collect()), sorted(there.legal()), "{text}");
                            for action in &legal {
                                let image = image.action(size, action);
                                assert_eq!(
                                    same.representative(&image),
                                    place.representative(action),
                                    "{text} {action}"
                                );
                            }
                            checked += 1;
                        }
                    });
                }
                assert!(checked > 50, "{} {}", info.id, ruleset.id);
            }
        }
    }

    /// At the start of a game of lines, left and right are the same.
    #[test]
    fn an_action_and_its_image_are_one() {
        let game = AnyGame::new("er-chi-yi", None, &Options::none(), None).expect("a start");
        let place = ExplorerPosition::of(&game);
        assert_eq!(place.representative("a1a2"), place.representative("e1e2"));
        assert_ne!(place.representative("a1a2"), place.representative("b1b2"));
    }

    #[test]
    fn rulesets_are_separate() {
        let mut keys = HashSet::new();
        let mut count = 0;
        for info in GAMES {
            for ruleset in info.rulesets {
                let start = AnyGame::new(info.id, Some(ruleset.id), &Options::none(), None);
                keys.insert(ExplorerPosition::of(&start.expect("a start")).key);
                count += 1;
            }
        }
        assert_eq!(keys.len(), count);
    }

    #[test]
    fn each_action_of_a_finished_game_is_seen_once() {
        let mut game = AnyGame::new("er-chi-yi", None, &Options::none(), None).expect("a start");
        let mut expected = Vec::new();
        for action in ["a1a2", "a5a4", "a2a1", "a4a5", "e1e2"] {
            let place = ExplorerPosition::of(&game);
            let one = Seen { position: place.key, action: place.representative(action) };
            if !expected.contains(&one) {
                expected.push(one);
            }
            game.play(action).expect("legal");
        }
        let summary = crate::GameSummary {
            result: Some(crate::MatchResult::Draw),
            ..crate::GameSummary::of(crate::MatchId::fresh(), &game)
        };
        let moves = game.action_texts();
        let mut stored = FinishedGame {
            summary,
            times: vec![0; moves.len()],
            moves,
            last_seq: 0,
            commands: vec![],
        };
        assert_eq!(seen(&stored), expected);
        assert_eq!(seen(&stored).len(), 4, "the first action and its image are one");
        stored.moves.push("a1a1".to_owned());
        assert_eq!(seen(&stored), [], "a game that does not replay");
        stored.moves.pop();
        stored.summary.result = None;
        assert_eq!(seen(&stored), [], "an aborted game");
    }
}
