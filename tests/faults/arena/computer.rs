//! Matches with computer players, which continue after every kill of the server.

use super::link::{Link, Received};
use super::tally::Count;
use super::{Arena, wait};
use e2e::{Dice, Guest, Request};
use engine::{AnyGame, Options};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::timeout;

/// How long the answer to an action may take before it is sent again.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);

/// How many milliseconds pass between two looks at a match in which the computer player thinks.
const LOOK: u64 = 40;

/// The levels that play, the fast ones.
const LEVELS: usize = 4;

/// A table at which one bot after the other plays a computer player.
#[derive(Debug, Default)]
pub(super) struct ComputerTable {
    /// The match that is played.
    id: Mutex<String>,
    /// Actions of computer players.
    pub(super) answered: Count,
    /// Whether no match is played here now.
    pub(super) idle: AtomicBool,
}

impl ComputerTable {
    /// The match that is played.
    pub(super) fn id(&self) -> String {
        self.id.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// A bot's knowledge of its match.
struct Play<'a> {
    arena: &'a Arena,
    table: &'a ComputerTable,
    id: &'a str,
    guest: &'a Guest,
    /// The actions that it has received.
    known: Vec<String>,
    /// Whether the last action sent was not acknowledged.
    unsure: bool,
    sent: usize,
}

impl Arena {
    /// One match with a computer player after the other.
    pub(super) async fn serve_computer(&self, number: usize, table: &ComputerTable) {
        let mut dice = Dice::new(self.seed.wrapping_mul(2_000).wrapping_add(number as u64));
        let guest = self.guest().await;
        while !self.is_closing() {
            let setup = dice.pick(&self.setups);
            let mut body = setup.body();
            body["computer"] = json!(1 + dice.below(LEVELS));
            body["seat"] = json!("first");
            let made = self.ask(|| Request::post("/api/matches").by(&guest).json(&body)).await;
            let Some(made) = made else { return };
            let id = made.json()["id"].as_str().unwrap_or_default().to_owned();
            if made.status != 201 || id.is_empty() {
                self.tally.broken(format!("no match with a computer player was made: {made:?}"));
                return;
            }
            table.id.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&id);
            self.tally.computer_matches.one();
            let (known, guest) = (Vec::new(), &guest);
            let play = Play { arena: self, table, id: &id, guest, known, unsure: false, sent: 0 };
            play.run(&mut dice).await;
        }
        table.idle.store(true, Ordering::Relaxed);
    }
}

impl Play<'_> {
    /// Plays until the match is over or the arena closes.
    async fn run(mut self, dice: &mut Dice) {
        let path = format!("/api/matches/{}", self.id);
        let mut link = None;
        while !self.arena.is_closing() {
            let Some(answer) = self.arena.ask(|| Request::get(&path)).await else { return };
            if answer.status != 200 {
                let lost = format!("a match with a computer player is gone: {answer:?}");
                self.arena.tally.broken(lost);
                return;
            }
            let snapshot = answer.json();
            if !self.take_in(&snapshot) || snapshot["state"] == "over" {
                return;
            }
            if snapshot["turn"] == "first" {
                self.act(&snapshot, &mut link, dice).await;
            } else {
                wait(LOOK).await;
            }
        }
    }

    /// Compares a snapshot with it. Returns whether the match is in progress.
    fn take_in(&mut self, snapshot: &Value) -> bool {
        let texts = snapshot["moves"].as_array().into_iter().flatten();
        let moves: Vec<String> =
            texts.map(|text| text.as_str().unwrap_or_default().to_owned()).collect();
        if !moves.starts_with(&self.known) {
            let (id, known) = (self.id, &self.known);
            let broken = format!("match {id} with a computer player lost {known:?}: {moves:?}");
            self.arena.tally.broken(broken);
            return false;
        }
        if moves.len() > self.known.len() && !self.unsure {
            self.arena.tally.computer_moves.one();
            self.table.answered.one();
        }
        (self.known, self.unsure) = (moves, false);
        true
    }

    /// Plays any legal action, if the connection lasts that long.
    async fn act(&mut self, snapshot: &Value, link: &mut Option<Link>, dice: &mut Dice) {
        let Some(action) = legal(snapshot, dice) else {
            self.arena.tally.broken(format!("match {} has no legal action", self.id));
            return wait(LOOK).await;
        };
        if link.is_none() {
            let Some(address) = self.arena.address().await else { return };
            let path = format!("/ws/matches/{}", self.id);
            let way = self.arena.manner().way;
            *link = Link::open(address, &path, Some(self.guest), way).await.ok();
        }
        let Some(open) = link else { return wait(LOOK).await };
        let id = format!("bot-{}", self.sent);
        self.sent += 1;
        let command =
            json!({"type": "play", "id": id, "ply": self.known.len(), "move": action}).to_string();
        if open.send_text(&command).await
            && timeout(ANSWER_TIMEOUT, done(open, &id)).await == Ok(true)
        {
            // It is promised to be there from now on.
            self.known.push(action);
        } else {
            (*link, self.unsure) = (None, true);
        }
    }
}

/// Whether a command was done; false if it was not, or the connection has ended.
async fn done(link: &mut Link, id: &str) -> bool {
    loop {
        let Received::Text(text) = link.hear().await else { return false };
        let message: Value = serde_json::from_str(&text).unwrap_or_default();
        if message["id"] == id && message["type"] == "ack" {
            return true;
        }
        if message["id"] == id && message["type"] == "nack" {
            return false;
        }
    }
}

/// A legal action of the position in a snapshot.
fn legal(snapshot: &Value, dice: &mut Dice) -> Option<String> {
    let text = |key: &str| snapshot[key].as_str();
    let options = snapshot["options"].as_object();
    let options: Options = options
        .into_iter()
        .flatten()
        .filter_map(|(key, value)| Some((key, value.as_str()?)))
        .collect();
    let mut game = AnyGame::new(text("game")?, text("ruleset"), &options, text("start")).ok()?;
    for action in snapshot["moves"].as_array()? {
        game.play(action.as_str()?).ok()?;
    }
    let legal = game.legal();
    (!legal.is_empty()).then(|| dice.pick(&legal).clone())
}
