//! What a house player does in a match, as far as the match tells.

use super::pace;
use crate::matches::Command;
use crate::wire::{Answer, CommandId, Offer, Player, RoomState, Snapshot};
use engine::{AnyGame, Options, Side};
use search::{Choice, DECIDED, WIN};
use std::time::Duration;

/// How many positions are looked at, whatever the level would: about a second of a processor.
const BUDGET: u64 = 1_200_000;

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
    /// What there is to do for the house player in a match; `None` if there is nothing.
    pub(super) fn of(snapshot: &Snapshot) -> Option<Self> {
        let (side, who, level) = house_player(snapshot)?;
        let offered = |offer| offered_by(snapshot, offer) == Some(side.other());
        let answer = |offer, answer| Command::Offer(offer, answer);
        // What people mean well is answered before the game goes on.
        let command = if snapshot.state == RoomState::Over {
            offered(Offer::Rematch).then(|| answer(Offer::Rematch, Answer::Accept))?
        } else if offered(Offer::Takeback) {
            answer(Offer::Takeback, Answer::Accept)
        } else {
            let game = game_of(snapshot)?;
            if offered(Offer::Impasse) {
                answer(Offer::Impasse, impasse_answer(&game, side))
            } else if offered(Offer::Draw) {
                answer(Offer::Draw, draw_answer(&game, snapshot, side, level))
            } else if snapshot.turn == Some(side) {
                return play(&game, snapshot, side, who, level);
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

fn house_player(snapshot: &Snapshot) -> Option<(Side, Player, u8)> {
    let players =
        [(Side::First, &snapshot.players.first), (Side::Second, &snapshot.players.second)];
    players.into_iter().find_map(|(side, player)| {
        let player = player.as_ref()?;
        Some((side, player.clone(), player.house?))
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

fn game_of(snapshot: &Snapshot) -> Option<AnyGame> {
    let options: Options = snapshot.options.iter().collect();
    let mut game =
        AnyGame::new(&snapshot.game, Some(&snapshot.ruleset), &options, Some(&snapshot.start))
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
) -> Option<Decision> {
    let seed = seed(snapshot);
    let left = remaining(snapshot, side);
    let budget =
        left.map_or(BUDGET, |left| (left / 20 * POSITIONS_A_MILLISECOND).clamp(1_000, BUDGET));
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

/// Whether a level gives the game up.
fn is_lost(choice: &Choice, level: u8) -> bool {
    level >= RESIGNS && choice.best <= GIVEN_UP_BEFORE - WIN
}

/// What a side has left on its clock, in milliseconds.
fn remaining(snapshot: &Snapshot, side: Side) -> Option<u64> {
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
fn draw_answer(game: &AnyGame, snapshot: &Snapshot, side: Side, level: u8) -> Answer {
    if snapshot.ply < DRAWS_FROM {
        return Answer::Decline;
    }
    let Some(choice) = search::choose(game, level, seed(snapshot), BUDGET) else {
        return Answer::Decline;
    };
    let best = if snapshot.turn == Some(side) { choice.best } else { -choice.best };
    if best <= 0 && best > -DECIDED { Answer::Accept } else { Answer::Decline }
}
