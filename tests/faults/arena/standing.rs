//! Correspondence games whose clock is paused: both agree to a pause, or the one to act is on vacation, or
//! both at once. Wherever the server was killed during it, acknowledged commands are in the journal, the
//! clock has stood exactly, and nothing of it lasts for longer than it may.

use super::{Arena, wait};
use e2e::{Dice, Guest, Method, Request, Setup};
use engine::{BySide, Side};
use serde_json::{Value, json};

/// How long a pause or a vacation lasts at the most, in milliseconds.
const LONGEST: u64 = 30 * 24 * 3_600_000;

/// How many milliseconds the clock stands at most, so that kills come between.
const STANDS: usize = 600;

/// How many actions are played before.
const ACTIONS: usize = 2;

impl Arena {
    /// One match by days after the other, whose clock is made to stand.
    pub(super) async fn serve_standing(&self, number: usize) {
        let mut dice = Dice::new(self.seed.wrapping_mul(5_000).wrapping_add(number as u64));
        let clock = json!({"kind": "correspondence", "days": 3});
        while !self.is_closing() {
            // Every player has so many days of vacation a year, and each costs one.
            let guests = BySide { first: self.guest().await, second: self.guest().await };
            let setup = dice.pick(&self.setups);
            let Some(id) = self.make(setup, &guests, &clock).await else { return };
            let held = self.let_stand(&id, setup, &guests, &mut dice).await;
            self.tally
                .check(held.map(drop).map_err(|broken| format!("match {id} ({setup}): {broken}")));
        }
    }

    /// Plays a little and lets the clock stand; nothing if the arena is torn down before.
    async fn let_stand(
        &self,
        id: &str,
        setup: &Setup,
        guests: &BySide<Guest>,
        dice: &mut Dice,
    ) -> Result<Option<()>, String> {
        let mut game = setup.begin();
        for ply in 0..ACTIONS {
            let (by, action) = (game.to_act(), dice.pick(&game.legal()).clone());
            game.play(&action).map_err(|refused| format!("{action}: {}", refused.rule))?;
            let play = json!({"type": "play", "id": format!("p{ply}"), "ply": ply, "move": action});
            if !self.command(id, &guests[by], &play).await? {
                return Ok(None);
            }
        }
        if game.outcome().is_some() {
            return Ok(None);
        }
        let side = game.to_act();
        let (pauses, is_away) = match dice.below(3) {
            0 => (true, false),
            1 => (false, true),
            _ => (true, true),
        };
        if is_away && self.vacation(Method::POST, &guests[side]).await.is_none() {
            return Ok(None);
        }
        if pauses {
            for (by, answer) in [(side, "offer"), (side.other(), "accept")] {
                let pause = json!({"type": "pause", "id": format!("s{answer}"), "answer": answer});
                if !self.command(id, &guests[by], &pause).await? {
                    return Ok(None);
                }
            }
        }
        let Some(before) = self.events(id).await? else { return Ok(None) };
        for (kind, is_so) in [("vacation", is_away), ("paused", pauses)] {
            if is_so {
                check_bound(last(&before, kind)?, side)?;
            }
        }
        wait(u64::try_from(dice.below(STANDS)).unwrap_or(0)).await;
        let Some(shown) = self.ask(|| Request::get(&format!("/api/matches/{id}"))).await else {
            return Ok(None);
        };
        let shown = shown.json();
        if shown["clock"]["running"] != Value::Null || shown["paused"].is_u64() != pauses {
            return Err(format!("the clock is to stand: {shown}"));
        }
        if pauses {
            let resume = json!({"type": "resume", "id": "resume"});
            if !self.command(id, &guests[side.other()], &resume).await? {
                return Ok(None);
            }
        }
        if is_away && self.vacation(Method::DELETE, &guests[side]).await.is_none() {
            return Ok(None);
        }
        let Some(after) = self.events(id).await? else { return Ok(None) };
        let begins = if is_away { "vacation" } else { "paused" };
        let ends = if is_away { "vacation" } else { "resumed" };
        let (begun, over) = (last(&before, begins)?, last(&after, ends)?);
        if is_away && !over["until"].is_null() {
            return Err(format!("the vacation is over, and last is {over}"));
        }
        for clock in [&shown["clock"], &over["clock"]] {
            if clock[side.as_str()] != begun["clock"][side.as_str()] {
                return Err(format!("the clock stood from {begun} to {over}, and was {clock}"));
            }
        }
        self.tally.stood.one();
        let resign = json!({"type": "resign", "id": "end"});
        self.command(id, &guests[side], &resign).await.map(|_| Some(()))
    }

    /// Begins or ends a player's vacation; nothing if the arena is torn down before.
    async fn vacation(&self, method: Method, who: &Guest) -> Option<()> {
        let change = || Request::new(method.clone(), "/api/me/vacation").by(who);
        let answer = self.ask(change).await?;
        // It may have begun or ended by a request that was not answered.
        if ![200, 201, 409].contains(&answer.status.as_u16()) {
            self.tally.broken(format!("a vacation is answered {answer:?}"));
        }
        Some(())
    }

    async fn events(&self, id: &str) -> Result<Option<Vec<Value>>, String> {
        let path = format!("/api/matches/{id}/events");
        let Some(answer) = self.ask(|| Request::get(&path)).await else { return Ok(None) };
        let events = answer.text().lines().map(serde_json::from_str).collect::<Result<_, _>>();
        events.map(Some).map_err(|error| format!("{error}: {}", answer.text()))
    }
}

fn last<'a>(events: &'a [Value], kind: &str) -> Result<&'a Value, String> {
    let found = events.iter().rev().find(|event| event["kind"] == kind);
    found.ok_or_else(|| format!("what was answered is gone: no `{kind}` is in {events:?}"))
}

/// A pause of a clock lasts so long and no longer.
fn check_bound(event: &Value, side: Side) -> Result<(), String> {
    let [at, until] = ["at", "until"].map(|key| event[key].as_u64().unwrap_or_default());
    let is_bounded = match event["kind"].as_str() {
        Some("paused") => until == at + LONGEST,
        _ => until > at && until <= at + LONGEST && event["by"] == side.as_str(),
    };
    if is_bounded { Ok(()) } else { Err(format!("it lasts for too long or too short: {event}")) }
}
