//! Many matches between bots, on a server that may be killed, cut off or separated from its
//! database, and the check that nothing was lost.

mod computer;
mod ledger;
mod link;
mod planned;
mod player;
pub(crate) mod replay;
mod standing;
mod tab;
mod table;
mod tally;

pub(crate) use link::{Link, NoLink, Received, Way, reach};
pub(crate) use table::Table;
pub(crate) use tally::{Count, Spans, Tally};

use computer::ComputerTable;

use e2e::{Answer, Dice, Guest, Request, Setup, setups};
use engine::{BySide, Side};
use futures_util::future::join_all;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;

/// How the bots behave.
#[derive(Debug, Clone)]
pub(crate) struct Manner {
    /// How many matches are played at a time.
    pub(crate) tables: usize,
    /// The games that are played; all if there are none.
    pub(crate) games: &'static [&'static str],
    /// How long a bot thinks, in milliseconds: at least, and at most; until set otherwise.
    pub(crate) think: (u64, u64),
    /// How many of a thousand decisions are something else than an action.
    pub(crate) noise: usize,
    /// The number of matches against a computer player.
    pub(crate) computer: usize,
    /// The number of correspondence games that are played by conditional moves.
    pub(crate) planned: usize,
    /// At how many tables the clock is made to stand, by pauses and vacations.
    pub(crate) standing: usize,
    /// Whether commands answered `busy` are sometimes given up.
    pub(crate) abandons: bool,
    /// Whether every player has a second tab that sends old frames.
    pub(crate) tabs: bool,
    /// How the bots connect.
    pub(crate) way: Way,
    /// How much an action may be charged beyond its player's thinking, for the network and
    /// for coming back.
    pub(crate) slack: Duration,
}

impl Default for Manner {
    fn default() -> Self {
        Self {
            tables: 16,
            games: &[],
            think: (0, 40),
            noise: 60,
            computer: 0,
            planned: 0,
            standing: 0,
            abandons: false,
            tabs: false,
            way: Way::default(),
            slack: Duration::from_secs(2),
        }
    }
}

/// How many finished matches are looked at again after each start.
const REMEMBERED: usize = 40;

/// How long an answer by HTTP may take.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// The server of the bots.
#[derive(Debug)]
pub(crate) struct Arena {
    manner: Manner,
    seed: u64,
    setups: Vec<Setup>,
    address: watch::Sender<Option<SocketAddr>>,
    /// When the present server was first to be had, in milliseconds since 1970.
    opened: AtomicU64,
    closing: AtomicBool,
    /// How long the bots think by now.
    think: (AtomicU64, AtomicU64),
    tally: Tally,
    tables: Vec<Mutex<Option<Arc<Table>>>>,
    computer: Vec<ComputerTable>,
    finished: Mutex<VecDeque<Arc<Table>>>,
}

/// The state at a moment.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Glance {
    /// Matches inside a chain, or with removals owed.
    pub(crate) within_turn: u64,
    /// Matches between their end and a rematch.
    pub(crate) rematching: u64,
}

/// Milliseconds since 1970.
pub(crate) fn now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(now.as_millis()).unwrap_or(u64::MAX)
}

/// Whether the same request may be answered otherwise in a moment.
fn must_wait(answer: &Answer) -> bool {
    match answer.status.as_u16() {
        429 | 503 => true,
        409 => answer.json()["code"] == "too_many_open",
        _ => false,
    }
}

async fn wait(millis: u64) {
    tokio::time::sleep(Duration::from_millis(millis)).await;
}

impl Arena {
    /// Opens the arena: bots come as soon as there is an address.
    pub(crate) fn open(manner: Manner, seed: u64) -> (Arc<Self>, JoinSet<()>) {
        let tables = (0..manner.tables).map(|_| Mutex::default()).collect();
        let computer = (0..manner.computer).map(|_| ComputerTable::default()).collect();
        let arena = Arc::new(Self {
            setups: setups()
                .into_iter()
                .filter(|setup| manner.games.is_empty() || manner.games.contains(&setup.game))
                .collect(),
            think: (manner.think.0.into(), manner.think.1.into()),
            manner,
            seed,
            address: watch::Sender::new(None),
            opened: AtomicU64::new(0),
            closing: AtomicBool::new(false),
            tally: Tally::default(),
            tables,
            computer,
            finished: Mutex::default(),
        });
        let mut tasks = JoinSet::new();
        for number in 0..arena.tables.len() {
            let arena = Arc::clone(&arena);
            tasks.spawn(async move { arena.serve(number).await });
        }
        for number in 0..arena.computer.len() {
            let arena = Arc::clone(&arena);
            tasks.spawn(async move { arena.serve_computer(number, &arena.computer[number]).await });
        }
        for number in 0..arena.manner.planned {
            let arena = Arc::clone(&arena);
            tasks.spawn(async move { arena.serve_planned(number).await });
        }
        for number in 0..arena.manner.standing {
            let arena = Arc::clone(&arena);
            tasks.spawn(async move { arena.serve_standing(number).await });
        }
        (arena, tasks)
    }

    pub(crate) const fn manner(&self) -> &Manner {
        &self.manner
    }

    /// How long a bot thinks, in milliseconds: at least, and at most.
    pub(crate) fn think(&self) -> (u64, u64) {
        (self.think.0.load(Ordering::Relaxed), self.think.1.load(Ordering::Relaxed))
    }

    /// Lets the bots think for another while from now on.
    pub(crate) fn set_think(&self, (least, most): (u64, u64)) {
        self.think.0.store(least, Ordering::Relaxed);
        self.think.1.store(most.max(least), Ordering::Relaxed);
    }

    pub(crate) const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Gives the bots the address of the server, or that there is none.
    pub(crate) fn lead_to(&self, address: Option<SocketAddr>) {
        self.opened.store(now(), Ordering::Relaxed);
        self.address.send_replace(address);
    }

    /// When the present server was first to be had, if there was one.
    fn opened(&self) -> Option<u64> {
        Some(self.opened.load(Ordering::Relaxed)).filter(|at| *at > 0)
    }

    fn address_now(&self) -> Option<SocketAddr> {
        *self.address.borrow()
    }

    /// The address of the server, as soon as there is one; nothing if the arena is torn down.
    async fn address(&self) -> Option<SocketAddr> {
        let mut address = self.address.subscribe();
        let found = address.wait_for(Option::is_some).await.ok()?;
        *found
    }

    fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// Lets the bots finish their current action, and waits for them.
    pub(crate) async fn close(&self, mut tasks: JoinSet<()>) {
        self.closing.store(true, Ordering::Relaxed);
        let gone = async {
            while let Some(ended) = tasks.join_next().await {
                if let Err(error) = ended {
                    self.tally.broken(format!("a bot failed: {error}"));
                }
            }
        };
        if timeout(Duration::from_secs(30), gone).await.is_err() {
            self.tally.broken("some bots still wait for an answer after 30 s".to_owned());
        }
    }

    /// One match after the other.
    async fn serve(&self, number: usize) {
        let mut dice = Dice::new(self.seed.wrapping_mul(1_000).wrapping_add(number as u64));
        let guests = BySide { first: self.guest().await, second: self.guest().await };
        // Each table begins with another game, so that all are played however short it is.
        let mut setup = self.setups[number * self.setups.len() / self.tables.len()].clone();
        while !self.is_closing() {
            let clock = json!({"kind": "fischer", "initial": 300, "increment": 1});
            let Some(id) = self.make(&setup, &guests, &clock).await else { continue };
            let mut table = Arc::new(Table::new(id, setup, guests.clone(), dice.below(2) == 0));
            loop {
                self.tally.begun.one();
                *self.slot(number) = Some(Arc::clone(&table));
                let next = table.play(self, &mut dice).await;
                if table.is_over() {
                    self.check_finished(&table).await;
                }
                let (Some(next), false) = (next, self.is_closing()) else { break };
                self.tally.rematches.one();
                let ledger = table.ledger().clone();
                let guests = BySide { first: ledger.guests.second, second: ledger.guests.first };
                table = Arc::new(Table::new(next, ledger.setup, guests, dice.below(2) == 0));
            }
            setup = dice.pick(&self.setups).clone();
        }
    }

    fn slot(&self, number: usize) -> MutexGuard<'_, Option<Arc<Table>>> {
        self.tables[number].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The matches being played.
    pub(crate) fn tables(&self) -> Vec<Arc<Table>> {
        (0..self.tables.len()).filter_map(|number| self.slot(number).clone()).collect()
    }

    /// The current state.
    pub(crate) fn glance(&self) -> Glance {
        let mut glance = Glance::default();
        for table in self.tables() {
            glance.within_turn += u64::from(table.within_turn.load(Ordering::Relaxed));
            glance.rematching += u64::from(table.is_over() && table.rematches);
        }
        glance
    }

    /// Asks until there is an answer that is neither `busy`, `rate` nor `too_many_open`: an address
    /// has a few open matches at a time, until they are joined.
    pub(crate) async fn ask(&self, make: impl Fn() -> Request) -> Option<Answer> {
        let began = Instant::now();
        // A server may be away for long, but not for ever.
        while began.elapsed() < Duration::from_secs(60) {
            let address = self.address().await?;
            match timeout(ANSWER_TIMEOUT, make().try_send(address)).await {
                Ok(Ok(answer)) if !must_wait(&answer) => return Some(answer),
                Ok(Ok(_)) => wait(100).await,
                Ok(Err(_)) | Err(_) => wait(20).await,
            }
        }
        self.tally.broken("a request was not answered within a minute".to_owned());
        None
    }

    async fn guest(&self) -> Guest {
        let made = self.ask(|| Request::post("/api/guests")).await;
        let made = made.map_or(Value::Null, |made| made.json());
        let text = |key: &str| made[key].as_str().unwrap_or_default().to_owned();
        Guest { id: text("id"), name: text("name"), token: text("token") }
    }

    /// Makes a match and seats both.
    async fn make(&self, setup: &Setup, guests: &BySide<Guest>, clock: &Value) -> Option<String> {
        let mut body = setup.body();
        body["clock"] = clock.clone();
        let made = self.ask(|| Request::post("/api/matches").by(&guests.first).json(&body)).await?;
        if made.status != 201 {
            self.tally.broken(format!("no match was made: {made:?}"));
            return None;
        }
        let id = made.json()["id"].as_str()?.to_owned();
        let join = format!("/api/matches/{id}/join");
        let joined = self.ask(|| Request::post(&join).by(&guests.second)).await?;
        if joined.status != 200 {
            self.tally.broken(format!("an acknowledged room is gone: {joined:?}"));
            return None;
        }
        Some(id)
    }

    /// A match that is over is in the archive as it was played.
    async fn check_finished(&self, table: &Arc<Table>) {
        let ledger = table.ledger().clone();
        self.tally.check(ledger.check_clocks(&self.tally, self.manner.slack));
        let path = format!("/api/archive/{}", ledger.id);
        let Some(stored) = self.ask(|| Request::get(&path)).await else { return };
        if stored.status == 200 {
            self.tally.check(ledger.check_archive(&stored.json()));
            self.tally.finished.one();
        } else {
            self.tally.broken(format!("a finished match is not in the archive: {stored:?}"));
        }
        let mut finished = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
        if finished.len() == REMEMBERED {
            finished.pop_front();
        }
        finished.push_back(Arc::clone(table));
    }

    /// Everything that was acknowledged so far is there, in matches in progress and in those
    /// that ended lately.
    pub(crate) async fn check(&self) {
        let finished: Vec<Arc<Table>> = {
            let finished = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
            finished.iter().cloned().collect()
        };
        join_all(self.tables().iter().chain(&finished).map(|table| self.check_table(table))).await;
    }

    async fn check_table(&self, table: &Table) {
        // Copied before the server is asked: it may know more by then, but not less. Only the
        // ledger of players who had gone already is complete.
        let (left, ledger) = (table.is_left(), table.ledger().clone());
        let path = format!("/api/matches/{}/events", ledger.id);
        // A player sees the players' messages.
        let who = &ledger.guests[Side::First];
        let Some(journal) = self.ask(|| Request::get(&path).by(who)).await else { return };
        match journal.status.as_u16() {
            200 => {
                let lines: Vec<&str> = journal.text().lines().collect();
                self.tally.check(ledger.check_journal(&lines));
                self.tally.check(ledger.check_clocks(&self.tally, self.manner.slack));
            }
            // The journal of a match that is over has become its row in the archive.
            409 => {
                let path = format!("/api/archive/{}", ledger.id);
                let Some(stored) = self.ask(|| Request::get(&path)).await else { return };
                if stored.status != 200 {
                    self.tally.broken(format!("a finished match is gone: {stored:?}"));
                } else if left {
                    self.tally.check(ledger.check_archive(&stored.json()));
                }
            }
            _ => self.tally.broken(format!("match {} is gone: {journal:?}", ledger.id)),
        }
    }

    /// Waits until every live match is in progress again; returns the time it took, or the names
    /// of those that are not.
    pub(crate) async fn resumed(&self, patience: Duration) -> Result<Duration, String> {
        let began = Instant::now();
        let waiting: Vec<(Arc<Table>, u64)> = self
            .tables()
            .into_iter()
            .map(|table| {
                let acknowledged = table.acknowledged.get();
                (table, acknowledged)
            })
            .collect();
        let computer: Vec<(&ComputerTable, u64)> =
            self.computer.iter().map(|table| (table, table.answered.get())).collect();
        loop {
            let stuck = waiting
                .iter()
                .filter(|(table, before)| !table.is_over() && table.acknowledged.get() == *before);
            let mut stuck: Vec<String> =
                stuck.map(|(table, _)| table.ledger().id.clone()).collect();
            let answered = |(table, before): &(&ComputerTable, u64)| {
                table.answered.get() > *before || table.idle.load(Ordering::Relaxed)
            };
            let silent = computer.iter().filter(|one| !answered(one));
            stuck.extend(silent.map(|(table, _)| table.id()));
            if stuck.is_empty() {
                return Ok(began.elapsed());
            }
            if began.elapsed() > patience {
                return Err(format!("{} matches do not go on: {}", stuck.len(), stuck[0]));
            }
            wait(10).await;
        }
    }

    /// Waits until another match has ended and is in the archive.
    pub(crate) async fn ended(&self, patience: Duration) -> Result<(), String> {
        let (began, before) = (Instant::now(), self.tally().finished.get());
        while self.tally().finished.get() == before {
            if began.elapsed() > patience {
                return Err("no match ends".to_owned());
            }
            wait(10).await;
        }
        Ok(())
    }
}
