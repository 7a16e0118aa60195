//! `yiguan perft`: counts the action sequences of a given length from a position.
//!
//! The counts are compared with published ones to check the rules of a game. With `--divide` they
//! are listed by first action, which is how two programs that disagree find the position where they
//! do; with `--jsonl` other programs ask line by line.

use super::judge::{set_up, told};
use super::lines::{BadLine, answer_lines};
use super::progress;
use engine::{AnyGame, Options};
use indicatif::ProgressBar;
use protocol::{PerftAnswer, PerftLine};
use std::io::{self, ErrorKind, Read, Write};

/// The greatest depth accepted; no reader waits for a greater one.
const DEEPEST: u32 = 64;

/// What to count.
#[derive(Debug, Clone, clap::Args)]
pub struct PerftConfig {
    /// The game, by its id in `yiguan games`.
    #[arg(long, env = "YIGUAN_PERFT_GAME", required_unless_present = "jsonl")]
    pub game: Option<String>,
    /// The ruleset, by its id; the game's first one if absent.
    #[arg(long, env = "YIGUAN_PERFT_RULESET")]
    pub ruleset: Option<String>,
    /// An option of the ruleset, such as `board=7x8`; may be given several times, in the
    /// environment separated by commas.
    #[arg(
        long = "option",
        value_name = "KEY=VALUE",
        value_parser = key_and_value,
        value_delimiter = ',',
        env = "YIGUAN_PERFT_OPTION"
    )]
    pub options: Vec<(String, String)>,
    /// The position to start from; the ruleset's start position if absent.
    #[arg(long, env = "YIGUAN_PERFT_POSITION")]
    pub position: Option<String>,
    /// The length of the sequences, in actions.
    #[arg(
        long,
        env = "YIGUAN_PERFT_DEPTH",
        required_unless_present = "jsonl",
        value_parser = clap::value_parser!(u32).range(..=i64::from(DEEPEST))
    )]
    pub depth: Option<u32>,
    /// Also show the count for each first action.
    #[arg(long, env = "YIGUAN_PERFT_DIVIDE")]
    pub divide: bool,
    /// Read lines `{"game","ruleset","options"?,"position"?,"moves"?,"depth"}` from standard
    /// input and write `{"nodes":n}` or `{"error":"…"}` for each.
    #[arg(long, env = "YIGUAN_PERFT_JSONL")]
    pub jsonl: bool,
}

fn key_and_value(text: &str) -> Result<(String, String), String> {
    text.split_once('=')
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .ok_or_else(|| "an option is written KEY=VALUE".to_owned())
}

/// Why the count failed.
#[derive(Debug, thiserror::Error)]
pub enum PerftError {
    /// The position could not be set up.
    #[error(transparent)]
    Setup(#[from] engine::SetupError),
    /// Input or output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Counts what `config` asks for and prints the result.
///
/// # Errors
///
/// [`PerftError`] if there is no such position, or input or output fail.
pub fn perft(
    config: &PerftConfig,
    input: impl Read,
    mut output: impl Write,
) -> Result<(), PerftError> {
    if config.jsonl {
        return Ok(answer_lines(input, output, answer)?);
    }
    let options: Options = config.options.iter().map(|(key, value)| (key, value)).collect();
    let game = AnyGame::new(
        config.game.as_deref().unwrap_or_default(),
        config.ruleset.as_deref(),
        &options,
        config.position.as_deref(),
    )?;
    let depth = config.depth.unwrap_or_default();
    match print(&game, depth, config.divide, &mut output) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        outcome => Ok(outcome?),
    }
}

/// Prints the count, below each first action in the order of their texts if `divide`.
fn print(game: &AnyGame, depth: u32, divide: bool, output: &mut impl Write) -> io::Result<()> {
    let Some(below) = depth.checked_sub(1) else {
        return writeln!(output, "{}", game.perft(depth));
    };
    let bar = progress::of(0, "actions");
    let total = sum(game, below, &bar, |action, nodes| {
        if divide { bar.suspend(|| writeln!(output, "{action}: {nodes}")) } else { Ok(()) }
    })?;
    bar.finish_and_clear();
    if divide {
        writeln!(output)?;
    }
    writeln!(output, "{total}")
}

/// The sum of the counts to `depth` below each first action; `each` is called with every action and
/// its count, in the order of their texts. `bar` shows how many of the actions are done.
fn sum(
    game: &AnyGame,
    depth: u32,
    bar: &ProgressBar,
    mut each: impl FnMut(&str, u64) -> io::Result<()>,
) -> io::Result<u64> {
    let mut actions = game.legal();
    actions.sort_unstable();
    bar.set_length(actions.len() as u64);
    let mut total = 0;
    for action in actions {
        let mut next = game.clone();
        // Just listed as legal, so this cannot be refused.
        if next.play(&action).is_err() {
            continue;
        }
        let nodes = next.perft(depth);
        each(&action, nodes)?;
        bar.inc(1);
        total += nodes;
    }
    Ok(total)
}

fn answer(line: Result<&str, BadLine>) -> PerftAnswer {
    match count(line) {
        Ok(nodes) => PerftAnswer::Counted { nodes },
        Err(error) => PerftAnswer::Failed { error },
    }
}

fn count(line: Result<&str, BadLine>) -> Result<u64, String> {
    let line = line.map_err(|bad| bad.to_string())?;
    let line: PerftLine = serde_json::from_str(line).map_err(|error| error.to_string())?;
    if line.depth > DEEPEST {
        return Err(format!("a depth is at most {DEEPEST}"));
    }
    let mut game = set_up(&line.from).map_err(|error| error.to_string())?;
    for (ply, action) in line.from.moves.iter().enumerate() {
        game.play(action)
            .map_err(|refused| format!("ply {ply}: `{action}` is refused: {}", told(&refused)))?;
    }
    Ok(game.perft(line.depth))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::GAMES;

    #[test]
    fn every_first_action_moves_the_bar() {
        let game = AnyGame::new("shogi", None, &Options::none(), None).expect("it starts");
        let bar = ProgressBar::hidden();
        let mut seen = Vec::new();
        let total = sum(&game, 2, &bar, |_, _| {
            seen.push(bar.position());
            Ok(())
        });
        assert_eq!(total.expect("nothing is written"), 25_470);
        assert_eq!(seen, (0..30).collect::<Vec<_>>());
        assert_eq!((bar.position(), bar.length()), (30, Some(30)));
    }

    /// Counting action by action gives the same as the engine's count.
    #[test]
    fn the_counts_below_the_first_actions_add_up() {
        for info in GAMES {
            for ruleset in info.rulesets {
                let game = AnyGame::new(info.id, Some(ruleset.id), &Options::none(), None);
                let game = game.expect("the catalogue's rulesets start");
                for depth in 0..3 {
                    let mut output = Vec::new();
                    print(&game, depth, false, &mut output).expect("memory does not fail");
                    let expected = format!("{}\n", game.perft(depth));
                    assert_eq!(String::from_utf8_lossy(&output), expected, "{} {depth}", info.id);
                }
            }
        }
    }
}
