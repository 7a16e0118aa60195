//! `yiguan bench restart`: how long a server with many matches in progress takes to start.
//!
//! The journals are written through the server's own store, since playing that many matches by
//! socket would take longer than the start that is measured. The server then runs as a process of
//! its own: it is started, killed, and started again. The second start has the credits of the
//! first to read as well, as the next one after a crash would.

use super::server::{Usage, printed_address};
use super::{BenchError, machine};
use domain::clock::{ClockSetting, Fischer};
use domain::{
    Command, CommandId, Event, Match, MatchId, Moment, NumberedEvent, Player, PlayerId, Setup,
};
use engine::{AnyGame, Options, Side};
use rand::prelude::*;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};
use store::{Append, Database, Event as Stored, Location, Purpose, codec, open};
use tokio::process;
use tokio::time::timeout;
use yiguan::time::TimeSource;

/// What to measure.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BenchRestart {
    /// The number of matches in progress.
    #[arg(long, default_value_t = 10_000, env = "YIGUAN_BENCH_MATCHES")]
    pub matches: usize,
    /// The number of actions played in each match.
    #[arg(long, default_value_t = 60, env = "YIGUAN_BENCH_PLIES")]
    pub plies: u32,
    /// The number of times the server is started.
    #[arg(long, default_value_t = 3, env = "YIGUAN_BENCH_STARTS")]
    pub starts: u32,
    /// A Postgres URL to measure instead of SQLite. The database should be empty, and deleted
    /// afterwards.
    #[arg(long, env = "YIGUAN_BENCH_POSTGRES", hide_env_values = true)]
    pub postgres: Option<String>,
}

/// The games that are played: those that random actions do not end within a few dozen.
const GAMES: [&str; 2] = ["shogi", "xiangqi"];

/// How many different matches there are; the others are copies of them under other ids.
const DIFFERENT: u64 = 240;

/// Appends of one transaction.
const BATCH: usize = 400;

/// The milliseconds that each action takes.
const APART: u64 = 1_500;

/// How long a start may take.
const START_TIMEOUT: Duration = Duration::from_secs(600);

/// Fills a database with matches, starts a server on it, and passes every line of the report to
/// `print`. `binary` is this program.
///
/// # Errors
///
/// [`BenchError`] if the database cannot be used or the server does not start.
pub(crate) async fn bench_restart(
    options: &BenchRestart,
    binary: &Path,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    let folder = tempfile::tempdir()?;
    let location = Location::new(options.postgres.as_deref(), folder.path())?;
    print(&machine::describe());
    let store = open(&location, Purpose::Serve).await?;
    let events = fill(&store, options.matches, options.plies).await?;
    store.close().await;
    // The file is locked for as long as there is a store.
    drop(store);
    print(&format!("{} matches, {events} events", options.matches));
    for start in 1..=options.starts {
        let (opened, usage) = started(binary, folder.path(), options).await?;
        print(&format!(
            "start {start}: open after {:.2} s, {:.1} s of CPU, {} MiB",
            opened.as_secs_f64(),
            usage.cpu.as_secs_f64(),
            usage.memory >> 20
        ));
    }
    Ok(())
}

/// How long a server takes until its port is open, and the resources used by then; the bench then kills it.
async fn started(
    binary: &Path,
    data: &Path,
    options: &BenchRestart,
) -> Result<(Duration, Usage), BenchError> {
    let mut command = process::Command::new(binary);
    command
        .env_remove("DATABASE_URL")
        .env("YIGUAN_BIND", "127.0.0.1:0")
        .env("YIGUAN_DATA_DIR", data)
        .env("YIGUAN_LOG", "warn")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .kill_on_drop(true);
    if let Some(url) = &options.postgres {
        command.env("DATABASE_URL", url);
    }
    let began = Instant::now();
    let mut server = command.spawn()?;
    timeout(START_TIMEOUT, printed_address(&mut server))
        .await
        .map_err(|_| BenchError::Start("it printed no address in time".to_owned()))??;
    let opened = began.elapsed();
    let id = server.id().ok_or_else(|| BenchError::Start("it has ended".to_owned()))?;
    let usage = Usage::of(id)?;
    server.kill().await?;
    Ok((opened, usage))
}

/// Writes the journals; returns how many events they have.
pub(super) async fn fill(
    store: &Database,
    matches: usize,
    plies: u32,
) -> Result<usize, BenchError> {
    let now = TimeSource::system().now();
    let journals: Vec<Vec<Stored>> =
        (0..DIFFERENT).map(|number| played(number, plies, now)).collect::<Result<_, _>>()?;
    let mut written = 0;
    let numbers: Vec<usize> = (0..matches).collect();
    for some in numbers.chunks(BATCH) {
        let append = |&number: &usize| {
            let events = journals[number % journals.len()].clone();
            Append { match_id: MatchId::fresh(), events, closing: None, seekers: None }
        };
        let batch: Vec<Append> = some.iter().map(append).collect();
        written += batch.iter().map(|append| append.events.len()).sum::<usize>();
        store.commit(&batch).await?;
    }
    store.beat(now).await?;
    Ok(written)
}

/// The journal of a match of `plies` actions at random.
fn played(number: u64, plies: u32, now: Moment) -> Result<Vec<Stored>, BenchError> {
    let mut dice = StdRng::seed_from_u64(number);
    let id = GAMES[usize::try_from(number).unwrap_or(0) % GAMES.len()];
    let failed = |error: &dyn std::fmt::Display| BenchError::Game(id.to_owned(), error.to_string());
    // A random game may be over too soon; another one is not.
    let actions = loop {
        if let Some(actions) = random_actions(id, plies, &mut dice)? {
            break actions;
        }
    };
    let clock = Fischer::new(3_600, 5).map_err(|error| failed(&error))?;
    let [first, second] = [PlayerId::fresh(), PlayerId::fresh()].map(Player::guest);
    let setup = Setup {
        clock: ClockSetting::Fischer(clock),
        ..Setup::open_match(begin(id)?, first.clone())
    };
    let mut at = Moment(now.0.saturating_sub(APART * u64::from(plies)));
    let created = setup.created();
    let mut state = Match::begin(MatchId::fresh(), &created, at).map_err(|error| failed(&error))?;
    let mut events = vec![(None, at, Event::Created(Box::new(created)))];
    let (_, joined) = state.decide_join(&second, at).map_err(|error| failed(&error))?;
    if let Some(event) = joined {
        state.evolve(&event, at).map_err(|error| failed(&error))?;
        events.push((None, at, event));
    }
    for (ply, action) in (0..).zip(actions) {
        at = at.after(APART);
        let by = if state.game().to_act() == Side::First { &first } else { &second };
        let command: CommandId = format!("p{ply}").parse().map_err(|_| failed(&"an id"))?;
        let play = Command::Play { ply, action, lag: 0 };
        let made = state.apply(by, &play, at).map_err(|refusal| failed(&refusal))?;
        let mut key = Some(command.key(by.id));
        events.extend(made.into_iter().map(|event| (key.take(), at, event)));
    }
    let stored = |(seq, (command, at, event))| {
        let payload = codec::write_event(&NumberedEvent { seq, at, event });
        Stored { seq, command, payload }
    };
    Ok((1..).zip(events).map(stored).collect())
}

fn begin(game: &str) -> Result<AnyGame, BenchError> {
    AnyGame::new(game, None, &Options::none(), None)
        .map_err(|error| BenchError::Game(game.to_owned(), error.to_string()))
}

/// The given number of random actions, or fewer if the game ends.
fn random_actions(
    game: &str,
    plies: u32,
    dice: &mut StdRng,
) -> Result<Option<Vec<String>>, BenchError> {
    let mut played = begin(game)?;
    let mut actions = Vec::new();
    for _ in 0..plies {
        let legal = played.legal();
        let Some(action) = legal.choose(dice) else { return Ok(None) };
        let made = played
            .play(action)
            .map_err(|refused| BenchError::Game(game.to_owned(), refused.to_string()))?;
        if made.outcome.is_some() {
            return Ok(None);
        }
        actions.push(made.action);
    }
    Ok(Some(actions))
}
