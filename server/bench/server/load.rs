//! The load on a server: for each match two players with a socket each, who move in turn.
//!
//! A run measures memory per match and per connection, then a saturated round (every move is
//! answered at once) and a paced one (a fixed interval for each match). The delay of a move is the
//! time from sending it to the opponent's socket receiving it. The same load runs against the bare
//! relay, for comparison. Each step has a timeout, so a server that stalls fails the benchmark.

use super::company::Company;
use super::endings::Endings;
use super::games::Script;
use super::logins::Logins;
use super::process::{ServerProcess, Usage};
use super::table::{Room, Seat, Shared, Table, histogram};
use crate::BenchError;
use hdrhistogram::Histogram;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// The time of a round before it is measured.
const WARM_UP: Duration = Duration::from_secs(1);

/// The kind of server under load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    /// The bare relay.
    Relay,
    /// A Yiguan server.
    Yiguan,
}

/// The figures of one server.
#[derive(Debug)]
pub(super) struct Measured {
    /// Bytes of memory per match without connections, measured for a second set of matches; 0 for
    /// the relay, which has none.
    pub(super) match_bytes: u64,
    /// Bytes of memory per idle connection.
    pub(super) connection_bytes: u64,
    /// The round in which every move is answered at once.
    pub(super) saturated: Round,
    /// The rounds at a steady pace: alone, and beside other loads, each with its name.
    pub(super) paced: Vec<(&'static str, Round)>,
    /// Sentences about the other loads.
    pub(super) remarks: Vec<String>,
}

/// The other loads, each beside a paced round of its own; 0 leaves one out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Beside<'a> {
    /// People who play `computer_game` against computer players.
    pub(super) computer: usize,
    /// The game of these people.
    pub(super) computer_game: &'a str,
    /// Clients that log in by password.
    pub(super) logins: usize,
    /// Games that end each second.
    pub(super) endings: u32,
}

/// The figures of one round.
#[derive(Debug)]
pub(super) struct Round {
    /// Moves that reached the opponent.
    pub(super) moves: u64,
    /// How long was measured.
    pub(super) elapsed: Duration,
    /// CPU time of the server.
    pub(super) cpu: Duration,
    /// Microseconds from sending a move until the opponent has received it.
    pub(super) delay: Histogram<u64>,
}

/// The addresses at which the players of a match connect, if there are several servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Placing {
    /// To the server that made the match.
    Together,
    /// To the one after it.
    Apart,
}

impl Round {
    /// Moves in a second.
    pub(super) fn moves_per_second(&self) -> f64 {
        as_f64(self.moves) / self.elapsed.as_secs_f64()
    }

    /// Microseconds of the servers' CPU a move.
    pub(super) fn cpu_per_move(&self) -> f64 {
        self.cpu.as_secs_f64() * 1e6 / as_f64(self.moves.max(1))
    }
}

#[expect(clippy::cast_precision_loss, reason = "figures for people, far below 2^52")]
pub(super) const fn as_f64(number: u64) -> f64 {
    number as f64
}

/// A load on a server, or on several that share a database.
pub(super) struct Load<'a> {
    servers: Vec<&'a ServerProcess>,
    placing: Placing,
    script: Arc<Script>,
    matches: usize,
}

impl<'a> Load<'a> {
    pub(super) fn new(server: &'a ServerProcess, script: Arc<Script>, matches: usize) -> Self {
        Self { servers: vec![server], placing: Placing::Together, script, matches }
    }

    /// A load on several servers, which make the matches in turn.
    pub(super) fn across(
        servers: &'a [ServerProcess],
        placing: Placing,
        script: Arc<Script>,
        matches: usize,
    ) -> Self {
        Self { servers: servers.iter().collect(), placing, script, matches }
    }

    /// Connects all players, then plays a saturated and a paced round, and another paced one beside each
    /// of the other loads.
    pub(super) async fn run(
        &self,
        span: Duration,
        pace: Duration,
        beside: Beside<'_>,
    ) -> Result<Measured, BenchError> {
        // The first set of matches makes the server allocate its buffers once; only the second
        // shows the cost of a match.
        self.rooms().await?;
        let at_rest = self.usage()?;
        let rooms = self.rooms().await?;
        let with_matches = self.usage()?;
        let tables = self.sit(rooms).await?;
        let connected = self.usage()?;
        let per = |bytes: u64, count: usize| bytes / u64::try_from(count.max(1)).unwrap_or(1);
        let grown = |before: Usage, after: Usage| after.memory.saturating_sub(before.memory);
        let (tables, saturated) = self.round(tables, span, Duration::ZERO).await?;
        let (mut tables, alone) = self.round(tables, span, pace).await?;
        let mut paced = vec![("paced", alone)];
        let mut remarks = Vec::new();
        let is_ours = self.target() == Target::Yiguan;
        let round;
        if beside.endings > 0 && is_ours {
            let endings = Endings::prepared(self, beside.endings, WARM_UP + span).await?;
            let endings = endings.begin();
            (tables, round) = self.round(tables, span, pace).await?;
            paced.push(("endings", round));
            let ended = endings.await.map_err(|error| BenchError::Answer(error.to_string()))??;
            remarks.push(format!("{ended} games ended beside the moves."));
        }
        let round;
        if beside.logins > 0 && is_ours {
            let logins = Logins::new(self.servers[0].address(), beside.logins);
            (tables, round) = self.round(tables, span, pace).await?;
            paced.push(("logins", round));
            let verified = logins.end().await?;
            remarks.push(format!("{verified} passwords were verified beside the moves."));
        }
        if beside.computer > 0 && is_ours {
            let company =
                Company::new(self.servers[0].address(), beside.computer_game, beside.computer);
            let (_, round) = self.round(tables, span, pace).await?;
            company.leave().await?;
            paced.push(("computer", round));
        }
        Ok(Measured {
            match_bytes: per(grown(at_rest, with_matches), self.matches),
            connection_bytes: per(grown(with_matches, connected), 2 * self.matches),
            saturated,
            paced,
            remarks,
        })
    }

    /// As many matches as the load has, whose players are not connected yet.
    pub(super) async fn rooms(&self) -> Result<Vec<Room>, BenchError> {
        self.each_match(self.matches, Room::new).await
    }

    /// Connects the players of these matches.
    pub(super) async fn sit(&self, rooms: Vec<Room>) -> Result<Vec<Table>, BenchError> {
        let count = rooms.len();
        let mut rooms = rooms.into_iter();
        self.each_match(count, |seat, _| {
            let room = rooms.next();
            async move {
                match room {
                    Some(room) => room.sit(seat).await,
                    None => Err(BenchError::Answer("too few rooms".to_owned())),
                }
            }
        })
        .await
    }

    /// `count` more matches of connected players, each played to its `moves`-th move.
    pub(super) async fn tables(
        &self,
        count: usize,
        moves: usize,
    ) -> Result<Vec<Table>, BenchError> {
        self.each_match(count, move |seat, script| async move {
            let mut table = Room::new(seat, Arc::clone(&script)).await?.sit(seat).await?;
            let mut frame = String::new();
            while table.ply < moves.min(script.games[table.game].len()) {
                table.move_on(&script, seat.target, &mut frame).await?;
            }
            Ok(table)
        })
        .await
    }

    fn target(&self) -> Target {
        self.servers[0].target()
    }

    /// The CPU time and memory of all servers together.
    fn usage(&self) -> Result<Usage, BenchError> {
        let mut sum = Usage::default();
        for server in &self.servers {
            let one = server.usage()?;
            sum.cpu += one.cpu;
            sum.memory += one.memory;
        }
        Ok(sum)
    }

    fn seat(&self, number: usize) -> Seat {
        let count = self.servers.len();
        let made = number % count;
        let played = match self.placing {
            Placing::Together => made,
            Placing::Apart => (made + 1) % count,
        };
        Seat {
            number,
            target: self.target(),
            made_at: self.servers[made].address(),
            played_at: self.servers[played].address(),
        }
    }

    /// Does something for so many matches, at most 32 at a time, and keeps the order.
    async fn each_match<T, F>(
        &self,
        count: usize,
        mut make: impl FnMut(Seat, Arc<Script>) -> F,
    ) -> Result<Vec<T>, BenchError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, BenchError>> + Send + 'static,
    {
        let turns = Arc::new(Semaphore::new(32));
        let mut tasks = JoinSet::new();
        for number in 0..count {
            let seat = self.seat(number);
            let work = make(seat, Arc::clone(&self.script));
            let turns = Arc::clone(&turns);
            tasks.spawn(async move {
                let _turn = turns.acquire().await;
                work.await.map(|made| (number, made))
            });
        }
        let mut made = Vec::with_capacity(count);
        while let Some(done) = tasks.join_next().await {
            made.push(done.map_err(|error| BenchError::Answer(error.to_string()))??);
        }
        made.sort_by_key(|&(number, _)| number);
        Ok(made.into_iter().map(|(_, made)| made).collect())
    }

    /// Every match moves for `span`, each once in `pace`, or at once if that is nothing.
    pub(super) async fn round(
        &self,
        tables: Vec<Table>,
        span: Duration,
        pace: Duration,
    ) -> Result<(Vec<Table>, Round), BenchError> {
        let shared = Arc::new(Shared::new(tables.len(), pace));
        let mut tasks = JoinSet::new();
        for (number, table) in tables.into_iter().enumerate() {
            let seat = self.seat(number);
            tasks.spawn(table.play(seat, Arc::clone(&self.script), Arc::clone(&shared)));
        }
        shared.start.wait().await;
        tokio::time::sleep(WARM_UP).await;
        let before = self.usage()?;
        let began = Instant::now();
        shared.measuring.store(true, Ordering::Relaxed);
        tokio::time::sleep(span).await;
        shared.measuring.store(false, Ordering::Relaxed);
        let elapsed = began.elapsed();
        let moves = shared.moves.load(Ordering::Relaxed);
        let cpu = self.usage()?.cpu.saturating_sub(before.cpu);
        shared.stop.store(true, Ordering::Relaxed);
        let mut delay = histogram();
        let mut tables = Vec::new();
        while let Some(done) = tasks.join_next().await {
            let (table, own) = done.map_err(|error| BenchError::Answer(error.to_string()))??;
            tables.push(table);
            // Both have the same range.
            let _ = delay.add(&own);
        }
        Ok((tables, Round { moves, elapsed, cpu, delay }))
    }
}
