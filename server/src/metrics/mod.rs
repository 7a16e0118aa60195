//! The server's counters, for its operator. `docs/operations.md` lists them.
//!
//! The counts belong to the process, as its log does, and are reached from every place that has
//! something to count: that costs a few nanoseconds, and nothing while they are not read.

mod label;
mod process;

pub use label::{Labels, MailOutcome, NewsOutcome, PushOutcome, RequestKind};

use label::{Label, STATUSES, status_class};
use process::Process;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};
use std::fmt;
use std::sync::LazyLock;
use std::time::Instant;

static METRICS: LazyLock<Metrics> = LazyLock::new(Metrics::new);

/// The counts of this process.
pub fn metrics() -> &'static Metrics {
    &METRICS
}

/// The counts.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    moves: Counter,
    game_moves: Family<Label, Counter>,
    games_ended: Family<Label, Counter>,
    acks: Histogram,
    nacks: Family<Label, Counter>,
    commits: Histogram,
    commit_sizes: Histogram,
    pushes: Family<Label, Counter>,
    mails: Family<Label, Counter>,
    mails_waiting: Gauge,
    games_unread: Gauge,
    restored: Counter,
    lost: Counter,
    requests: Family<Label, Counter>,
    forwards: Histogram,
    failed_forwards: Counter,
    news: Family<Label, Counter>,
    answers: Family<Label, Histogram, fn() -> Histogram>,
    now: Now,
}

/// From a fifth of a millisecond to thirteen seconds.
fn spans() -> Histogram {
    Histogram::new(exponential_buckets(0.000_2, 2.0, 17))
}

/// The values read when a scraper asks.
#[derive(Debug, Default)]
struct Now {
    matches: Gauge,
    live: Gauge,
    connections: Gauge,
    waiting: Gauge,
    ready: Gauge,
    draining: Gauge,
    stale: Gauge,
}

/// How things stand.
#[derive(Debug, Clone, Copy)]
pub struct NodeStatus {
    /// Matches in memory.
    pub matches: usize,
    /// Public matches being played.
    pub live: u32,
    /// Sockets connected.
    pub connections: u32,
    /// Appends that wait for the journal's writer.
    pub waiting: usize,
    /// Whether the server is ready for players.
    pub is_ready: bool,
    /// Whether operators let it drain.
    pub is_draining: bool,
    /// For how many seconds news of other nodes may be missing; 0 if none is.
    pub stale_for: u64,
}

impl Metrics {
    fn new() -> Self {
        let metrics = Self {
            registry: Registry::default(),
            moves: Counter::default(),
            game_moves: Family::default(),
            games_ended: Family::default(),
            acks: spans(),
            nacks: Family::default(),
            commits: spans(),
            commit_sizes: Histogram::new(exponential_buckets(1.0, 2.0, 10)),
            pushes: Family::default(),
            mails: Family::default(),
            mails_waiting: Gauge::default(),
            games_unread: Gauge::default(),
            restored: Counter::default(),
            lost: Counter::default(),
            requests: Family::default(),
            forwards: spans(),
            failed_forwards: Counter::default(),
            news: Family::default(),
            answers: Family::new_with_constructor(spans),
            now: Now::default(),
        };
        metrics.registered()
    }

    fn registered(mut self) -> Self {
        self.registry.register_collector(Box::new(Process));
        let all = self.registry.sub_registry_with_prefix("yiguan");
        let version = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        all.register("build", "The version of the program", version);
        all.register("moves", "Actions played", self.moves.clone());
        all.register("game_moves", "Actions played, by game", self.game_moves.clone());
        all.register("games_ended", "Matches ended, by game", self.games_ended.clone());
        all.register_with_unit(
            "ack",
            "From a command's arrival until it is on disk and answered",
            Unit::Seconds,
            self.acks.clone(),
        );
        all.register("nacks", "Commands refused, by code", self.nacks.clone());
        all.register_with_unit(
            "commit",
            "What a commit of the journal takes",
            Unit::Seconds,
            self.commits.clone(),
        );
        all.register(
            "commit_appends",
            "How many matches a commit writes for",
            self.commit_sizes.clone(),
        );
        all.register("store_errors", "Failures of the database, by kind", store::failures());
        all.register(
            "pushes",
            "Notices for closed pages, by what became of them",
            self.pushes.clone(),
        );
        all.register("mails", "Mails, by what became of them", self.mails.clone());
        all.register(
            "mails_waiting",
            "Mails that wait for the mail server",
            self.mails_waiting.clone(),
        );
        all.register(
            "games_unread",
            "Ended games that a reader has not read",
            self.games_unread.clone(),
        );
        all.register("restored", "Matches restored at the start", self.restored.clone());
        all.register(
            "lost",
            "Matches whose task ended to be restored from the journal",
            self.lost.clone(),
        );
        all.register("requests", "HTTP answers, by class of status", self.requests.clone());
        all.register_with_unit(
            "request",
            "From the head of a request to that of its answer, by what was asked for",
            Unit::Seconds,
            self.answers.clone(),
        );
        all.register_with_unit(
            "forward",
            "From a request to another node to the head of its answer",
            Unit::Seconds,
            self.forwards.clone(),
        );
        all.register(
            "forward_failures",
            "Requests to other nodes without an answer",
            self.failed_forwards.clone(),
        );
        all.register("news", "News of other nodes, by outcome", self.news.clone());
        let now = &self.now;
        all.register("matches", "Matches in memory", now.matches.clone());
        all.register("live", "Public matches being played", now.live.clone());
        all.register("connections", "Sockets connected", now.connections.clone());
        all.register("queue", "Appends that wait for the journal", now.waiting.clone());
        all.register("ready", "Whether the server is ready for players", now.ready.clone());
        all.register("draining", "Whether operators let it drain", now.draining.clone());
        all.register_with_unit(
            "news_stale",
            "For how long news of other nodes may be missing",
            Unit::Seconds,
            now.stale.clone(),
        );
        for outcome in NewsOutcome::ALL {
            drop(self.news.get_or_create(&[("outcome", outcome.as_str())]));
        }
        for outcome in PushOutcome::ALL {
            drop(self.pushes.get_or_create(&[("outcome", outcome.as_str())]));
        }
        for outcome in MailOutcome::ALL {
            drop(self.mails.get_or_create(&[("outcome", outcome.as_str())]));
        }
        for status in STATUSES {
            drop(self.requests.get_or_create(&[("status", status)]));
        }
        for kind in RequestKind::ALL {
            drop(self.answers.get_or_create(&[("kind", kind.as_str())]));
        }
        self
    }

    /// Creates every series whose labels other modules define, at 0: an alert on the increase of a
    /// series that first appears with a 1 would not see that 1.
    pub fn declare(&self, labels: &Labels) {
        for game in &labels.games {
            drop(self.game_moves.get_or_create(&[("game", game)]));
            drop(self.games_ended.get_or_create(&[("game", game)]));
        }
        for code in &labels.nacks {
            drop(self.nacks.get_or_create(&[("code", code)]));
        }
    }

    /// Counts an action played. `game` is its id in the catalogue, so that there are no more labels
    /// than games.
    pub fn count_move(&self, game: &'static str) {
        self.moves.inc();
        self.game_moves.get_or_create(&[("game", game)]).inc();
    }

    /// Counts a match of a game that ended, however it did.
    pub fn count_ended(&self, game: &'static str) {
        self.games_ended.get_or_create(&[("game", game)]).inc();
    }

    /// Notes that a command which came at `since` was done and is being answered.
    pub fn record_ack(&self, since: Instant) {
        self.acks.observe(since.elapsed().as_secs_f64());
    }

    /// Counts a refusal.
    pub fn count_nack(&self, code: &'static str) {
        self.nacks.get_or_create(&[("code", code)]).inc();
    }

    /// Notes a commit that began at `since` for so many appends.
    pub fn record_commit(&self, since: Instant, appends: usize) {
        self.commits.observe(since.elapsed().as_secs_f64());
        self.commit_sizes.observe(u32::try_from(appends).map_or(f64::INFINITY, f64::from));
    }

    /// Counts the outcome of a notification for a player whose page is closed.
    pub fn count_push(&self, outcome: PushOutcome) {
        self.pushes.get_or_create(&[("outcome", outcome.as_str())]).inc();
    }

    /// Counts the outcome of a mail, or of notifications that would have been one.
    pub fn count_mail(&self, outcome: MailOutcome) {
        self.mails.get_or_create(&[("outcome", outcome.as_str())]).inc();
    }

    /// Notes that one more mail waits for the mail server.
    pub fn record_mail_waiting(&self) {
        self.mails_waiting.inc();
    }

    /// Notes that one mail fewer waits for the mail server.
    pub fn record_mail_settled(&self) {
        self.mails_waiting.dec();
    }

    /// Notes how many ended games the slowest reader has not read.
    pub fn record_games_unread(&self, games: u64) {
        self.games_unread.set(i64::try_from(games).unwrap_or(i64::MAX));
    }

    /// Notes a request to another node that was sent at `since`, and whether it was answered.
    pub fn record_forwarded(&self, since: Instant, is_answered: bool) {
        self.forwards.observe(since.elapsed().as_secs_f64());
        if !is_answered {
            self.failed_forwards.inc();
        }
    }

    /// Counts news that nodes send each other.
    pub fn count_news(&self, outcome: NewsOutcome) {
        self.news.get_or_create(&[("outcome", outcome.as_str())]).inc();
    }

    /// Counts matches restored at the start.
    pub fn count_restored(&self, matches: usize) {
        self.restored.inc_by(u64::try_from(matches).unwrap_or(u64::MAX));
    }

    /// Counts a match whose task ended to be restored.
    pub fn count_lost(&self) {
        self.lost.inc();
    }

    /// Notes that a request that came at `began` is being answered.
    pub fn record_request(&self, kind: RequestKind, began: Instant) {
        let spans = self.answers.get_or_create(&[("kind", kind.as_str())]);
        spans.observe(began.elapsed().as_secs_f64());
    }

    /// Counts an answer of that status; those to whoever asks too often apart.
    pub fn count_answer(&self, status: u16) {
        self.requests.get_or_create(&[("status", status_class(status))]).inc();
    }

    /// Everything, as text in the OpenMetrics format.
    ///
    /// # Errors
    ///
    /// None that a text in memory could give.
    pub fn text(&self, status: NodeStatus) -> Result<String, fmt::Error> {
        let size = |size: usize| i64::try_from(size).unwrap_or(i64::MAX);
        self.now.matches.set(size(status.matches));
        self.now.live.set(i64::from(status.live));
        self.now.connections.set(i64::from(status.connections));
        self.now.waiting.set(size(status.waiting));
        self.now.ready.set(i64::from(status.is_ready));
        self.now.draining.set(i64::from(status.is_draining));
        self.now.stale.set(i64::try_from(status.stale_for).unwrap_or(i64::MAX));
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_written() {
        let metrics = Metrics::new();
        metrics.count_move("shogi");
        metrics.count_ended("shogi");
        metrics.count_nack("stale");
        metrics.count_push(PushOutcome::Gone);
        metrics.count_mail(MailOutcome::Sent);
        metrics.record_mail_waiting();
        metrics.record_games_unread(9);
        metrics.count_answer(404);
        metrics.count_answer(429);
        metrics.record_request(RequestKind::Api, Instant::now());
        metrics.record_commit(Instant::now(), 3);
        let status = NodeStatus {
            matches: 7,
            live: 5,
            connections: 12,
            waiting: 1,
            is_ready: true,
            is_draining: false,
            stale_for: 3,
        };
        let text = metrics.text(status).expect("a String takes any text");
        for line in [
            "yiguan_moves_total 1",
            "yiguan_game_moves_total{game=\"shogi\"} 1",
            "yiguan_games_ended_total{game=\"shogi\"} 1",
            "yiguan_pushes_total{outcome=\"gone\"} 1",
            "yiguan_mails_total{outcome=\"sent\"} 1",
            "yiguan_mails_waiting 1",
            "yiguan_games_unread 9",
            "yiguan_nacks_total{code=\"stale\"} 1",
            "yiguan_requests_total{status=\"4xx\"} 1",
            "yiguan_requests_total{status=\"429\"} 1",
            "yiguan_request_seconds_count{kind=\"api\"} 1",
            concat!("yiguan_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"} 1"),
            "yiguan_ready 1",
            "yiguan_draining 0",
            "yiguan_news_stale_seconds 3",
            "yiguan_news_total{outcome=\"gap\"} 0",
            "yiguan_mails_total{outcome=\"dropped\"} 0",
            "yiguan_requests_total{status=\"5xx\"} 0",
            "yiguan_commit_appends_sum 3.0",
            "yiguan_commit_seconds_count 1",
            "yiguan_ack_seconds_count 0",
            "yiguan_matches 7",
            "yiguan_live 5",
            "yiguan_connections 12",
            "yiguan_queue 1",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in {text}");
        }
    }
}
