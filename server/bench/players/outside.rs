//! Another program as an opponent, in the protocol whose moves are written as ours: USI in shogi,
//! UCCI in xiangqi. `rivals.json` lists which game has which.

use crate::BenchError;
use engine::AnyGame;
use serde::Deserialize;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// How to speak with another program about a game.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Rival {
    game: String,
    /// The word that starts the protocol; the program answers with the same word and `ok`.
    protocol: String,
    /// The word before a position.
    position: String,
}

/// How to speak about a game, if there is a way.
pub(super) fn rival(game: &str) -> Option<Rival> {
    let rivals: Vec<Rival> = serde_json::from_str(include_str!("rivals.json")).ok()?;
    rivals.into_iter().find(|rival| rival.game == game)
}

/// The answer of the other program.
#[derive(Debug, Clone, Default)]
pub(super) struct Thought {
    /// Its move, or the word that it sent instead of one.
    pub(super) action: String,
    /// Positions a second, as it reports them.
    pub(super) speed: f64,
}

/// A running process of the other program, killed when this is dropped.
pub(super) struct Outside {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    position: String,
}

impl Outside {
    /// Starts a program and waits until it is ready.
    pub(super) fn start(program: &Path, rival: &Rival) -> Result<Self, BenchError> {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(BenchError::Start(program.display().to_string()));
        };
        let output = BufReader::new(output).lines();
        let mut outside = Self { child, input, output, position: rival.position.clone() };
        outside.say(&rival.protocol)?;
        outside.await_line(&format!("{}ok", rival.protocol))?;
        outside.say("isready")?;
        outside.await_line("readyok")?;
        Ok(outside)
    }

    /// Has it search the current position for this many milliseconds.
    pub(super) fn think(
        &mut self,
        game: &AnyGame,
        milliseconds: u64,
    ) -> Result<Thought, BenchError> {
        let mut position = format!("position {} {}", self.position, game.start_text());
        let moves = game.action_texts();
        if !moves.is_empty() {
            position.push_str(" moves ");
            position.push_str(&moves.join(" "));
        }
        self.say(&position)?;
        self.say(&format!("go movetime {milliseconds}"))?;
        let mut thought = Thought::default();
        loop {
            let line = self.next_line()?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("bestmove") => {
                    thought.action = words.next().unwrap_or_default().to_owned();
                    return Ok(thought);
                }
                Some("info") => {
                    let speed = words.skip_while(|&word| word != "nps").nth(1);
                    if let Some(speed) = speed.and_then(|speed| speed.parse().ok()) {
                        thought.speed = speed;
                    }
                }
                Some("nobestmove") => return Ok(thought),
                Some(_) | None => {}
            }
        }
    }

    fn say(&mut self, line: &str) -> Result<(), BenchError> {
        writeln!(self.input, "{line}")?;
        Ok(self.input.flush()?)
    }

    fn next_line(&mut self) -> Result<String, BenchError> {
        let line = self.output.next();
        line.ok_or_else(|| BenchError::Answer("the other program has ended".to_owned()))?
            .map_err(BenchError::Io)
    }

    fn await_line(&mut self, wanted: &str) -> Result<(), BenchError> {
        while self.next_line()? != wanted {}
        Ok(())
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.say("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
