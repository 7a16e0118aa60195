//! Games by days in which both planned the same line, which is to be played in one go, and once, wherever
//! the server was killed between the planning and the first action, or within it.

use super::link::{Link, Received};
use super::{Arena, wait};
use e2e::{Dice, Guest, Method, Request, Setup};
use engine::BySide;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::timeout;

/// The longest line that is planned.
const LONGEST: usize = 8;

/// How many milliseconds pass at most between the planning and the first action, so that kills come between.
const PAUSE: usize = 500;

/// How long the answer to a command may take before it is sent again.
const PATIENCE: Duration = Duration::from_secs(2);

impl Arena {
    /// One correspondence match after the other, played by conditional moves.
    pub(super) async fn serve_planned(&self, number: usize) {
        let mut dice = Dice::new(self.seed.wrapping_mul(3_000).wrapping_add(number as u64));
        let guests = BySide { first: self.guest().await, second: self.guest().await };
        let clock = json!({"kind": "correspondence", "days": 3});
        while !self.is_closing() {
            let setup = dice.pick(&self.setups);
            let Some(line) = line(setup, &mut dice) else { continue };
            let Some(id) = self.make(setup, &guests, &clock).await else { return };
            let held = self.play_planned(&id, setup, &guests, &line, &mut dice).await;
            self.tally.check(held.map_err(|broken| format!("match {id} ({setup}): {broken}")));
        }
    }

    async fn play_planned(
        &self,
        id: &str,
        setup: &Setup,
        guests: &BySide<Guest>,
        line: &[String],
        dice: &mut Dice,
    ) -> Result<(), String> {
        let path = format!("/api/matches/{id}/plan");
        let plan = json!({"ply": 0, "lines": [line]});
        let begins = setup.begin().to_act();
        let (one, other) = (&guests[begins], &guests[begins.other()]);
        for guest in [other, one] {
            let put = || Request::new(Method::PUT, &path).by(guest).json(&plan);
            let Some(kept) = self.ask(put).await else { return Ok(()) };
            if kept.status != 200 {
                return Err(format!("{line:?} cannot be planned: {kept:?}"));
            }
        }
        wait(u64::try_from(dice.below(PAUSE)).unwrap_or(0)).await;
        for guest in [one, other] {
            let Some(kept) = self.ask(|| Request::get(&path).by(guest)).await else {
                return Ok(());
            };
            if kept.json()["lines"] != plan["lines"] {
                return Err(format!("{line:?} was planned, and is {kept:?}"));
            }
        }
        let first = json!({"type": "play", "id": "only", "ply": 0, "move": line[0]});
        if !self.command(id, one, &first).await? {
            return Ok(());
        }
        let Some(shown) = self.ask(|| Request::get(&format!("/api/matches/{id}/events"))).await
        else {
            return Ok(());
        };
        let events = shown.text().lines().map(serde_json::from_str);
        let events: Vec<Value> =
            events.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
        let moved = events.iter().filter(|event| event["kind"] == "moved");
        let played: Vec<(&Value, bool)> =
            moved.map(|event| (&event["move"], event["planned"] == true)).collect();
        let expected: Vec<Value> = line.iter().map(|action| json!(action)).collect();
        let expected: Vec<(&Value, bool)> =
            expected.iter().enumerate().map(|(at, action)| (action, at > 0)).collect();
        if played != expected {
            return Err(format!("{line:?} was planned, and played was {played:?}"));
        }
        self.tally.planned.add(u64::try_from(line.len() - 1).unwrap_or(0));
        self.command(id, other, &json!({"type": "resign", "id": "end"})).await.map(drop)
    }

    /// Sends a command until it is acknowledged; false if the arena is torn down before.
    ///
    /// # Errors
    ///
    /// If it is refused.
    pub(super) async fn command(
        &self,
        id: &str,
        guest: &Guest,
        command: &Value,
    ) -> Result<bool, String> {
        let path = format!("/ws/matches/{id}");
        while let Some(address) = self.address().await {
            if let Ok(mut link) = Link::open(address, &path, Some(guest), self.manner().way).await
                && link.send_text(&command.to_string()).await
                && let Ok(Some(answer)) = timeout(PATIENCE, answer(&mut link, command)).await
            {
                match answer["type"].as_str() {
                    Some("ack") => return Ok(true),
                    // It may have been done already, by a connection that broke before its answer.
                    _ if answer["code"] == "over" => return Ok(true),
                    _ if answer["code"] == "busy" => {}
                    _ => return Err(format!("{command} is answered {answer}")),
                }
            }
            wait(20).await;
        }
        Ok(false)
    }
}

/// The answer to a command; nothing if the connection ends before.
async fn answer(link: &mut Link, command: &Value) -> Option<Value> {
    loop {
        let Received::Text(text) = link.hear().await else { return None };
        let message: Value = serde_json::from_str(&text).unwrap_or_default();
        if message["id"] == command["id"] && ["ack", "nack"].contains(&message["type"].as_str()?) {
            return Some(message);
        }
    }
}

/// A line of two actions at least, which continues the game, and in which both sides act.
fn line(setup: &Setup, dice: &mut Dice) -> Option<Vec<String>> {
    let mut game = setup.begin();
    let (begins, mut line, mut both) = (game.to_act(), Vec::new(), false);
    for _ in 0..2 + dice.below(LONGEST - 1) {
        let by = game.to_act();
        let action = dice.pick(&game.legal()).clone();
        let mut next = game.clone();
        let played = next.play(&action).ok()?;
        if next.outcome().is_some() {
            break;
        }
        both |= by != begins;
        game = next;
        line.push(played.action);
    }
    (line.len() > 1 && both).then_some(line)
}
