//! The rules of actions, each called without a request, on a store in memory.

mod accounts;
mod challenges;
mod chat;
mod follows;
mod online;
mod rated;
mod reading;
mod reports;
mod seats;
mod seeks;

use super::*;
use crate::accounts::identity::Keys;
use crate::accounts::lookups::Lookups;
use crate::addresses::Limiter;
use crate::bus::Bus;
use crate::live::Journal;
use crate::samples;
use crate::time::TimeSource;
use domain::clock::ClockSetting;
use domain::likeness::likeness;
use domain::names::Name;
use domain::{MatchId, MatchResult, Moment, Player, PlayerId, SessionId, Setup};
use engine::{BySide, Options, Side};
use std::sync::Arc;
use store::{
    Account, Append, Closing, Event, FeedBatch, FeedReader, Generation, Pass, Registration, Session,
};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

const GAME: &str = "er-chi-yi";

impl Actions {
    /// The actions of a server without sockets.
    async fn on_new_store() -> Self {
        let store = Database::in_memory().await;
        let (journal, writer) = Journal::new(store.clone(), CancellationToken::new());
        tokio::spawn(writer);
        let leaders = Leaders::new(store.clone());
        let feed = Feed::new(store.clone(), journal.clone(), Arc::clone(&leaders));
        let (time, tasks) = (TimeSource::system(), TaskTracker::new());
        let (notices, keys) = (Notices::silent(), Keys::new([7; 32], &[]));
        let bus = Arc::new(Bus::unused(0));
        let (sockets, lookups) = (Arc::<OpenSockets>::default(), Arc::new(Lookups::new(time)));
        let analysed = store.clone();
        let tokens = Arc::new(Tokens::new(Arc::clone(&lookups)));
        let seals = Keys::new([7; 32], &[]).seals();
        let accounts = Accounts::new(
            store.clone(),
            Arc::clone(&sockets),
            Arc::clone(&tokens),
            seals,
            lookups,
            600_000,
        );
        let registry =
            Registry::new(store.clone(), journal, time, tasks.clone(), &keys, notices.clone());
        let presence = Presence::new(time);
        let lobby = Lobby::new(Arc::clone(&registry), Arc::clone(&presence));
        let [held, watched] = [(); 2].map(|()| Arc::clone(&registry));
        let cluster =
            Cluster::new(store.clone(), held, Arc::clone(&lobby), Arc::clone(&presence), bus);
        let matchmaker = Matchmaker::new(
            watched,
            Arc::clone(&presence),
            Arc::clone(&cluster),
            Arc::clone(&leaders),
            store.clone(),
            notices.clone(),
            tasks,
        );
        Self {
            store,
            registry,
            presence,
            lobby,
            cluster,
            matchmaker,
            notices,
            engines: Arc::default(),
            catalogue: Bytes::new(),
            orders: Arc::default(),
            words: Arc::new(Words::parse("rude").expect("one word")),
            accounts: Arc::new(accounts),
            feed,
            leaders,
            mail: None,
            reach: Reach::Internet,
            limiter: Arc::new(Limiter::new(None)),
            masks: keys.masks(),
            analyses: Arc::new(Analyses::new(analysed, time)),
            tokens,
            sockets,
        }
    }

    fn now(&self) -> Moment {
        self.registry.now()
    }

    /// A guest who is known by a name.
    async fn guest(&self, name: &str) -> Player {
        let id = PlayerId::fresh();
        self.store.set_name(id, Some(name), self.now()).await.expect("it is written");
        self.player(id).await.expect("it reads")
    }

    /// A registered player.
    async fn registered(&self, name: &str) -> Player {
        let (id, session, now) = (PlayerId::fresh(), SessionId::fresh(), self.now());
        let opened = Session {
            id: session,
            player: id,
            device: String::new(),
            created_at: now,
            seen_at: now,
            confirmed_at: Some(now),
        };
        let opened = self.store.open_session(&opened, Generation::GUEST, 50).await;
        opened.expect("it is written");
        let account = Account {
            id,
            name: Some(name.to_owned()),
            password: None,
            registered_at: now,
            generation: Generation::REGISTERED,
        };
        let registration = Registration {
            account: &account,
            likeness: Some(&likeness(name)),
            codes: &[],
            passkey: None,
            pass: Pass::Session(session),
        };
        self.store.register(registration).await.expect("it is written");
        Player::registered(id, Some(Name::parse(name).expect("a name")))
    }

    /// Lets two players have finished so many rated games, `found` by a seek or else arranged.
    async fn played(&self, first: &Player, second: &Player, games: u32, found: bool) {
        let mut samples = samples::games().expect("they are valid").into_iter();
        let sample = samples.find(|game| game.summary.game == GAME).expect("there is one");
        for _ in 0..games {
            let mut game = sample.clone();
            let id = MatchId::fresh();
            // A sample has no events, as if it came from another server.
            game.last_seq = 1;
            let summary = &mut game.summary;
            (summary.id, summary.rated, summary.found) = (id, true, found);
            summary.players = BySide { first: Some(first.clone()), second: Some(second.clone()) };
            summary.result = Some(MatchResult::Won(Side::First));
            summary.ended_at = self.now();
            let closing = Some(Closing::Archive(Box::new(game)));
            let events = vec![Event { seq: 1, command: None, payload: Arc::from("{}") }];
            let end = Append { match_id: id, events, closing, seekers: None };
            self.store.commit(&[end]).await.expect("it is written");
        }
        while self.store.read_on(FeedReader::Ratings, FeedBatch::LARGE).await.expect("it reads") > 0
        {
        }
    }

    async fn create(&self, by: &Player, new: NewMatch) -> Result<MatchId, CreateMatchError> {
        let admission = self.admit().expect("the server is not draining");
        self.create_match(admission, by, None, new).await.map(|(id, _)| id)
    }
}

/// A match against this opponent.
fn against(opponent: Opponent) -> NewMatch {
    NewMatch {
        game: Setup::game(GAME, None, &Options::none(), None).expect("a known game"),
        clock: ClockSetting::None,
        seat: Some(Side::First),
        opponent,
        visibility: None,
        rated: false,
    }
}

fn rated(opponent: Opponent) -> NewMatch {
    NewMatch { rated: true, ..against(opponent) }
}
