//! The games of the archive that is measured: invented, of every game and ruleset, and of many players, one of
//! whom played ten thousand times among two million.

use super::BenchError;
use domain::{
    EndReason, FinishedGame, GameSummary, MatchId, MatchResult, Moment, Player, PlayerId,
};
use engine::{AnyGame, BySide, Options, RulesetInfo, Side};
use rand::rngs::SmallRng;
use rand::{Rng, RngExt, SeedableRng};
use store::Database;
use uuid::Uuid;

/// The busiest player is one of the players of every game whose number is a multiple of this.
const BUSY_EVERY: u32 = 200;

/// How many players there are besides.
const PLAYERS: u128 = 50_000;

/// How many of them have a name, and how these begin.
const NAMED: usize = 10_000;
pub(super) const NAMES: [&str; 8] = ["Li", "李", "Lin", "Sato", "佐藤", "さくら", "Zoë", "弈館"];

/// The games of one transaction.
const BATCH: usize = 500;

/// The milliseconds between the ends of two games.
pub(super) const APART: u64 = 1_000;

/// When the first game ended.
pub(super) const START: u64 = 1_600_000_000_000;

/// A ruleset, its start under its default options, and ways in which games begin.
pub(super) type Start = (&'static str, AnyGame, Vec<Vec<String>>);

/// How many ways games of a ruleset begin, and how many actions each has: as many as the explorer notes.
pub(super) const LINES: (usize, usize) = (500, 40);

/// Actions from the start, the first of each position more often than the others.
fn line(start: &AnyGame, dice: &mut SmallRng) -> Vec<String> {
    let mut game = start.clone();
    let mut line = Vec::with_capacity(LINES.1);
    while line.len() < LINES.1 && game.outcome().is_none() {
        let legal = game.legal();
        let choice = (0..legal.len()).find(|_| dice.random_range(0..3) == 0).unwrap_or(0);
        let Some(action) = legal.get(choice) else { break };
        if game.play(action).is_err() {
            break;
        }
        line.push(action.clone());
    }
    line
}

/// The start of every ruleset, under its default options.
pub(super) fn starts(dice: &mut SmallRng) -> Vec<Start> {
    let rulesets = engine::GAMES
        .iter()
        .flat_map(|info| info.rulesets.iter().map(|ruleset| (info.id, ruleset)));
    let start = |(game, ruleset): (&'static str, &'static RulesetInfo)| {
        let start = AnyGame::new(game, Some(ruleset.id), &Options::none(), None).ok()?;
        let lines = (0..LINES.0).map(|_| line(&start, dice)).collect();
        Some((game, start, lines))
    };
    rulesets.filter_map(start).collect()
}

/// Writes the first games of the archive, as an import does, and the names of some players.
///
/// # Errors
///
/// [`BenchError`] if the database cannot be used.
pub(super) async fn fill(store: &Database, count: u32) -> Result<(), BenchError> {
    for number in 0..NAMED {
        let name = format!("{} {number}", NAMES[number % NAMES.len()]);
        let id = player(number as u128).id;
        store.set_name(id, Some(&name), Moment(START)).await?;
    }
    let mut dice = SmallRng::seed_from_u64(1);
    let starts: Vec<Start> = starts(&mut dice);
    let mut batch = Vec::with_capacity(BATCH);
    for number in 0..count {
        batch.push(game(number, &starts, &mut dice));
        if batch.len() == BATCH || number + 1 == count {
            store.import(&batch).await?;
            batch.clear();
        }
    }
    Ok(())
}

pub(super) fn player(number: u128) -> Player {
    Player::guest(PlayerId(Uuid::from_u128(number << 64 | number)))
}

pub(super) fn game(number: u32, starts: &[Start], dice: &mut SmallRng) -> FinishedGame {
    let (game, start, lines) = &starts[dice.random_range(0..starts.len())];
    let busy = number.is_multiple_of(BUSY_EVERY).then_some(0);
    let mut players = [busy.unwrap_or_else(|| dice.random_range(1..PLAYERS)), PLAYERS];
    players[1] += dice.random_range(0..PLAYERS);
    if dice.random() {
        players.reverse();
    }
    let [first, second] = players.map(|number| Some(player(number)));
    // Of shogi no game is drawn here: a list that is empty is the longest to look for.
    let result = match dice.random_range(0..3) {
        0 if *game != "shogi" => MatchResult::Draw,
        0 | 1 => MatchResult::Won(Side::First),
        _ => MatchResult::Won(Side::Second),
    };
    let plies = dice.random_range(40..200);
    let line = &lines[dice.random_range(0..lines.len())];
    let more = (line.len()..plies).map(|_| "7g7f".to_owned());
    let moves: Vec<String> = line.iter().cloned().chain(more).collect();
    let plies = u32::try_from(moves.len()).unwrap_or(u32::MAX);
    let id = MatchId(Uuid::from_u128(dice.random()));
    FinishedGame {
        summary: GameSummary {
            players: BySide { first, second },
            result: Some(result),
            reason: EndReason::Resignation,
            hash: dice.next_u64(),
            plies,
            started_at: Moment(START),
            ended_at: Moment(START + u64::from(number) * APART),
            ..GameSummary::of(id, start)
        },
        moves,
        times: (0..plies).map(|_| dice.random_range(0..30_000)).collect(),
        last_seq: plies,
        commands: Vec::new(),
    }
}
