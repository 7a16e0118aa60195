//! Decides what is sent to whom, and writes it: gathers notices, closes what has waited for long
//! enough, and hands mails to the outbox.
//!
//! When a bundle is closed its reader is looked up again, since they may have switched mail off, and
//! nothing is sent to somebody who has a page open on this server. A mail for which the outbox has no
//! room is dropped and counted.

use super::bundles::{Bundle, Bundles, Line};
use super::letter::{self, Letter, confirmation_code, new_secret};
use super::outbox::{MAX_WAITING, Outbox};
use super::settings::Settings;
use super::transport::Transport;
use crate::metrics::metrics;
use crate::notices::{News, Notice, Way};
use crate::sockets::OpenSockets;
use crate::store::{Digest, MailAddress, SharedStore};
use crate::time::TimeSource;
use domain::PlayerId;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The most mails with notices to one person a day.
const MAX_A_DAY: u32 = 20;

/// How long the store may take to say where somebody can be reached.
const STORE_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a server that stops goes on writing what it has gathered.
const LAST: Duration = Duration::from_secs(3);

const DAY: u64 = 24 * 3_600_000;

/// Sends what handlers ask for: mails that confirm addresses.
#[derive(Debug)]
pub(crate) struct Mail {
    settings: Arc<Settings>,
    letters: mpsc::Sender<Letter>,
}

impl Mail {
    /// A new secret that confirms an address, and its digest.
    pub(crate) fn new_code() -> (String, Digest) {
        let secret = new_secret();
        let code = confirmation_code(&secret);
        (secret, code)
    }

    /// Sends the mail with the secret that confirms an address. It does not wait, and nobody is told
    /// whether it can be sent.
    pub(crate) fn confirm(&self, address: &MailAddress, secret: &str) {
        match letter::confirmation(&self.settings, address, secret) {
            Ok(letter) => post(&self.letters, letter),
            Err(error) => tracing::warn!(%error, "an address cannot be confirmed"),
        }
    }
}

/// Without room for it a letter is dropped, which counts it.
fn post(letters: &mpsc::Sender<Letter>, letter: Letter) {
    let _ = letters.try_send(letter);
}

/// Gathers and writes what is sent.
#[derive(Debug)]
pub(crate) struct Writer {
    news: mpsc::Receiver<News>,
    bundles: Bundles,
    settings: Arc<Settings>,
    letters: mpsc::Sender<Letter>,
    store: SharedStore,
    sockets: Arc<OpenSockets>,
    time: TimeSource,
    /// Cancelled when nothing more is written.
    is_last: CancellationToken,
}

/// Opens the mail: what handlers use, the way by which it is told what to send, and what writes.
/// What hands over is a task that `tasks` tracks.
pub(crate) fn open(
    settings: Settings,
    store: SharedStore,
    sockets: Arc<OpenSockets>,
    time: TimeSource,
    tasks: &TaskTracker,
    shutdown: CancellationToken,
) -> (Mail, Way, Writer) {
    let settings = Arc::new(settings);
    let (way, news) = Way::patient(|| metrics().count_mail("dropped"));
    let (letters, receiver) = mpsc::channel(MAX_WAITING);
    let is_last = CancellationToken::new();
    let outbox = Outbox::new(Transport::new(&settings), Arc::clone(&store), time, shutdown);
    let last = is_last.clone();
    tasks.spawn(async move { outbox.run(receiver, last).await });
    let mail = Mail { settings: Arc::clone(&settings), letters: letters.clone() };
    let bundles = Bundles::new(settings.gathered);
    (mail, way, Writer { news, bundles, settings, letters, store, sockets, time, is_last })
}

impl Writer {
    /// Writes until the server stops, and then what is still worth it.
    pub(crate) async fn run(mut self, shutdown: CancellationToken) {
        // However this ends, the outbox waits for nothing more.
        let _last = self.is_last.clone().drop_guard();
        loop {
            let closing = self.bundles.next();
            tokio::select! {
                () = shutdown.cancelled() => break,
                news = self.news.recv() => match news {
                    Some(news) => self.take_in(news).await,
                    None => break,
                },
                () = at(closing) => self.close(false).await,
            }
        }
        let last = async {
            while let Ok(news) = self.news.try_recv() {
                self.take_in(news).await;
            }
            self.close(true).await;
        };
        if timeout(LAST, last).await.is_err() {
            tracing::warn!("some mails were not written before the server stopped");
        }
    }

    async fn take_in(&mut self, news: News) {
        match news {
            News::Notice(notice) => self.gather(&notice).await,
            News::Past(of) => self.bundles.withdraw(of),
        }
    }

    /// Adds a notice to what is gathered for somebody who wants it by mail.
    async fn gather(&mut self, notice: &Notice) {
        let (to, Some(of)) = (notice.to(), notice.of()) else { return };
        let Some(address) = self.address(to).await else { return };
        let Some(kind) = notice.kind_later(address.kinds) else { return };
        let opponent = notice.opponent().map(Box::from);
        let line = Line { kind, game: notice.game(), of, opponent };
        let is_away = !self.sockets.has_any(to);
        if !self.bundles.add(to, line, is_away, Instant::now()) {
            metrics().count_mail("dropped");
        }
    }

    /// Writes what has waited for long enough, or for a server that stops everything.
    async fn close(&mut self, stops: bool) {
        loop {
            let closed =
                if stops { self.bundles.close_early() } else { self.bundles.close(Instant::now()) };
            let Some((to, bundle)) = closed else { return };
            // The sockets of a server that stops are closed, whoever had one.
            let is_away = if stops { bundle.is_away } else { !self.sockets.has_any(to) };
            if is_away {
                self.write(to, bundle).await;
            } else {
                metrics().count_mail("present");
            }
        }
    }

    async fn write(&self, to: PlayerId, mut bundle: Bundle) {
        let Some(address) = self.address(to).await else { return };
        bundle.lines.retain(|line| address.kinds.wants(line.kind));
        if bundle.lines.is_empty() {
            return;
        }
        let day = i64::try_from(self.time.now().0 / DAY).unwrap_or(i64::MAX);
        let counted = timeout(STORE_TIMEOUT, self.store.count_mail(to, day, MAX_A_DAY)).await;
        match counted {
            Ok(Ok(true)) => {}
            Ok(Ok(false)) => return metrics().count_mail("limited"),
            Ok(Err(_)) | Err(_) => return metrics().count_mail("dropped"),
        }
        match letter::notices(&self.settings, &address, &bundle) {
            Ok(letter) => post(&self.letters, letter),
            Err(error) => tracing::warn!(%error, "notices cannot be sent"),
        }
    }

    /// Where somebody is to be told something by mail, if anywhere.
    async fn address(&self, of: PlayerId) -> Option<MailAddress> {
        match timeout(STORE_TIMEOUT, self.store.mail(of)).await {
            Ok(Ok(address)) => address.filter(MailAddress::is_usable),
            Ok(Err(_)) | Err(_) => {
                metrics().count_mail("dropped");
                None
            }
        }
    }
}

/// Waits until then; for ever without a time.
async fn at(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time).await,
        None => std::future::pending().await,
    }
}
