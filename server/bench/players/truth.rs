//! `yiguan bench truth`: how often the computer players throw away the value of a position, in games whose
//! every position is known.
//!
//! Positions come from games played half by chance, one from each game. Those in which nothing can be lost
//! are left out: a lost one, or one whose every action keeps its value. The search looks at a set number of
//! positions instead of thinking for a set time, so that a figure does not depend on what else the machine does.

use super::{searcher, set_up};
use crate::{BenchError, machine};
use engine::{AnyGame, Options};
use rayon::prelude::*;
use search::{Limits, Player, Random, Unattended};
use std::path::PathBuf;
use std::time::Instant;
use tables::file::{open_table, table_path};
use tables::{ExactValues, SingleThreaded, Solved, Table, all_solved, solve_in_memory};

/// Which games to look at, and how long the search thinks.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BenchTruth {
    /// Positions of each ruleset.
    #[arg(long, default_value_t = 1_000, env = "YIGUAN_BENCH_POSITIONS")]
    pub positions: u64,
    /// Positions that the search looks at for each of them.
    #[arg(long, default_value_t = 100_000, env = "YIGUAN_BENCH_NODES")]
    pub nodes: u64,
    /// Positions that it looks at when it is asked again about those in which it lost value.
    #[arg(long, env = "YIGUAN_BENCH_AGAIN")]
    pub again: Option<u64>,
    /// Only games whose id contains this text.
    #[arg(long, default_value = "", env = "YIGUAN_BENCH_ONLY")]
    pub only: String,
    /// A folder with tables that `yiguan solve` has written, for the games that are not solved in a moment.
    #[arg(long, env = "YIGUAN_TABLES")]
    pub tables: Option<PathBuf>,
    /// The seed of all chances.
    #[arg(long, default_value_t = 1, env = "YIGUAN_BENCH_SEED")]
    pub seed: u64,
}

/// The actions of the games that are played at random; the others are played by a hasty player.
const RANDOM: f64 = 0.5;

/// How the hasty player plays: a level, and the most positions that it looks at.
const HASTY: (u8, u64) = (5, 500);

/// A game that is played for a position ends here.
const MAX_PLIES: usize = 120;

/// The table of the search that is measured: 16 MB.
const TABLE_BITS: u32 = 18;

/// Measures every solved ruleset for which there is a table, and hands each line of the report to `print`.
///
/// # Errors
///
/// [`BenchError`] if a game cannot be played or a table does not answer.
pub(crate) fn bench_truth(
    options: &BenchTruth,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    print(&machine::describe());
    for solved in all_solved().into_iter().filter(|solved| solved.game.contains(&options.only)) {
        let name = format!("{} {}", solved.game, solved.ruleset);
        let Some(table) = table(options, solved)? else {
            print(&format!("{name}: there is no table; see `yiguan solve` and --tables"));
            continue;
        };
        let begun = Instant::now();
        let answers: Result<Vec<Answer>, BenchError> = (0..options.positions)
            .into_par_iter()
            .map(|number| {
                let seed = options.seed.wrapping_mul(1_000_003).wrapping_add(number);
                ask(&table, options.nodes, seed)
            })
            .collect();
        let answers = answers?;
        let lost: Vec<&Answer> = answers.iter().filter(|answer| answer.lost.is_some()).collect();
        print(&format!(
            "{name}: {} of {} positions lost value, {} positions an action, {:.0?} in all",
            lost.len(),
            answers.len(),
            options.nodes,
            begun.elapsed()
        ));
        for answer in lost {
            print(&format!("    {answer}"));
            if let Some(nodes) = options.again {
                let again = answer_in(&table, answer.position.clone(), &answer.truth, nodes)?;
                print(&format!("        with {nodes} positions: {again}"));
            }
        }
    }
    Ok(())
}

/// The table of a ruleset: solved at once where that takes a moment, or else read from the folder.
fn table(options: &BenchTruth, solved: Solved) -> Result<Option<Table>, BenchError> {
    let failed = |error: &dyn std::fmt::Display| {
        BenchError::Table(format!("{} {}", solved.game, solved.ruleset), error.to_string())
    };
    if solved.small {
        return solve_in_memory(solved, &SingleThreaded).map(Some).map_err(|error| failed(&error));
    }
    let path = options.tables.as_ref().map(|folder| table_path(folder, &solved));
    match path {
        Some(path) if path.exists() => {
            open_table(&path, solved).map(Some).map_err(|error| failed(&error))
        }
        Some(_) | None => Ok(None),
    }
}

/// The action of the search in a position.
struct Answer {
    position: String,
    truth: ExactValues,
    action: String,
    /// The value of the position and the value after the action, if that is less.
    lost: Option<(tables::Value, tables::Value)>,
    /// The value that the search gives the position, and the depth it reached.
    score: i32,
    depth: u32,
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { position, action, lost, score, depth, .. } = self;
        write!(f, "{position}: {action}, score {score} at depth {depth}")?;
        let Some((before, after)) = lost else { return f.write_str(", no value lost") };
        for (word, value) in [(", ", before), (" -> ", after)] {
            write!(f, "{word}{}", value.as_str())?;
            if let Some(distance) = value.distance() {
                write!(f, " in {distance}")?;
            }
        }
        Ok(())
    }
}

/// Searches a position in which value can be lost.
fn ask(table: &Table, nodes: u64, seed: u64) -> Result<Answer, BenchError> {
    let mut random = Random::new(seed);
    let (position, truth) = loop {
        // A game without such a position is followed by another.
        if let Some(found) = contested(table, &mut random)? {
            break found;
        }
    };
    answer_in(table, position, &truth, nodes)
}

/// The action of the search in a position with a known value.
fn answer_in(
    table: &Table,
    position: String,
    truth: &ExactValues,
    nodes: u64,
) -> Result<Answer, BenchError> {
    let game = from_position(table.solved(), &position)?;
    let report =
        searcher(&game, TABLE_BITS)?.analyse(&game, &Limits::nodes(nodes), &mut Unattended);
    let report = report.ok_or_else(|| nothing_played(table))?;
    let line = report.lines.first().ok_or_else(|| nothing_played(table))?;
    let action = line.actions.first().ok_or_else(|| nothing_played(table))?;
    let after = truth.actions.iter().find(|known| known.action == *action);
    let after = after.ok_or_else(|| nothing_played(table))?.value;
    Ok(Answer {
        position,
        truth: truth.clone(),
        action: action.clone(),
        lost: (!after.is_same_result(truth.value)).then_some((truth.value, after)),
        score: line.score,
        depth: report.depth,
    })
}

fn nothing_played(table: &Table) -> BenchError {
    let reason = "the search plays nothing that the table knows".to_owned();
    BenchError::Game(table.solved().game.to_owned(), reason)
}

fn from_position(solved: &Solved, position: &str) -> Result<AnyGame, BenchError> {
    AnyGame::new(solved.game, Some(solved.ruleset), &Options::none(), Some(position))
        .map_err(|error| BenchError::Game(solved.game.to_owned(), error.to_string()))
}

/// A position of a game played half by chance, any of those in which some action loses value. `None` if
/// the game has none.
fn contested(
    table: &Table,
    random: &mut Random,
) -> Result<Option<(String, ExactValues)>, BenchError> {
    let solved = table.solved();
    let mut game = set_up(solved.game, Some(solved.ruleset))?;
    let mut hasty: Player = searcher(&game, 10)?;
    let mut found = None;
    let mut count = 0;
    while game.outcome().is_none() && game.ply() < MAX_PLIES {
        let position = game.position_text();
        // The endings of a game have tables that do not know the positions before.
        if let Ok(truth) = table.look_up(&position)
            && truth.actions.iter().any(|action| !action.value.is_same_result(truth.value))
        {
            count += 1;
            if random.below(count) == 0 {
                found = Some((position, truth));
            }
        }
        let legal = game.legal();
        let by_chance = legal.get(random.below(legal.len().max(1))).cloned();
        #[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
        let is_random = random.below(1_000) as f64 / 1_000.0 < RANDOM;
        let (level, budget) = HASTY;
        let action = if is_random {
            by_chance
        } else {
            hasty
                .choose(&game, level, random.next(), budget, &mut Unattended)
                .map(|choice| choice.action)
        };
        let Some(action) = action else { break };
        super::play(&mut game, &action)?;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(nodes: u64) -> Vec<String> {
        let options = BenchTruth {
            positions: 40,
            nodes,
            again: Some(20_000),
            only: "zhuo".to_owned(),
            tables: None,
            seed: 1,
        };
        let mut lines = Vec::new();
        bench_truth(&options, &mut |line| lines.push(line.to_owned())).expect("it is solved");
        lines
    }

    #[test]
    fn values_lost_are_named_with_their_positions() {
        let lines = report(1);
        let summary = lines.iter().position(|line| line.contains("of 40 positions lost value"));
        let lost = &lines[summary.expect("there is a summary") + 1..];
        assert!(!lost.is_empty(), "{lines:?}");
        let (again, lost): (Vec<&String>, Vec<&String>) =
            lost.iter().partition(|line| line.contains("with 20000 positions"));
        assert!(again.len() == lost.len(), "{lines:?}");
        assert!(lost.iter().all(|line| line.contains(" -> ")), "{lost:?}");
        assert!(again.iter().any(|line| line.contains("no value lost")), "{again:?}");
    }

    #[test]
    fn a_longer_search_loses_less() {
        assert!(report(20_000).len() < report(1).len());
    }
}
