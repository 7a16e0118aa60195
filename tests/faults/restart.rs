//! A server with many matches in progress starts again: how long until people can come back.
//!
//! The journals are written through the server's own store, since playing that many matches
//! by socket would take longer than the restart that is measured.

use crate::Run;
use crate::arena::{Spans, replay};
use crate::report::{Report, mebibytes, millis, seconds};
use crate::stores::{Kind, Stores};
use crate::usage::Usage;
use domain::clock::{ClockSetting, Fischer};
use domain::{
    Command, CommandId, Event, Match, MatchId, Moment, NumberedEvent, Player, PlayerId, Setup,
};
use e2e::{Database, Dice, Request, Server, ServerOptions, setups};
use engine::{AnyGame, Side};
use std::time::{Duration, Instant};
use store::{Append, Event as Stored, Location, Purpose, codec, open};
use yiguan::time::TimeSource;

/// How many different matches there are; the others are copies of them under other ids.
const DIFFERENT: usize = 240;

/// Appends a transaction.
const BATCH: usize = 200;

/// How many matches are asked for at once when the port has opened.
const ASKED: usize = 200;

/// How long the restart of as many matches as `docs/faults.md` promises may take.
const PROMISED: Duration = Duration::from_secs(5);

/// The journal of a match, and where it has come to.
struct Journal {
    events: Vec<Stored>,
    ply: usize,
    hash: String,
}

/// Plays `plies` actions at random, fewer if the game ends before.
fn played(number: usize, plies: u32, now: Moment) -> Result<Journal, String> {
    let setups = setups();
    let setup = &setups[number % setups.len()];
    let mut dice = Dice::new(number as u64);
    let player = |salt: usize| {
        let id: PlayerId = format!("{:032x}", (number + 1) * 2 + salt)
            .parse()
            .map_err(|_| "32 digits are an id".to_owned())?;
        Ok::<Player, String>(Player::guest(id))
    };
    let (first, second) = (player(0)?, player(1)?);
    let fischer = Fischer::new(3_600, 5).map_err(|error| error.to_string())?;
    let chosen = Setup {
        clock: ClockSetting::Fischer(fischer),
        ..Setup::open_match(setup.begin(), first.clone())
    };
    let created = chosen.created();
    let mut at = Moment(now.0.saturating_sub(2_000 * u64::from(plies)));
    let failed = |error: &dyn std::fmt::Display| format!("{setup}: {error}");
    let mut state = Match::begin(MatchId::fresh(), &created, at).map_err(|error| failed(&error))?;
    let mut events = vec![(None, at, Event::Created(Box::new(created)))];
    let (_, joined) = state.decide_join(&second, at).map_err(|error| failed(&error))?;
    if let Some(event) = joined {
        state.evolve(&event, at).map_err(|error| failed(&error))?;
        events.push((None, at, event));
    }
    let mut game: AnyGame = setup.begin();
    for ply in 0..plies {
        at = at.after(1_500);
        let by = if game.to_act() == Side::First { &first } else { &second };
        let legal = game.legal();
        let action = dice.pick(&legal).clone();
        let mut tried = game.clone();
        let over = tried.play(&action).map_err(|refused| failed(&refused.rule))?.outcome.is_some();
        if over {
            break;
        }
        game = tried;
        let id: CommandId = format!("p{ply}").parse().map_err(|_| failed(&"an id"))?;
        let key = id.key(by.id);
        let command = Command::Play { ply, action, lag: 0 };
        let made = state.apply(by, &command, at).map_err(|refusal| failed(&refusal))?;
        let mut key = Some(key);
        events.extend(made.into_iter().map(|event| (key.take(), at, event)));
    }
    let events = (1..).zip(events).map(|(seq, (command, at, event))| {
        let payload = codec::write_event(&NumberedEvent { seq, at, event });
        Stored { seq, command, payload }
    });
    Ok(Journal { events: events.collect(), ply: game.ply(), hash: replay::hash(&game) })
}

/// Writes the journals; the id of each match, and which journal it has.
async fn fill(
    database: &Database,
    journals: &[Journal],
    matches: usize,
) -> Result<Vec<(MatchId, usize)>, String> {
    let location = Location::new(database.url(), database.directory());
    let location = location.map_err(|error| error.to_string())?;
    let store = open(&location, Purpose::Serve).await.map_err(|error| error.to_string())?;
    let mut made = Vec::with_capacity(matches);
    while made.len() < matches {
        let mut batch = Vec::with_capacity(BATCH);
        while batch.len() < BATCH && made.len() < matches {
            let (match_id, journal) = (MatchId::fresh(), made.len() % journals.len());
            let events = journals[journal].events.clone();
            batch.push(Append { match_id, events, closing: None, seekers: None });
            made.push((match_id, journal));
        }
        store.commit(&batch).await.map_err(|error| error.to_string())?;
    }
    let now = TimeSource::system().now();
    store.beat(now).await.map_err(|error| error.to_string())?;
    store.close().await;
    Ok(made)
}

/// Starts a server on `matches` matches of some 30 actions each.
pub(crate) async fn run(
    run: &Run,
    stores: &Stores,
    kind: Kind,
    matches: usize,
) -> Result<Report, String> {
    const PLIES: u32 = 30;
    let database = stores.fresh(kind)?;
    let now = TimeSource::system().now();
    let journals: Result<Vec<Journal>, String> =
        (0..DIFFERENT).map(|number| played(number, PLIES, now)).collect();
    let journals = journals?;
    let made = fill(&database, &journals, matches).await?;
    let events: usize = made.iter().map(|(_, journal)| journals[*journal].events.len()).sum();

    let began = Instant::now();
    let server = Server::start_with(&database, ServerOptions::Unlimited).await;
    let opened = began.elapsed();
    let mut report = Report::new(format!("7. restart under load on {kind}, {}", run.seed_text()));
    let answers = Spans::default();
    let mut dice = Dice::new(run.seed);
    for _ in 0..ASKED.min(matches) {
        let (id, journal) = *dice.pick(&made);
        let journal = &journals[journal];
        let asked = Instant::now();
        let answer = server.send(Request::get(&format!("/api/matches/{id}"))).await;
        answers.record(asked.elapsed());
        let there = answer.status == 200 && {
            let snapshot = answer.json();
            snapshot["ply"] == journal.ply && snapshot["hash"] == journal.hash.as_str()
        };
        report.promise(there, || format!("match {id} is not as it was: {answer:?}"));
    }
    let memory = Usage::of(server.process()).memory;
    // A killed server has even more to do at its next start: the credits of this one.
    server.kill().await;
    let began = Instant::now();
    let server = Server::start_with(&database, ServerOptions::Unlimited).await;
    let again = began.elapsed();
    server.kill().await;

    report.figure(
        "matches in progress, events in their journals",
        format_args!("{matches}, {events}"),
    );
    report.figure("start until the port opens", seconds(opened));
    report.figure("again, after a kill", seconds(again));
    report.figure(
        "matches restored a second",
        format_args!("{:.0}", matches as f64 / opened.as_secs_f64()),
    );
    report.figure(
        "first snapshots, median and longest",
        format_args!("{}, {}", millis(answers.at(50.0)), millis(answers.longest())),
    );
    report.figure("memory", mebibytes(memory));
    report.promise(opened < PROMISED && again < PROMISED, || {
        format!("it took more than {}", seconds(PROMISED))
    });
    Ok(report)
}
