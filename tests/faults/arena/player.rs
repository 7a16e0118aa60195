//! A bot: it plays legal actions at random, and does whatever else players do.

use super::ledger::{Attempt, Sent};
use super::link::{Link, Received};
use super::replay::hash;
use super::table::Table;
use super::{Arena, now, wait};
use e2e::Dice;
use engine::{AnyGame, Options, Side};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// How long an answer may take before the connection is given up.
const ANSWER: Duration = Duration::from_secs(8);

/// How long nothing may be heard before the bot asks, and before it gives the connection up.
const QUIET: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(6));

/// How long the two of a finished match wait for each other to play again.
const REMATCH: Duration = Duration::from_secs(4);

/// A command on its way.
struct Pending {
    sent: Sent,
    /// When something must have come, or, after `busy`, when to send it again.
    until: Instant,
    busy: bool,
    /// Whether it has not been sent again by this connection.
    returns: bool,
}

/// One of the two of a match.
pub(super) struct Player<'a> {
    arena: &'a Arena,
    table: &'a Table,
    side: Side,
    dice: Dice,
    game: AnyGame,
    /// The last event heard of, and the last one there was when the connection was made.
    seq: u64,
    upto: u64,
    pending: Option<Pending>,
    /// The side that made each open offer.
    offers: BTreeMap<String, Side>,
    over: Option<Instant>,
    declined: bool,
    next: Option<String>,
    /// When to do something next.
    due: Instant,
    heard: Instant,
}

/// How a connection ended.
enum Parting {
    /// It broke.
    Broken,
    /// The player has no more to do.
    Done,
}

impl<'a> Player<'a> {
    pub(super) fn new(arena: &'a Arena, table: &'a Table, side: Side, dice: Dice) -> Self {
        let game = table.ledger().setup.begin();
        let now = Instant::now();
        Self {
            arena,
            table,
            side,
            dice,
            game,
            seq: 0,
            upto: 0,
            pending: None,
            offers: BTreeMap::new(),
            over: None,
            declined: false,
            next: None,
            due: now,
            heard: now,
        }
    }

    /// Plays to the end; the match that follows, if there is one.
    pub(super) async fn play(mut self) -> Option<String> {
        let (path, guest) = {
            let ledger = self.table.ledger();
            (format!("/ws/matches/{}", ledger.id), ledger.guests[self.side].clone())
        };
        while let Some(address) = self.arena.address().await {
            let path = format!("{path}?since={}", self.seq);
            let way = self.arena.manner().way;
            match Link::open(address, &path, Some(&guest), way).await {
                Ok(link) => match self.sit(link).await {
                    Parting::Done => break,
                    Parting::Broken => self.arena.tally().lost.one(),
                },
                Err(_) => wait(20).await,
            }
        }
        self.next
    }

    /// Plays by one connection.
    async fn sit(&mut self, mut link: Link) -> Parting {
        self.upto = u64::MAX;
        self.heard = Instant::now();
        if let Some(pending) = &mut self.pending {
            // Its result is unknown: the same again.
            pending.busy = true;
            pending.returns = true;
            pending.until = Instant::now();
        }
        loop {
            if self.is_done() {
                return Parting::Done;
            }
            let until = self.pending.as_ref().map_or(self.due, |pending| pending.until);
            tokio::select! {
                heard = link.hear() => match heard {
                    Received::Text(text) => {
                        self.heard = Instant::now();
                        if let Err(broken) = self.hear(&text) {
                            self.arena.tally().broken(broken);
                            return Parting::Broken;
                        }
                    }
                    Received::End(_) => return Parting::Broken,
                },
                () = sleep_until(until) => {
                    if !self.step(&mut link).await {
                        return Parting::Broken;
                    }
                }
            }
        }
    }

    fn is_done(&self) -> bool {
        if self.pending.is_some() {
            return false;
        }
        let Some(over) = self.over else { return self.arena.is_closing() };
        self.next.is_some()
            || self.declined
            || !self.table.rematches
            || over.elapsed() > REMATCH
            || self.arena.is_closing()
    }

    /// Acts when it has thought.
    fn think(&mut self) {
        self.later(self.arena.think());
    }

    fn later(&mut self, (least, most): (u64, u64)) {
        // Both are sent it at once, but not read at once.
        let span = usize::try_from(most.saturating_sub(least)).unwrap_or(0) + 1;
        let millis = least + u64::try_from(self.dice.below(span)).unwrap_or(0);
        self.due = Instant::now() + Duration::from_millis(millis);
    }

    fn one_in(&mut self, number: usize) -> bool {
        self.dice.below(number) == 0
    }

    /// Does the due action; false if the connection is gone.
    async fn step(&mut self, link: &mut Link) -> bool {
        if let Some(pending) = &mut self.pending {
            if !pending.busy {
                // The answer does not come: perhaps it never will.
                return false;
            }
            pending.busy = false;
            pending.until = Instant::now() + ANSWER;
            pending.sent.times += 1;
            let frame = pending.sent.frame();
            let opened = self.arena.opened().filter(|_| std::mem::take(&mut pending.returns));
            // Who sent it to the server before this one has come back to this one now.
            let opened = opened.filter(|opened| pending.sent.at < *opened);
            let returning = opened.map_or(0, |opened| now().saturating_sub(opened));
            self.table.ledger().send_again(self.side, &pending.sent.id, returning);
            self.arena.tally().again.one();
            return link.send_text(&frame).await;
        }
        if self.heard.elapsed() > QUIET.1 {
            return false;
        }
        self.later((40, 120));
        if self.heard.elapsed() > QUIET.0 {
            return link.send_text(r#"{"type":"ping","t":1}"#).await;
        }
        if self.seq < self.upto {
            return true;
        }
        match self.choose() {
            None => true,
            Some(attempt) => {
                let sent = self.table.send(self.side, attempt, self.seq);
                let frame = sent.frame();
                let until = Instant::now() + ANSWER;
                self.pending = Some(Pending { sent, until, busy: false, returns: false });
                link.send_text(&frame).await
            }
        }
    }

    /// The next thing to do, if any.
    fn choose(&mut self) -> Option<Attempt> {
        if self.over.is_some() {
            return self.choose_rematch();
        }
        let opponent = self.side.other();
        let noise = self.arena.manner().noise;
        let by_opponent = |what: &str| self.offers.get(what) == Some(&opponent);
        for what in ["draw", "takeback", "impasse"] {
            if by_opponent(what) {
                return match self.dice.below(6) {
                    0 => Some(Attempt::Offer { what, answer: "accept" }),
                    1 | 2 => Some(Attempt::Offer { what, answer: "decline" }),
                    _ => self.choose_action(),
                };
            }
        }
        if self.dice.below(1_000) >= noise {
            return self.choose_action();
        }
        match self.dice.below(12) {
            0 => Some(Attempt::Offer { what: "draw", answer: "offer" }),
            1..=3 => Some(Attempt::Offer { what: "takeback", answer: "offer" }),
            // Where it is a declaration, a wrong one gives the game up.
            4 if self.game.ply() > 10 => Some(Attempt::Offer { what: "impasse", answer: "offer" }),
            5 if self.game.ply() > 10 && self.one_in(3) => Some(Attempt::Resign),
            6 => Some(Attempt::Nonsense { ply: self.game.ply() }),
            7 => {
                let own = |what: &&str| self.offers.get(*what) == Some(&self.side);
                let what = ["draw", "takeback", "impasse"].into_iter().find(own)?;
                Some(Attempt::Offer { what, answer: "withdraw" })
            }
            _ => {
                let number = self.dice.below(1_000_000);
                Some(Attempt::Say { text: format!("{} says 棋 {number}", self.side) })
            }
        }
    }

    fn choose_action(&mut self) -> Option<Attempt> {
        if self.game.outcome().is_some() || self.game.to_act() != self.side {
            return None;
        }
        let legal = self.game.legal();
        let action = self.dice.pick(&legal).clone();
        Some(Attempt::Play { ply: self.game.ply(), action })
    }

    fn choose_rematch(&mut self) -> Option<Attempt> {
        let what = "rematch";
        match (self.offers.get(what), self.side) {
            (Some(by), side) if *by != side => {
                let declines = self.one_in(8);
                let answer = if declines { "decline" } else { "accept" };
                Some(Attempt::Offer { what, answer })
            }
            (None, Side::First) => Some(Attempt::Offer { what, answer: "offer" }),
            (Some(_), _) | (None, Side::Second) => None,
        }
    }

    /// Applies a message of the server; an error is a broken promise.
    fn hear(&mut self, text: &str) -> Result<(), String> {
        let message: Value =
            serde_json::from_str(text).map_err(|error| format!("{error}: {text}"))?;
        match message["type"].as_str() {
            Some("welcome") => self.welcome(&message),
            Some("snapshot") => self.snapshot(&message),
            Some("event") => self.event(&message, text),
            Some("ack") => self.ack(&message),
            Some("nack") => self.nack(&message),
            Some("pong") => Ok(()),
            _ => Err(format!("not of the protocol: {text}")),
        }
    }

    fn welcome(&mut self, message: &Value) -> Result<(), String> {
        // Another holder: the last one may not have received what is unanswered.
        if let Some(pending) = self.pending.as_mut().filter(|_| self.upto != u64::MAX) {
            pending.busy = true;
            pending.until = Instant::now();
        }
        self.upto = message["seq"].as_u64().unwrap_or(0);
        if message["seat"] == self.side.as_str() {
            Ok(())
        } else {
            Err(format!("{} is greeted with {message}", self.side))
        }
    }

    fn snapshot(&mut self, message: &Value) -> Result<(), String> {
        let text = |key: &str| message[key].as_str();
        let options: Options = message["options"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(key, value)| (key.as_str(), value.as_str().unwrap_or_default()))
            .collect();
        let game = AnyGame::new(
            text("game").unwrap_or_default(),
            text("ruleset"),
            &options,
            text("start"),
        );
        self.game = game.map_err(|error| format!("{error}: {message}"))?;
        for action in message["moves"].as_array().into_iter().flatten() {
            let action = action.as_str().unwrap_or_default();
            self.game.play(action).map_err(|refused| format!("{}: {message}", refused.rule))?;
        }
        self.check_hash(message)?;
        self.seq = message["seq"].as_u64().unwrap_or(0);
        self.offers.clear();
        for (what, by) in message["offers"].as_object().into_iter().flatten() {
            if let Some(by) = by.as_str().and_then(|by| by.parse().ok()) {
                self.offers.insert(what.clone(), by);
            }
        }
        if text("state") == Some("over") {
            self.table.ledger().over(self.seq);
            self.note_over();
        }
        self.next = text("rematch").map(str::to_owned);
        self.think();
        Ok(())
    }

    fn note_over(&mut self) {
        self.over.get_or_insert_with(Instant::now);
        self.table.over.store(true, Ordering::Relaxed);
        self.table.within_turn.store(false, Ordering::Relaxed);
    }

    fn check_hash(&self, message: &Value) -> Result<(), String> {
        if message["hash"] == hash(&self.game) {
            Ok(())
        } else {
            Err(format!("{} has hash {}: {message}", self.side, hash(&self.game)))
        }
    }

    fn event(&mut self, event: &Value, text: &str) -> Result<(), String> {
        let seq = event["seq"].as_u64().unwrap_or(0);
        if seq != self.seq + 1 {
            return Err(format!("after {} comes {text}", self.seq));
        }
        self.seq = seq;
        if self.table.ledger().receive(seq, text, event)? {
            self.arena.tally().compared.one();
        }
        let by: Option<Side> = event["by"].as_str().and_then(|by| by.parse().ok());
        match event["kind"].as_str() {
            Some("moved") => self.moved(event)?,
            Some("taken_back") => {
                let ply = usize::try_from(event["ply"].as_u64().unwrap_or(0)).unwrap_or(0);
                self.game.truncate(ply);
                self.check_hash(event)?;
                self.offers.remove("takeback");
                self.think();
            }
            Some("offered") => {
                if let (Some(what), Some(by)) = (event["offer"].as_str(), by) {
                    self.offers.insert(what.to_owned(), by);
                }
            }
            Some("declined" | "withdrawn") => {
                self.offers.remove(event["offer"].as_str().unwrap_or_default());
                self.declined |= event["offer"] == "rematch";
            }
            // Players resign and declare late and abort never, so the opponent left because of the
            // server.
            Some("left") => return Err(format!("nobody was slow: {text}")),
            Some("ended") => {
                if ["timeout", "abandonment", "no_start"]
                    .iter()
                    .any(|late| event["reason"] == *late)
                {
                    return Err(format!("nobody was slow: {text}"));
                }
                self.offers.clear();
                self.note_over();
            }
            Some("credited") if self.side == Side::First => {
                self.arena.tally().credited.add(event["credit"].as_u64().unwrap_or(0));
            }
            Some("rematched") => self.next = event["match"].as_str().map(str::to_owned),
            _ => {}
        }
        Ok(())
    }

    fn moved(&mut self, event: &Value) -> Result<(), String> {
        let action = event["move"].as_str().unwrap_or_default();
        let ply = self.game.ply();
        if event["ply"] != ply {
            return Err(format!("ply {ply} expected: {event}"));
        }
        let by = self.game.to_act();
        self.game.play(action).map_err(|refused| format!("{}: {event}", refused.rule))?;
        self.check_hash(event)?;
        let sent = self.table.ledger().sent_at(by, ply, action);
        if by != self.side
            && self.seq > self.upto
            && let Some(sent) = sent
        {
            self.arena.tally().delivered.record(sent.elapsed());
        }
        let again = self.game.outcome().is_none() && self.game.to_act() == by;
        self.table.within_turn.store(again, Ordering::Relaxed);
        for what in ["draw", "impasse"] {
            if self.offers.get(what) == Some(&by.other()) {
                self.offers.remove(what);
            }
        }
        self.offers.remove("takeback");
        if self.game.to_act() == self.side {
            self.think();
            // Counted from the last action, so that the pace of a table is that of its players.
            let spent = sent.map_or(Duration::ZERO, |sent| sent.elapsed());
            self.due = self.due.checked_sub(spent).unwrap_or(self.due);
        }
        Ok(())
    }

    fn ack(&mut self, message: &Value) -> Result<(), String> {
        let id = message["id"].as_str().unwrap_or_default();
        let seq = message["seq"].as_u64().unwrap_or(0);
        let news = self.table.ledger().done(self.side, id, seq)?;
        let tally = self.arena.tally();
        let Some(pending) = self.pending.take_if(|pending| pending.sent.id == id) else {
            return Ok(());
        };
        if pending.sent.times > 1 && seq <= self.upto {
            tally.done_before.one();
        }
        if !news {
            return Ok(());
        }
        self.table.acknowledged.one();
        if let Attempt::Play { .. } = pending.sent.attempt {
            tally.moves.one();
            if pending.sent.times == 1 {
                tally.acknowledged.record(pending.sent.instant.elapsed());
            }
        } else {
            tally.others.one();
        }
        Ok(())
    }

    fn nack(&mut self, message: &Value) -> Result<(), String> {
        let tally = self.arena.tally();
        let Some(mut pending) = self.pending.take_if(|pending| message["id"] == pending.sent.id)
        else {
            return Ok(());
        };
        let code = message["code"].as_str().unwrap_or_default();
        match code {
            "busy" => {
                tally.busy.one();
                if !self.arena.manner().abandons || !self.one_in(3) {
                    let again = 20 + u64::try_from(self.dice.below(120)).unwrap_or(0);
                    pending.until = Instant::now() + Duration::from_millis(again);
                    pending.busy = true;
                    self.pending = Some(pending);
                    return Ok(());
                }
                tally.abandoned.one();
            }
            "rate" => tally.rate.one(),
            _ => tally.refused.one(),
        }
        let sent = &pending.sent;
        let expected: &[&str] = match sent.attempt {
            // The ply may have come again, with another position: a player who agrees to take back
            // receives the acknowledgement before the event, and may act in between.
            Attempt::Play { .. } if self.table.ledger().taken_back_since(sent.seen) => {
                &["busy", "stale", "not_your_turn", "over", "illegal"]
            }
            Attempt::Play { .. } => &["busy", "stale", "not_your_turn", "over"],
            Attempt::Say { .. } => &["busy", "rate"],
            Attempt::Offer { .. } => &["busy", "rate", "not_allowed", "over", "illegal"],
            Attempt::Resign => &["busy", "rate", "over"],
            Attempt::Nonsense { .. } => {
                &["busy", "rate", "illegal", "stale", "not_your_turn", "over"]
            }
        };
        if !expected.contains(&code) {
            return Err(format!("{sent:?} is refused: {message}"));
        }
        self.table.ledger().refused(self.side, &sent.id, code)
    }
}
