//! `yiguan judge`: plays the game of each input line and reports how it stands, or which action was
//! refused and why.
//!
//! It exposes the rules to other programs without a server:
//!
//! ```text
//! {"game":"<id>","moves":["…","…"]}     one line of input
//! {"ok":true,"position":"…","turn":"first","ply":2,"result":null,…}
//! ```
//!
//! Every line is answered by one line, a bad one with `ok: false`. An illegal action that the
//! ruleset counts as a foul ends the game instead of being refused.

use super::hyphens::hyphenated;
use super::lines::{BadLine, answer_lines};
use engine::{ActionRefused, AnyGame, Options, Rule, SetupError};
use protocol::{JudgeLine, Judgement, Object};
use std::io::{self, Read, Write};

/// Judges the games of `input`.
///
/// # Errors
///
/// The error of the input or the output; a bad line is answered and is no error.
pub fn judge(input: impl Read, output: impl Write) -> io::Result<()> {
    answer_lines(input, output, answer)
}

fn answer(line: Result<&str, BadLine>) -> Judgement {
    let line = match line {
        Ok(line) => line,
        Err(bad) => return unreadable(bad.to_string()),
    };
    match serde_json::from_str(line) {
        Ok(Object(line)) => verdict(&line),
        Err(error) => unreadable(error.to_string()),
    }
}

fn unreadable(error: String) -> Judgement {
    Judgement::Refused { ok: false, at: 0, rule: "bad_request", error }
}

/// Sets up the game of a line, its actions not yet played.
pub(super) fn set_up(line: &JudgeLine) -> Result<AnyGame, SetupError> {
    let options: Options = line.options.iter().flatten().collect();
    AnyGame::new(&line.game, line.ruleset.as_deref(), &options, line.position.as_deref())
}

fn verdict(line: &JudgeLine) -> Judgement {
    let mut game = match set_up(line) {
        Ok(game) => game,
        Err(error) => {
            let (rule, error) = (error.code(), error.to_string());
            return Judgement::Refused { ok: false, at: 0, rule, error };
        }
    };
    for (at, action) in line.moves.iter().enumerate() {
        let Err(refused) = game.play(action) else { continue };
        if !is_foul(&refused) || game.foul(game.to_act()).is_none() {
            let error = format!("`{action}` is refused: {}", told(&refused));
            return Judgement::Refused { ok: false, at, rule: refused.rule.as_str(), error };
        }
    }
    let outcome = game.outcome();
    Judgement::Standing {
        ok: true,
        position: game.position_text(),
        turn: game.to_act(),
        ply: game.ply(),
        result: outcome.map(|outcome| outcome.as_str()),
        reason: outcome.map(|outcome| hyphenated(outcome.reason)),
        check: game.is_check(),
        legal: game.legal(),
    }
}

/// Whether a refused action is a foul under rules where fouls lose. A text that is not an action is
/// a fault of the calling program instead, and nothing can be played once the game is over.
const fn is_foul(refused: &ActionRefused) -> bool {
    !matches!(refused.rule, Rule::Syntax | Rule::OffBoard | Rule::GameOver)
}

/// A refusal as text: the rule and the points concerned.
pub(super) fn told(refused: &ActionRefused) -> String {
    match refused.squares.as_slice() {
        [] => refused.rule.to_string(),
        squares => format!("{} ({})", refused.rule, squares.join(" ")),
    }
}
