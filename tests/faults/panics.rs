//! A panic in one match ends that match's task alone, and the match comes back from its
//! journal. The panic cannot be brought about from outside, so the matches are driven in this
//! process, by way of a feature of the server that its own builds do not have.

use crate::Run;
use crate::arena::{Spans, replay};
use crate::report::{Report, millis};
use crate::stores::{Kind, Stores};
use domain::clock::{ClockSetting, Fischer};
use domain::{Command, Player, PlayerId, Setup};
use e2e::{Dice, setups};
use engine::{AnyGame, BySide, Side};
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{Location, Purpose, open};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use yiguan::accounts::identity::Keys;
use yiguan::live::{Journal, Lookup, MatchHandle, Registry, Verdict};
use yiguan::notifications::Notices;
use yiguan::time::TimeSource;

/// Actions that each match plays between two panics.
const ACTIONS: usize = 3;

/// How long anything may take.
const STEP_TIMEOUT: Duration = Duration::from_secs(20);

/// A match, played on this side too.
struct Played {
    handle: MatchHandle,
    players: BySide<Arc<Player>>,
    game: AnyGame,
    /// The last action's command, and its event.
    last: Option<(Side, usize, String, u32)>,
    name: String,
}

/// Lets every match panic in turn, `rounds` times, while the others play on.
pub(crate) async fn run(
    run: &Run,
    stores: &Stores,
    kind: Kind,
    rounds: u32,
) -> Result<Report, String> {
    let database = stores.fresh(kind)?;
    let failed = |error: &dyn std::fmt::Display| error.to_string();
    let location = Location::new(database.url(), database.directory());
    let store = open(&location.map_err(|error| failed(&error))?, Purpose::Serve).await;
    let store = store.map_err(|error| failed(&error))?;
    let (stop, tasks) = (CancellationToken::new(), TaskTracker::new());
    let (journal, writer) = Journal::new(store.clone(), stop.clone());
    let writer = tokio::spawn(writer);
    let (time, keys) = (TimeSource::system(), Keys::new([7; 32], &[]));
    let registry =
        Registry::new(store.clone(), journal, time, tasks.clone(), &keys, Notices::silent());
    registry.restore().await.map_err(|error| failed(&error))?;

    let mut dice = Dice::new(run.seed);
    let mut matches = Vec::new();
    for (number, setup) in setups().iter().filter(|setup| setup.options.is_empty()).enumerate() {
        matches.push(Played::open(&registry, setup, number).await?);
    }
    let mut report = Report::new(format!("6. panic isolation on {kind}, {}", run.seed_text()));
    let (back, mut panics, mut meanwhile) = (Spans::default(), 0_u32, 0_u64);
    // The panics are meant, and their traces would hide the figures.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut outcome = Ok(());
    'all: for _ in 0..rounds {
        for victim in 0..matches.len() {
            let began = Instant::now();
            let mut events = match matches[victim]
                .handle
                .connect(Arc::clone(&matches[victim].players.first), None)
                .await
            {
                Ok(connected) => connected.events,
                Err(error) => {
                    outcome = Err(failed(&error));
                    break 'all;
                }
            };
            matches[victim].handle.fail();
            panics += 1;
            for (number, played) in matches.iter_mut().enumerate() {
                for _ in 0..ACTIONS {
                    if number == victim || !played.is_undecided() {
                        continue;
                    }
                    meanwhile += 1;
                    if let Err(broken) = played.act(&mut dice).await {
                        outcome = Err(format!("while another panicked: {broken}"));
                        break 'all;
                    }
                }
            }
            // A spectator learns of it by the end of the events, and comes back.
            let gone = timeout(STEP_TIMEOUT, async { while events.recv().await.is_ok() {} }).await;
            if gone.is_err() {
                outcome = Err("the task did not end".to_owned());
                break 'all;
            }
            if let Err(broken) = matches[victim].come_back(&registry).await {
                outcome = Err(broken);
                break 'all;
            }
            back.record(began.elapsed());
            if matches[victim].is_undecided()
                && let Err(broken) = matches[victim].act(&mut dice).await
            {
                outcome = Err(format!("after its panic: {broken}"));
                break 'all;
            }
        }
    }
    std::panic::set_hook(hook);
    registry.stop().await;
    tasks.close();
    let ended = timeout(STEP_TIMEOUT, tasks.wait()).await.is_ok();
    stop.cancel();
    let written = timeout(STEP_TIMEOUT, writer).await.is_ok_and(|joined| joined.is_ok());
    store.close().await;

    report.figure("matches, panics", format_args!("{}, {panics}", matches.len()));
    report.figure("actions of the others meanwhile", meanwhile);
    report.figure(
        "from panic to play again, median and longest",
        format_args!("{}, {}", millis(back.at(50.0)), millis(back.longest())),
    );
    report.promise(ended && written, || "the others did not end in order".to_owned());
    if let Err(broken) = outcome {
        report.promise(false, || broken);
    }
    Ok(report)
}

impl Played {
    async fn open(
        registry: &Arc<Registry>,
        setup: &e2e::Setup,
        number: usize,
    ) -> Result<Self, String> {
        let player = |salt: usize| {
            let id: Result<PlayerId, _> = format!("{:032x}", (number + 1) * 2 + salt).parse();
            id.map(|id| Arc::new(Player::guest(id))).map_err(|error| error.to_string())
        };
        let players = BySide { first: player(0)?, second: player(1)? };
        let chosen = Setup {
            clock: ClockSetting::Fischer(Fischer::new(600, 5).map_err(|error| error.to_string())?),
            ..Setup::open_match(setup.begin(), (*players.first).clone())
        };
        let handle = registry.create(&chosen).await.map_err(|error| error.to_string())?;
        let joined = handle.join(Arc::clone(&players.second)).await;
        joined.map_err(|error| error.to_string())?;
        Ok(Self { handle, players, game: setup.begin(), last: None, name: setup.to_string() })
    }

    fn is_undecided(&self) -> bool {
        self.game.outcome().is_none()
    }

    /// Plays an action; it is acknowledged.
    async fn act(&mut self, dice: &mut Dice) -> Result<(), String> {
        let legal = self.game.legal();
        let (side, ply, action) = (self.game.to_act(), self.game.ply(), dice.pick(&legal).clone());
        match self.send(side, ply, &action).await? {
            Verdict::Done { seq, again: false } => {
                self.game.play(&action).map_err(|refused| refused.rule.to_string())?;
                self.last = Some((side, ply, action, seq));
                Ok(())
            }
            other => Err(format!("{}: {action} is answered {other:?}", self.name)),
        }
    }

    async fn send(&self, side: Side, ply: usize, action: &str) -> Result<Verdict, String> {
        let id = format!("p{ply}").parse().map_err(|_| "an id".to_owned())?;
        let command = Command::Play {
            ply: u32::try_from(ply).map_err(|error| error.to_string())?,
            action: action.to_owned(),
            lag: 0,
        };
        let who = Arc::clone(&self.players[side]);
        let verdict = self.handle.command(who, id, command, Lookup::Allowed);
        match timeout(STEP_TIMEOUT, verdict).await {
            Ok(Ok(verdict)) => Ok(verdict),
            _ => Err(format!("{}: no answer", self.name)),
        }
    }

    /// The match is found again as it was, and remembers its last command.
    async fn come_back(&mut self, registry: &Arc<Registry>) -> Result<(), String> {
        let found = registry.handle(self.handle.id()).await;
        self.handle = found.map_err(|error| format!("{}: {error}", self.name))?;
        let snapshot = self.handle.snapshot().await.map_err(|error| error.to_string())?;
        let same = usize::try_from(snapshot.ply).is_ok_and(|ply| ply == self.game.ply())
            && format!("{:016x}", snapshot.hash.0) == replay::hash(&self.game);
        if !same {
            return Err(format!("{} came back as {}", self.name, snapshot.position));
        }
        let Some((side, ply, action, seq)) = self.last.clone() else { return Ok(()) };
        match self.send(side, ply, &action).await? {
            Verdict::Done { seq: before, again: true } if before == seq => Ok(()),
            other => Err(format!("{}: {action} was event {seq}, and is {other:?}", self.name)),
        }
    }
}
