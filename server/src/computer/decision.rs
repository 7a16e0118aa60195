//! The next decision of a computer player in a match: answers an offer, plays an action, or resigns.
//!
//! A decision is a function of the match's snapshot, the tables of solved games, and the number of
//! matches that wait for the same thread; it performs nothing itself. The random choices are seeded
//! by the match and the ply, and the command's id contains the event it answers, so deciding twice
//! about the same state does the same thing once. The work is bounded by a number of positions,
//! which is divided among the waiting matches and limited by the clock.

use super::{pace, truth};
use crate::tablebase::Tablebase;
use domain::computer_players::own_level;
use domain::{Answer, Command, CommandId, MatchState, Offer, Player};
use engine::{AnyGame, Options, Side};
use protocol::Snapshot;
use search::{DECIDED, WIN};
use std::time::Duration;
use tables::Value;

/// The most positions searched for an action, whatever the level: about a second of processor time.
const BUDGET: u64 = 1_200_000;

/// The fewest positions searched, however many matches wait.
const LEAST: u64 = 4_000;

/// The most positions searched to answer an offer of a draw: few, because offers cost nothing.
const FOR_A_DRAW: u64 = 20_000;

/// How many positions a slow machine searches in a millisecond.
const POSITIONS_A_MILLISECOND: u64 = 200;

/// From this level on a computer player resigns lost games.
const RESIGNS: u8 = 4;

/// A lost game is resigned when its forced end is at most this many actions away.
const GIVEN_UP_BEFORE: u16 = 5;

/// Before this ply no draw is agreed to.
const DRAWS_FROM: u32 = 20;

/// A decision of a computer player.
#[derive(Debug)]
pub(super) struct Decision {
    /// The computer player.
    pub(super) who: Player,
    /// The id of the command.
    pub(super) id: CommandId,
    /// The command itself.
    pub(super) command: Command,
    /// How long to wait before doing it, about as long as a person would take.
    pub(super) pause: Duration,
}

impl Decision {
    /// The decision of the computer player of a match; `None` if there is nothing to do. `among` is the
    /// number of matches that wait for the thread, this one included.
    pub(super) fn of(snapshot: &Snapshot, tablebase: &Tablebase, among: usize) -> Option<Self> {
        let (side, who, level) = house_player(snapshot)?;
        let mind = Mind { side, level, tablebase, among };
        let offered = |offer| offered_by(snapshot, offer) == Some(side.other());
        let answer = |offer, answer| Command::Offer(offer, answer);
        // Offers are answered before the next action.
        let command = if snapshot.state == MatchState::Over {
            offered(Offer::Rematch).then(|| answer(Offer::Rematch, Answer::Accept))?
        } else if offered(Offer::Takeback) {
            answer(Offer::Takeback, Answer::Accept)
        } else {
            let Some(game) = game_of(snapshot) else {
                tracing::error!(match.id = %snapshot.id, "a match cannot be played again from its start");
                return None;
            };
            if offered(Offer::Impasse) {
                answer(Offer::Impasse, impasse_answer(&game, side))
            } else if offered(Offer::Draw) {
                answer(Offer::Draw, mind.draw_answer(&game, snapshot))
            } else if snapshot.turn == Some(side) {
                return mind.play(&game, snapshot, who);
            } else {
                return None;
            }
        };
        Some(Self {
            who,
            id: command_id(snapshot)?,
            command,
            pause: pace::of_an_answer(seed(snapshot)),
        })
    }
}

impl Decision {
    /// The decision to play an action that another program has chosen; `None` if it is not the computer
    /// player's turn any more, or an offer has to be answered first.
    pub(super) fn of_an_engine(snapshot: &Snapshot, action: String) -> Option<Self> {
        let (side, who, _) = house_player(snapshot)?;
        let is_offered = OFFERS.iter().any(|&offer| offered_by(snapshot, offer).is_some());
        let pause = pace::of_an_action(seed(snapshot), 2, remaining(snapshot, side));
        let command = Command::Play { ply: snapshot.ply, action, lag: 0 };
        let free = snapshot.turn == Some(side) && !is_offered;
        free.then_some(Self { who, id: command_id(snapshot)?, command, pause })
    }
}

/// The offers that can be made during a game.
const OFFERS: [Offer; 3] = [Offer::Draw, Offer::Takeback, Offer::Impasse];

fn house_player(snapshot: &Snapshot) -> Option<(Side, Player, u8)> {
    let players =
        [(Side::First, &snapshot.players.first), (Side::Second, &snapshot.players.second)];
    players.into_iter().find_map(|(side, player)| {
        let player = player.as_ref()?;
        Some((side, player.clone().into(), own_level(player.computer?)))
    })
}

const fn offered_by(snapshot: &Snapshot, offer: Offer) -> Option<Side> {
    match offer {
        Offer::Draw => snapshot.offers.draw,
        Offer::Takeback => snapshot.offers.takeback,
        Offer::Impasse => snapshot.offers.impasse,
        Offer::Rematch => snapshot.offers.rematch,
        // No player can offer it to a computer player.
        Offer::Pause => None,
    }
}

pub(super) fn game_of(snapshot: &Snapshot) -> Option<AnyGame> {
    let options: Options = snapshot.options.iter().collect();
    let mut game = AnyGame::of_version(
        &snapshot.game,
        &snapshot.ruleset,
        snapshot.ruleset_version,
        &options,
        Some(&snapshot.start),
    )
    .ok()?;
    for action in &snapshot.moves {
        game.play(action).ok()?;
    }
    Some(game)
}

/// A seed that is the same whenever the same ply of the same match is decided.
fn seed(snapshot: &Snapshot) -> u64 {
    let (high, low) = snapshot.id.0.as_u64_pair();
    high ^ low.rotate_left(17) ^ u64::from(snapshot.ply).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The id of the command. It contains the event that is answered, so that a repeated decision has
/// the same id.
fn command_id(snapshot: &Snapshot) -> Option<CommandId> {
    format!("computer-{}", snapshot.seq).parse().ok()
}

/// The inputs of a computer player's decision.
struct Mind<'a> {
    side: Side,
    level: u8,
    tablebase: &'a Tablebase,
    /// How many matches wait for the thread, this one included.
    among: usize,
}

impl Mind<'_> {
    fn play(&self, game: &AnyGame, snapshot: &Snapshot, who: Player) -> Option<Decision> {
        let seed = seed(snapshot);
        let left = remaining(snapshot, self.side);
        let (action, lost) = self.action(game, seed, left)?;
        let command = if lost && self.level >= RESIGNS {
            Command::Resign
        } else {
            Command::Play { ply: snapshot.ply, action, lag: 0 }
        };
        let pause = pace::of_an_action(seed, game.legal().len(), left);
        Some(Decision { who, id: command_id(snapshot)?, command, pause })
    }

    /// The action to play, and whether the game is about to be lost.
    fn action(&self, game: &AnyGame, seed: u64, left: Option<u64>) -> Option<(String, bool)> {
        if let Some(kept) = truth::choose(self.tablebase, game, self.level, seed) {
            let lost = matches!(kept.value, Value::Loss(distance) if distance <= GIVEN_UP_BEFORE);
            return Some((kept.action, lost));
        }
        let budget = share(BUDGET, self.among);
        let of_the_clock = |left: u64| (left / 20 * POSITIONS_A_MILLISECOND).max(1_000);
        let budget = left.map_or(budget, |left| budget.min(of_the_clock(left)));
        let choice = search::choose(game, self.level, seed, budget)?;
        let lost = choice.best <= i32::from(GIVEN_UP_BEFORE) - WIN;
        Some((choice.action, lost))
    }

    /// Accepts a draw where the computer player sees nothing better.
    fn draw_answer(&self, game: &AnyGame, snapshot: &Snapshot) -> Answer {
        if snapshot.ply < DRAWS_FROM {
            return Answer::Decline;
        }
        let is_right = match truth::value(self.tablebase, game, self.level) {
            Some(value) => value == Value::Draw,
            None => self.sees_a_draw(game, snapshot),
        };
        if is_right { Answer::Accept } else { Answer::Decline }
    }

    fn sees_a_draw(&self, game: &AnyGame, snapshot: &Snapshot) -> bool {
        let budget = share(FOR_A_DRAW, self.among);
        let Some(choice) = search::choose(game, self.level, seed(snapshot), budget) else {
            return false;
        };
        let best = if snapshot.turn == Some(self.side) { choice.best } else { -choice.best };
        best <= 0 && best > -DECIDED
    }
}

/// The part of a budget that one of `among` matches may use, so that all of them together take no
/// longer than one alone.
fn share(budget: u64, among: usize) -> u64 {
    (budget / u64::try_from(among.max(1)).unwrap_or(u64::MAX)).max(LEAST)
}

/// The time that a side has left on its clock, in milliseconds; `None` without a clock.
pub(super) fn remaining(snapshot: &Snapshot, side: Side) -> Option<u64> {
    let times = snapshot.clock.times.as_ref()?;
    Some(match side {
        Side::First => times.first,
        Side::Second => times.second,
    })
}

/// Accepts a count of points at impasse unless it loses.
fn impasse_answer(game: &AnyGame, side: Side) -> Answer {
    let loses = |impasse: engine::Impasse| impasse.outcome.winner == Some(side.other());
    match game.impasse(side.other()) {
        Ok(impasse) if !loses(impasse) => Answer::Accept,
        Ok(_) | Err(_) => Answer::Decline,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_waiting_matches_cost_as_much_as_one() {
        assert_eq!(share(BUDGET, 1), BUDGET);
        for among in [2, 10, 100, 256] {
            let all = share(BUDGET, among) * u64::try_from(among).expect("few");
            assert!(all <= BUDGET.max(256 * LEAST), "{among}: {all}");
        }
        assert_eq!(share(BUDGET, usize::MAX), LEAST, "something is always looked at");
        assert_eq!(share(BUDGET, 0), BUDGET);
    }
}
