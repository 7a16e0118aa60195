//! What a house player does in a match, as far as the match tells.

use super::pace;
use crate::wire::Snapshot;
use domain::house_players::own_level;
use domain::{Answer, Command, CommandId, Offer, Player, RoomState};
use engine::{AnyGame, Options, Side};
use search::{Choice, DECIDED, WIN};
use std::time::Duration;

/// How many positions are looked at, whatever the level would: about a second of a processor.
const BUDGET: u64 = 1_200_000;

/// The least that is looked at, however many matches wait.
const LEAST: u64 = 4_000;

/// How many positions are looked at to answer an offer of a draw, which costs its maker nothing.
const FOR_A_DRAW: u64 = 20_000;

/// How many of these a millisecond has time for, on a slow machine.
const POSITIONS_A_MILLISECOND: u64 = 200;

/// From this level on a house player knows when a game is lost.
const RESIGNS: u8 = 4;

/// How many actions before a forced end a game is given up.
const GIVEN_UP_BEFORE: i32 = 5;

/// Before this ply no draw is agreed to.
const DRAWS_FROM: u32 = 20;

/// What a house player does.
#[derive(Debug)]
pub(super) struct Decision {
    /// Who.
    pub(super) who: Player,
    /// The id of the command.
    pub(super) id: CommandId,
    /// What.
    pub(super) command: Command,
    /// How long a person would have taken.
    pub(super) pause: Duration,
}

impl Decision {
    /// What there is to do for the house player in a match, where `among` matches wait for the thread,
    /// this one included; `None` if there is nothing.
    pub(super) fn of(snapshot: &Snapshot, among: usize) -> Option<Self> {
        let (side, who, level) = house_player(snapshot)?;
        let offered = |offer| offered_by(snapshot, offer) == Some(side.other());
        let answer = |offer, answer| Command::Offer(offer, answer);
        // What people mean well is answered before the game goes on.
        let command = if snapshot.state == RoomState::Over {
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
                answer(Offer::Draw, draw_answer(&game, snapshot, side, level, among))
            } else if snapshot.turn == Some(side) {
                return play(&game, snapshot, side, who, level, among);
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
    /// The same where another program has chosen the action; `None` if there is something else to do first.
    pub(super) fn of_an_engine(snapshot: &Snapshot, action: String) -> Option<Self> {
        let (side, who, _) = house_player(snapshot)?;
        let is_offered = OFFERS.iter().any(|&offer| offered_by(snapshot, offer).is_some());
        let pause = pace::of_an_action(seed(snapshot), 2, remaining(snapshot, side));
        let command = Command::Play { ply: snapshot.ply, action, lag: 0 };
        let free = snapshot.turn == Some(side) && !is_offered;
        free.then_some(Self { who, id: command_id(snapshot)?, command, pause })
    }
}

/// What can be offered while a game goes on.
const OFFERS: [Offer; 3] = [Offer::Draw, Offer::Takeback, Offer::Impasse];

fn house_player(snapshot: &Snapshot) -> Option<(Side, Player, u8)> {
    let players =
        [(Side::First, &snapshot.players.first), (Side::Second, &snapshot.players.second)];
    players.into_iter().find_map(|(side, player)| {
        let player = player.as_ref()?;
        Some((side, player.clone().into(), own_level(player.house?)))
    })
}

const fn offered_by(snapshot: &Snapshot, offer: Offer) -> Option<Side> {
    match offer {
        Offer::Draw => snapshot.offers.draw,
        Offer::Takeback => snapshot.offers.takeback,
        Offer::Impasse => snapshot.offers.impasse,
        Offer::Rematch => snapshot.offers.rematch,
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

/// A number that is the same whenever the same position of a match is looked at.
fn seed(snapshot: &Snapshot) -> u64 {
    let (high, low) = snapshot.id.0.as_u64_pair();
    high ^ low.rotate_left(17) ^ u64::from(snapshot.ply).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The event that is answered is part of the id, so that a repeated decision has the same.
fn command_id(snapshot: &Snapshot) -> Option<CommandId> {
    format!("house-{}", snapshot.seq).parse().ok()
}

fn play(
    game: &AnyGame,
    snapshot: &Snapshot,
    side: Side,
    who: Player,
    level: u8,
    among: usize,
) -> Option<Decision> {
    let seed = seed(snapshot);
    let left = remaining(snapshot, side);
    let budget = share(BUDGET, among);
    let budget =
        left.map_or(budget, |left| budget.min((left / 20 * POSITIONS_A_MILLISECOND).max(1_000)));
    let choice = search::choose(game, level, seed, budget)?;
    let choices = game.legal().len();
    let command = if is_lost(&choice, level) {
        Command::Resign
    } else {
        Command::Play { ply: snapshot.ply, action: choice.action, lag: 0 }
    };
    let pause = pace::of_an_action(seed, choices, left);
    Some(Decision { who, id: command_id(snapshot)?, command, pause })
}

/// The part of a budget that one of so many matches may use, so that all of them together wait no longer
/// than one alone.
fn share(budget: u64, among: usize) -> u64 {
    (budget / u64::try_from(among.max(1)).unwrap_or(u64::MAX)).max(LEAST)
}

/// Whether a level gives the game up.
fn is_lost(choice: &Choice, level: u8) -> bool {
    level >= RESIGNS && choice.best <= GIVEN_UP_BEFORE - WIN
}

/// What a side has left on its clock, in milliseconds.
pub(super) fn remaining(snapshot: &Snapshot, side: Side) -> Option<u64> {
    let times = snapshot.clock.times.as_ref()?;
    Some(match side {
        Side::First => times.first,
        Side::Second => times.second,
    })
}

/// A count that does not lose is agreed to.
fn impasse_answer(game: &AnyGame, side: Side) -> Answer {
    let loses = |impasse: engine::Impasse| impasse.outcome.winner == Some(side.other());
    match game.impasse(side.other()) {
        Ok(impasse) if !loses(impasse) => Answer::Accept,
        Ok(_) | Err(_) => Answer::Decline,
    }
}

/// A draw is right where nothing better is in sight.
fn draw_answer(game: &AnyGame, snapshot: &Snapshot, side: Side, level: u8, among: usize) -> Answer {
    if snapshot.ply < DRAWS_FROM {
        return Answer::Decline;
    }
    let Some(choice) = search::choose(game, level, seed(snapshot), share(FOR_A_DRAW, among)) else {
        return Answer::Decline;
    };
    let best = if snapshot.turn == Some(side) { choice.best } else { -choice.best };
    if best <= 0 && best > -DECIDED { Answer::Accept } else { Answer::Decline }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn however_many_wait_all_of_them_cost_what_one_does() {
        assert_eq!(share(BUDGET, 1), BUDGET);
        for among in [2, 10, 100, 256] {
            let all = share(BUDGET, among) * u64::try_from(among).expect("few");
            assert!(all <= BUDGET.max(256 * LEAST), "{among}: {all}");
        }
        assert_eq!(share(BUDGET, usize::MAX), LEAST, "something is always looked at");
        assert_eq!(share(BUDGET, 0), BUDGET);
    }
}
