//! Simple players to hold ours against where no other program plays the game: one that sees material three
//! plies ahead, and a Monte Carlo tree search. Neither uses anything of the search that is measured.

mod material;
mod playouts;

use engine::AnyGame;
use search::Random;

/// The opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Rival {
    /// A full search of three plies that counts captured pieces.
    Material,
    /// Monte Carlo tree search with 10,000 playouts an action.
    Playouts,
}

/// How many plies the first looks ahead.
const PLIES: u32 = 3;

/// How many playouts the second makes.
const PLAYOUTS: u32 = 10_000;

/// Makes [`choose`] from the catalogue's list of games.
macro_rules! rivals {
    ($($(#[$doc:meta])* $variant:ident($position:ty)),+ $(,)?) => {
        /// The action of a simple player.
        pub(super) fn choose(rival: Rival, game: &AnyGame, random: &mut Random) -> Option<String> {
            $(
                if let Some(game) = game.typed::<$position>() {
                    let action = match rival {
                        Rival::Material => material::choose(game, PLIES, random),
                        Rival::Playouts => playouts::choose(game, PLAYOUTS, random),
                    };
                    return action.map(|action| engine::Position::action_text(game.position(), action));
                }
            )+
            None
        }
    };
}

engine::games!(rivals);
