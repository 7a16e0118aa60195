//! Decides which mails are sent, and writes them: gathers notices for long enough, then
//! puts them together and hands mails to the outbox.
//!
//! Gathered notices are in the store from the beginning until the mail is settled, so a server that
//! stops or is killed loses none of it: it sends the rest after its start, or another server does.
//! When a mail is closed its reader is looked up again, since they may have switched mail off, and
//! nothing is sent to a player who has a page open on this server. While the outbox has no room, mails
//! wait.

use super::bundle::Bundle;
use super::letter::{self, Letter, confirmation_code, new_secret};
use super::outbox::{MAX_WAITING, Outbox};
use super::rounds::{Round, Rounds};
use super::settings::Settings;
use super::transport::Transport;
use crate::accounts::sockets::OpenSockets;
use crate::metrics::{MailOutcome, metrics};
use crate::notifications::{Channel, Notice, Update};
use crate::time::TimeSource;
use domain::{Moment, PlayerId};
use std::sync::Arc;
use std::time::Duration;
use store::{Database, Digest, MailAddress, MailNotification, StoreError};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The most mails with notices to one person a day.
const MAX_A_DAY: u32 = 20;

/// The most matches in the next mail to one person.
const MAX_GATHERED: u32 = 100;

/// How many people's mails are looked for at a time that others have left.
const MAX_LEFT: u32 = 100;

/// For how long a mail that is being sent belongs to this server: longer than every attempt to send it takes.
const SENDING: Duration = Duration::from_secs(3 * 3_600);

/// How long the store may take for one request.
const STORE_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a server that stops continues to store notices.
const STOP_TIMEOUT: Duration = Duration::from_secs(3);

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

    /// Sends the mail with the secret that confirms an address. It does not wait, and no caller learns
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

/// Gathers notices and writes mails.
#[derive(Debug)]
pub(crate) struct Writer {
    news: mpsc::Receiver<Update>,
    rounds: Rounds,
    settings: Arc<Settings>,
    letters: mpsc::Sender<Letter>,
    store: Database,
    sockets: Arc<OpenSockets>,
    time: TimeSource,
    /// Cancelled when nothing more is written.
    is_last: CancellationToken,
}

/// Opens the mail: the part for handlers, the way for notices, and the writer.
/// The task that delivers is one that `tasks` tracks.
pub(crate) fn open(
    settings: Settings,
    store: Database,
    sockets: Arc<OpenSockets>,
    time: TimeSource,
    tasks: &TaskTracker,
    shutdown: CancellationToken,
) -> (Mail, Channel, Writer) {
    let settings = Arc::new(settings);
    let (way, news) = Channel::batched(|| metrics().count_mail(MailOutcome::Dropped));
    let (letters, receiver) = mpsc::channel(MAX_WAITING);
    let is_last = CancellationToken::new();
    let outbox = Outbox::new(Transport::new(&settings), store.clone(), time, shutdown);
    let last = is_last.clone();
    tasks.spawn(async move { outbox.run(receiver, last).await });
    let mail = Mail { settings: Arc::clone(&settings), letters: letters.clone() };
    let rounds = Rounds::new(settings.gathered, Instant::now());
    (mail, way, Writer { news, rounds, settings, letters, store, sockets, time, is_last })
}

impl Writer {
    /// Writes until the server stops, and then stores the notices that have come.
    pub(crate) async fn run(mut self, shutdown: CancellationToken) {
        // However this ends, the outbox waits for nothing more.
        let _last = self.is_last.clone().drop_guard();
        loop {
            let next = self.rounds.next();
            tokio::select! {
                () = shutdown.cancelled() => break,
                news = self.news.recv() => match news {
                    Some(news) => self.take_in(news).await,
                    None => break,
                },
                () = sleep_until(next) => self.go_round().await,
            }
        }
        // Who has a page open is no longer known, so nothing is closed.
        let last = async {
            while let Ok(news) = self.news.try_recv() {
                self.take_in(news).await;
            }
        };
        if timeout(STOP_TIMEOUT, last).await.is_err() {
            tracing::warn!("some notices were not kept before the server stopped");
        }
    }

    async fn take_in(&mut self, news: Update) {
        match news {
            Update::Notice(notice) => self.gather(&notice).await,
            Update::Past(of) => {
                // At worst a player reads a state of some minutes ago.
                let _ = asked(self.store.withdraw_mail(of)).await;
            }
        }
    }

    /// Stores a notice for a player who wants it by mail.
    async fn gather(&mut self, notice: &Notice) {
        let (to, Some(of)) = (notice.to(), notice.of()) else { return };
        let address = match self.address(to).await {
            Ok(Some(address)) => address,
            Ok(None) => return,
            Err(_) => return metrics().count_mail(MailOutcome::Dropped),
        };
        let Some(kind) = notice.kind_later(address.kinds) else { return };
        let opponent = notice.opponent().map(Box::from);
        let line = MailNotification { kind, game: notice.game().into(), of, opponent };
        match asked(self.store.gather_mail(to, &line, MAX_GATHERED, self.time.now())).await {
            Ok(true) => self.rounds.open(to, Instant::now()),
            Ok(false) => {}
            Err(_) => metrics().count_mail(MailOutcome::Dropped),
        }
    }

    /// Does the due steps.
    async fn go_round(&mut self) {
        match self.rounds.take(Instant::now()) {
            Some(Round::Close(to)) => self.close(to).await,
            Some(Round::Look) => self.look().await,
            None => {}
        }
    }

    /// Closes what others have left, or this server before it was restarted.
    async fn look(&self) {
        let now = self.time.now();
        let since = now.before(millis(self.settings.gathered + self.rounds.patience()));
        let left = asked(self.store.due_mail(since, now, MAX_LEFT)).await;
        for to in left.unwrap_or_default() {
            self.close(to).await;
        }
    }

    /// Sends a player the gathered notices, if they are still to be sent. A mail that cannot be sent
    /// now is found by a later look.
    async fn close(&self, to: PlayerId) {
        let Ok(room) = self.letters.try_reserve() else { return };
        let now = self.time.now();
        let until = now.after(millis(SENDING));
        let Ok(taken) = asked(self.store.take_mail(to, now, until)).await else { return };
        if taken.is_empty() {
            return;
        }
        // If the store does not answer, the taken notices are free again after a while.
        let _ = match self.write(to, taken, until).await {
            Ok(Some(letter)) => return room.send(letter),
            Ok(None) => asked(self.store.settle_mail(to, until)).await,
            Err(_) => asked(self.store.leave_mail(to, until)).await,
        };
    }

    /// The mail with the notices taken for a player until `until`; `None` if it is not to be sent.
    async fn write(
        &self,
        to: PlayerId,
        taken: Vec<MailNotification>,
        until: Moment,
    ) -> Result<Option<Letter>, StoreError> {
        if self.sockets.has_any(to) || !self.store.present_elsewhere_of(&[to]).await?.is_empty() {
            metrics().count_mail(MailOutcome::Present);
            return Ok(None);
        }
        let Some(address) = self.address(to).await? else { return Ok(None) };
        let Some(bundle) = Bundle::of(taken, address.kinds) else { return Ok(None) };
        let day = i64::try_from(self.time.now().0 / DAY).unwrap_or(i64::MAX);
        if !asked(self.store.count_mail(to, day, MAX_A_DAY)).await? {
            metrics().count_mail(MailOutcome::Limited);
            return Ok(None);
        }
        match letter::notices(&self.settings, &address, &bundle) {
            Ok(letter) => Ok(Some(letter.taken_until(until))),
            Err(error) => {
                tracing::warn!(%error, "notices cannot be sent");
                Ok(None)
            }
        }
    }

    /// The address for notices to a player by mail, if there is one.
    async fn address(&self, of: PlayerId) -> Result<Option<MailAddress>, StoreError> {
        Ok(asked(self.store.mail(of)).await?.filter(MailAddress::is_usable))
    }
}

/// The answer of the store, if it comes in time.
async fn asked<T>(answer: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    timeout(STORE_TIMEOUT, answer).await.unwrap_or(Err(StoreError::Unavailable))
}

fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}
