//! Everything the players of a match have received and sent, against which the server is held.

use super::now;
use super::replay::{self, Turns};
use super::tally::Tally;
use e2e::{Guest, Setup};
use engine::{BySide, Side};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The request of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Attempt {
    /// An action.
    Play { ply: usize, action: String },
    /// A chat line.
    Say { text: String },
    /// Something about an offer: its name and `offer`, `accept` or `decline`.
    Offer { what: &'static str, answer: &'static str },
    /// To give up.
    Resign,
    /// A command that no rule allows, to see it refused.
    Nonsense { ply: usize },
}

/// The result of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fate {
    /// No answer has come.
    Open,
    /// It was done as the event of this number.
    Done(u64),
    /// It was refused, and was not sent again.
    Refused(String),
}

/// A command that was sent.
#[derive(Debug, Clone)]
pub(crate) struct Sent {
    pub(crate) id: String,
    pub(crate) attempt: Attempt,
    /// When it was first sent, in milliseconds since 1970.
    pub(crate) at: u64,
    /// The same, to measure with.
    pub(crate) instant: Instant,
    /// The last event that its player knew then.
    pub(crate) seen: u64,
    /// How often it was sent.
    pub(crate) times: u32,
    /// How long its player took to come back to servers that had been away, in milliseconds.
    pub(crate) returning: u64,
    pub(crate) fate: Fate,
}

impl Sent {
    /// The frame, which is the same however often it is sent.
    pub(crate) fn frame(&self) -> String {
        let id = &self.id;
        match &self.attempt {
            Attempt::Play { ply, action } => {
                json!({"type": "play", "id": id, "ply": ply, "move": action})
            }
            Attempt::Say { text } => json!({"type": "chat", "id": id, "text": text}),
            Attempt::Offer { what, answer } => json!({"type": what, "id": id, "answer": answer}),
            Attempt::Resign => json!({"type": "resign", "id": id}),
            Attempt::Nonsense { ply } => {
                json!({"type": "play", "id": id, "ply": ply, "move": "nonsense"})
            }
        }
        .to_string()
    }

    /// Whether an event is what this command does.
    fn made(&self, side: Side, event: &Value) -> bool {
        let by = event["by"] == side.as_str();
        let kind = event["kind"].as_str().unwrap_or_default();
        match &self.attempt {
            Attempt::Play { ply, action } => {
                kind == "moved" && by && event["ply"] == *ply && event["move"] == action.as_str()
            }
            Attempt::Say { text } => kind == "chat" && by && event["text"] == text.as_str(),
            Attempt::Resign => kind == "ended",
            Attempt::Offer { answer: "decline", .. } => kind == "declined" && by,
            Attempt::Offer { answer: "withdraw", .. } => kind == "withdrawn" && by,
            // To offer the same as the other player is to accept.
            Attempt::Offer { .. } => {
                kind == "offered" && by || ["taken_back", "ended", "rematched"].contains(&kind)
            }
            Attempt::Nonsense { .. } => false,
        }
    }
}

/// Everything the players of a match have received and sent.
#[derive(Debug, Clone)]
pub(crate) struct Ledger {
    pub(crate) id: String,
    pub(crate) setup: Setup,
    pub(crate) guests: BySide<Guest>,
    /// Every event that a client has received, up to the end.
    received: BTreeMap<u64, String>,
    /// When each of these was first received, in milliseconds since 1970.
    arrived: BTreeMap<u64, u64>,
    sent: BySide<Vec<Sent>>,
    /// The number of the event that ended it, or a later one, if a client received it. Events after
    /// the end are in the memory of a server alone.
    end: Option<u64>,
}

impl Ledger {
    pub(crate) fn new(id: String, setup: Setup, guests: BySide<Guest>) -> Self {
        Self {
            id,
            setup,
            guests,
            received: BTreeMap::new(),
            arrived: BTreeMap::new(),
            sent: BySide { first: Vec::new(), second: Vec::new() },
            end: None,
        }
    }

    pub(crate) fn sent(&self, side: Side) -> &[Sent] {
        &self.sent[side]
    }

    fn context(&self) -> String {
        format!("match {} ({})", self.id, self.setup)
    }

    /// Notes an event that a client received.
    pub(crate) fn receive(&mut self, seq: u64, text: &str, event: &Value) -> Result<bool, String> {
        // Events after the end are not stored in the journal, and may come twice.
        if self.end.is_some_and(|end| seq > end) {
            return Ok(false);
        }
        if event["kind"] == "ended" {
            self.end = Some(seq);
        }
        match self.received.get(&seq) {
            Some(known) if known == text => Ok(true),
            Some(known) => Err(format!("{}: received {known} and later {text}", self.context())),
            None => {
                self.received.insert(seq, text.to_owned());
                self.arrived.insert(seq, now());
                Ok(false)
            }
        }
    }

    /// Whether a client knows of a takeback after the event of this number.
    pub(crate) fn taken_back_since(&self, seq: u64) -> bool {
        let mut later = self.received.range(seq + 1..).map(|(_, text)| text);
        later.any(|text| text.contains(r#""kind":"taken_back""#))
    }

    /// Notes that a snapshot of this number showed the match to be over.
    pub(crate) fn over(&mut self, seq: u64) {
        self.end.get_or_insert(seq);
    }

    /// Notes a new command of `side`, who knows the events up to `seen`, and gives it back.
    pub(crate) fn send(&mut self, side: Side, attempt: Attempt, now: u64, seen: u64) -> Sent {
        let number = self.sent[side].len();
        let sent = Sent {
            id: format!("{}{number}", if side == Side::First { 'a' } else { 'b' }),
            attempt,
            at: now,
            instant: Instant::now(),
            seen,
            times: 1,
            returning: 0,
            fate: Fate::Open,
        };
        self.sent[side].push(sent.clone());
        sent
    }

    /// Notes that a command was sent once more, by a player who took so long to come back.
    pub(crate) fn send_again(&mut self, side: Side, id: &str, returning: u64) {
        if let Some(sent) = self.find(side, id) {
            sent.times += 1;
            sent.returning += returning;
        }
    }

    fn find(&mut self, side: Side, id: &str) -> Option<&mut Sent> {
        self.sent[side].iter_mut().rev().find(|sent| sent.id == id)
    }

    /// Notes that a command was acknowledged; true if that is news.
    pub(crate) fn done(&mut self, side: Side, id: &str, seq: u64) -> Result<bool, String> {
        let (context, end) = (self.context(), self.end);
        let Some(sent) = self.find(side, id) else {
            return Err(format!("{context}: {id} was acknowledged and never sent"));
        };
        match &sent.fate {
            Fate::Open => {
                sent.fate = Fate::Done(seq);
                Ok(true)
            }
            Fate::Done(known) if *known == seq => Ok(false),
            // The server that knew it may be gone.
            Fate::Done(known) if end.is_some_and(|end| seq.min(*known) > end) => Ok(false),
            _ => Err(format!("{context}, which ended by {end:?}: done as {seq} is now {sent:?}")),
        }
    }

    /// Notes that a command was refused for good.
    pub(crate) fn refused(&mut self, side: Side, id: &str, code: &str) -> Result<(), String> {
        let (context, end) = (self.context(), self.end);
        let Some(sent) = self.find(side, id) else {
            return Err(format!("{context}: {id} was refused and never sent"));
        };
        match (&sent.fate, code) {
            // Of a match that is over only the latest commands are remembered.
            (Fate::Done(_), "over" | "busy" | "rate" | "not_allowed") => Ok(()),
            (Fate::Done(seq), _) if end.is_none() => {
                Err(format!("{context}: {id} was done as {seq} and then refused with {code}"))
            }
            (Fate::Done(_), _) => Ok(()),
            (Fate::Open | Fate::Refused(_), _) => {
                sent.fate = Fate::Refused(code.to_owned());
                Ok(())
            }
        }
    }

    /// When a command to play `action` at `ply` was sent, if it was sent once only.
    pub(crate) fn sent_at(&self, side: Side, ply: usize, action: &str) -> Option<Instant> {
        let attempt = Attempt::Play { ply, action: action.to_owned() };
        let sent = self.sent[side].iter().rev().find(|sent| sent.attempt == attempt)?;
        (sent.times == 1).then_some(sent.instant)
    }

    /// The last number that a client knows.
    fn last(&self) -> u64 {
        let received = self.received.keys().next_back().copied().unwrap_or(0);
        let done = Side::ALL.into_iter().flat_map(|side| &self.sent[side]);
        let done = done.filter_map(|sent| match sent.fate {
            Fate::Done(seq) => Some(seq),
            Fate::Open | Fate::Refused(_) => None,
        });
        done.filter(|seq| self.end.is_none_or(|end| *seq <= end)).fold(received, u64::max)
    }

    /// Compares a journal with the received and sent messages: all of it is there, once and in order,
    /// and nothing that was refused. The journal may know more than this ledger, which was
    /// copied before it was asked for.
    pub(crate) fn check_journal(&self, journal: &[&str]) -> Result<(), String> {
        let context = self.context();
        let mut events = Vec::with_capacity(journal.len());
        for (index, text) in journal.iter().enumerate() {
            let event: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
            let expected = u64::try_from(index + 1).unwrap_or(u64::MAX);
            if event["seq"] != expected {
                return Err(format!("{context}: {expected} is missing before {text}"));
            }
            events.push(event);
        }
        let last = self.last();
        if usize::try_from(last).unwrap_or(usize::MAX) > events.len() {
            return Err(format!("{context}: lost from {} to {last}", events.len() + 1));
        }
        for (seq, received) in &self.received {
            let there = usize::try_from(*seq - 1).ok().and_then(|index| journal.get(index));
            if there != Some(&received.as_str()) {
                return Err(format!("{context}: received {received}, journal has {there:?}"));
            }
        }
        self.check_events(&events, last)?;
        replay::check_positions(&self.setup, &events).map_err(|error| format!("{context}: {error}"))
    }

    /// The number of events from the first on that agree with the received ones.
    pub(crate) fn agrees_with(&self, journal: &[String]) -> usize {
        let received = |seq: u64| self.received.get(&seq);
        let agree = (1..)
            .zip(journal)
            .take_while(|(seq, line)| received(*seq).is_none_or(|received| received == *line));
        agree.count()
    }

    /// Every command done is an event, and every event that a command makes was not refused.
    fn check_events(&self, events: &[Value], last: u64) -> Result<(), String> {
        let context = self.context();
        let at = |seq: u64| usize::try_from(seq).ok()?.checked_sub(1).and_then(|i| events.get(i));
        for side in Side::ALL {
            for sent in &self.sent[side] {
                let Fate::Done(seq) = sent.fate else { continue };
                if self.end.is_some_and(|end| seq > end) {
                    continue;
                }
                if !at(seq).is_some_and(|event| sent.made(side, event)) {
                    let event = at(seq);
                    return Err(format!("{context}: {sent:?} of {side} is event {event:?}"));
                }
            }
        }
        for event in events {
            let Some(seq) = event["seq"].as_u64().filter(|seq| *seq <= last) else { continue };
            let Some(side) = event["by"].as_str().and_then(|by| by.parse::<Side>().ok()) else {
                continue;
            };
            if !["moved", "chat"].contains(&event["kind"].as_str().unwrap_or_default()) {
                continue;
            }
            let meant = self.sent[side].iter().any(|sent| {
                let fate = match sent.fate {
                    Fate::Done(done) => done == seq,
                    Fate::Open => true,
                    Fate::Refused(_) => false,
                };
                fate && sent.made(side, event)
            });
            if !meant {
                return Err(format!("{context}: nobody's command, or one refused: {event}"));
            }
        }
        Ok(())
    }

    /// Compares a game of the archive with the received and sent messages.
    pub(crate) fn check_archive(&self, stored: &Value) -> Result<(), String> {
        let context = self.context();
        let mut moves: Vec<String> = Vec::new();
        let mut known: BTreeMap<u64, Value> = BTreeMap::new();
        for side in Side::ALL {
            for sent in &self.sent[side] {
                if let (Fate::Done(seq), Attempt::Play { ply, action }) =
                    (&sent.fate, &sent.attempt)
                {
                    let event = json!({"kind": "moved", "ply": ply, "move": action});
                    known.insert(*seq, event);
                }
            }
        }
        for (seq, text) in &self.received {
            let event = serde_json::from_str(text).map_err(|error| error.to_string())?;
            known.insert(*seq, event);
        }
        for event in known.values() {
            let ply = usize::try_from(event["ply"].as_u64().unwrap_or(0)).unwrap_or(0);
            match event["kind"].as_str() {
                Some("moved") if ply == moves.len() => {
                    moves.push(event["move"].as_str().unwrap_or_default().to_owned());
                }
                Some("moved") => return Err(format!("{context}: out of order: {event}")),
                Some("left") => moves.clear(),
                Some("taken_back") => moves.truncate(ply),
                _ => {}
            }
        }
        if stored["moves"] != json!(moves) {
            let stored = stored["moves"].as_array().map(Vec::as_slice).unwrap_or_default();
            let same = stored.iter().zip(&moves).take_while(|(stored, played)| *stored == *played);
            let same = same.count();
            return Err(format!(
                "{context}: after {same} actions {:?} is stored and {:?} was played; {}",
                &stored[same..],
                &moves[same..],
                self.latest()
            ));
        }
        replay::check_stored(stored).map_err(|error| format!("{context}: {error}"))
    }

    /// The latest received and sent messages, to see the cause of a failure.
    fn latest(&self) -> String {
        const LATEST: usize = 6;
        let received: Vec<&String> = self.received.values().rev().take(LATEST).collect();
        let sent = Side::ALL.map(|side| {
            let commands = self.sent[side].iter().rev().take(LATEST);
            commands
                .map(|sent| (&sent.id, &sent.attempt, sent.times, &sent.fate))
                .collect::<Vec<_>>()
        });
        format!("last received {received:?}, last sent {sent:?}, end {:?}", self.end)
    }

    /// Notes by how much each action was charged for more than its player had thought, and
    /// holds the clocks to their arithmetic.
    pub(crate) fn check_clocks(&self, tally: &Tally, slack: Duration) -> Result<(), String> {
        let context = self.context();
        let mut turns = Turns::default();
        for (seq, text) in &self.received {
            let mut event: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
            // The clock of a server may be ahead of this program's, by which its players think.
            if let (Some(at), Some(arrived)) = (event["at"].as_u64(), self.arrived.get(seq)) {
                event["at"] = at.min(*arrived).into();
            }
            let Some(charged) =
                turns.take(&event).map_err(|error| format!("{context}: {error}"))?
            else {
                continue;
            };
            let done = Fate::Done(*seq);
            let sent = self.sent[charged.side].iter().find(|sent| sent.fate == done);
            let Some(sent) = sent else { continue };
            let thought = sent.at.saturating_sub(charged.since) + sent.returning;
            let beyond = Duration::from_millis(charged.time.saturating_sub(thought));
            tally.overcharged.record(beyond);
            if beyond > slack {
                return Err(format!(
                    "{context}: charged {} ms for {thought} ms of thinking, sent {} times since {}: {text}",
                    charged.time, sent.times, sent.at
                ));
            }
        }
        Ok(())
    }
}
