//! The server is killed again and again while bots play every game.

use crate::arena::{Arena, Glance, Manner, Spans};
use crate::derived;
use crate::report::{Report, millis};
use crate::stores::{Kind, Stores};
use crate::{Progress, Run};
use e2e::{Dice, Server, ServerOptions};
use std::time::{Duration, Instant};

/// How long the server lives at least and at most before it is killed, in milliseconds.
const LIFE: (usize, usize) = (20, 700);

/// In one of so many lives the server may live so many milliseconds, which is long enough for computer players
/// to think and to act.
const CALMS: usize = 4;
const CALM: usize = 3_000;

/// The number of matches against a computer player.
const COMPUTER: usize = 6;

/// The number of correspondence games that are played by conditional moves.
const PLANNED: usize = 2;

/// At how many tables the clock of games by days is made to stand, by pauses and vacations.
const STANDING: usize = 2;

/// One of so many kills is followed by a longer pause, which a player's clock would show.
const PAUSES: usize = 10;

/// How long that is.
const PAUSE: Duration = Duration::from_secs(8);

/// How much an action may be charged beyond its player's thinking: more than a busy machine takes to start a
/// server and to serve its first players, and less than the longer pause.
const SLACK: Duration = Duration::from_secs(6);

/// Kills the server at random moments.
pub(crate) async fn run(
    run: &Run,
    stores: &Stores,
    kind: Kind,
    kills: u32,
) -> Result<Report, String> {
    let database = stores.fresh(kind)?;
    let mut dice = Dice::new(run.seed);
    let manner = Manner {
        tabs: true,
        computer: COMPUTER,
        planned: PLANNED,
        standing: STANDING,
        slack: SLACK,
        ..Manner::default()
    };
    let (arena, tasks) = Arena::open(manner, run.seed);
    let mut server = Server::start_with(&database, ServerOptions::Unlimited).await;
    arena.lead_to(Some(server.address()));
    let progress = Progress::new(run, &format!("kill -9 on {kind}"), kills);
    let (restarts, mut glances) = (Spans::default(), Glance::default());
    for kill in 0..kills {
        let most = if dice.below(CALMS) == 0 { CALM } else { LIFE.1 };
        let life = LIFE.0 + dice.below(most - LIFE.0);
        tokio::time::sleep(Duration::from_millis(u64::try_from(life).unwrap_or(0))).await;
        let glance = arena.glance();
        glances.within_turn += glance.within_turn;
        glances.rematching += glance.rematching;
        // Clients must not take another server for this one that has its port next.
        arena.lead_to(None);
        server.kill().await;
        if dice.below(PAUSES) == 0 {
            tokio::time::sleep(PAUSE).await;
        }
        let began = Instant::now();
        server = Server::start_with(&database, ServerOptions::Unlimited).await;
        restarts.record(began.elapsed());
        arena.lead_to(Some(server.address()));
        arena.check().await;
        progress.step(kill + 1);
        if !arena.tally().broken_promises().is_empty() {
            break;
        }
    }
    let resumed = arena.resumed(Duration::from_secs(20)).await;
    arena.close(tasks).await;
    arena.check().await;
    let exit = server.terminate().await;

    let tally = arena.tally();
    let mut report = Report::new(format!("1. kill loop on {kind}, {}", run.seed_text()));
    report.figure("kills", restarts.count());
    report.figure(
        "matches begun, finished, rematches",
        format_args!("{}, {}, {}", tally.begun, tally.finished, tally.rematches),
    );
    report.figure(
        "matches with computer players, actions of theirs",
        format_args!("{}, {}", tally.computer_matches, tally.computer_moves),
    );
    report.figure("actions played by plans kept before", &tally.planned);
    report.figure("clocks that stood through pauses and vacations", &tally.stood);
    report.figure("actions acknowledged", &tally.moves);
    report.figure("other commands acknowledged", &tally.others);
    report.figure("matches cut inside a chain or with removals owed", glances.within_turn);
    report.figure("matches cut between end and rematch", glances.rematching);
    report.figure(
        "commands sent again, of them done before",
        format_args!("{}, {}", tally.again, tally.done_before),
    );
    report.figure("old frames replayed by second tabs", &tally.replayed);
    report.figure("events compared between clients", &tally.compared);
    report.figure(
        "start until the port opens, median and longest",
        format_args!("{}, {}", millis(restarts.at(50.0)), millis(restarts.longest())),
    );
    let over = &tally.overcharged;
    report.figure(
        "charged beyond thinking, 99 % and most",
        format_args!("{}, {}", millis(over.at(99.0)), millis(over.longest())),
    );
    report
        .promise(exit.status.success(), || format!("the last server ended badly: {}", exit.stderr));
    report.promise(tally.moves.get() > 0, || "nothing was played".to_owned());
    report.promise(tally.computer_moves.get() > 0, || "no computer player has played".to_owned());
    report.promise(tally.planned.get() > 0, || "no plan has played".to_owned());
    report.promise(tally.stood.get() > 0, || "no clock has stood".to_owned());
    if let Err(stuck) = resumed {
        report.promise(false, || stuck);
    }
    report.all_broken(tally.broken_promises());
    derived::check(&database, &mut report).await?;
    Ok(report)
}
