//! A mail server of the test's own, which speaks as much SMTP (RFC 5321) as it takes to receive a
//! mail, if asked by TLS, and answers as a test requests.

mod certificate;
mod mailed;
mod session;

pub use certificate::Certificate;
pub use mailed::Mailed;

use crate::within;
use session::Session;
use std::collections::VecDeque;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_util::sync::{CancellationToken, DropGuard};

/// The treatment of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailFate {
    /// It takes the mail.
    Taken,
    /// It greets with this line.
    Greets(&'static str),
    /// It answers the sender with this line.
    Sender(&'static str),
    /// It answers the recipient with this line.
    Recipient(&'static str),
    /// It answers the whole mail with this line.
    Mail(&'static str),
    /// It answers the login with this line.
    Login(&'static str),
    /// It never sends anything.
    Silence,
    /// It hangs up when it receives the sender.
    HangsUp,
    /// It does not offer STARTTLS, but asks for the login in clear.
    InClear,
    /// It answers STARTTLS with these lines, and what follows the first is meant to be taken for
    /// a message that comes encrypted.
    StartTls(&'static str),
}

/// How the server encrypts.
#[derive(Debug, Clone, Copy)]
pub enum MailTls<'a> {
    /// From the start.
    Always(&'a Certificate),
    /// By STARTTLS.
    StartTls(&'a Certificate),
}

/// The shared state of all connections.
#[derive(Debug, Default)]
struct Shared {
    connections: u32,
    /// How many of them have ended.
    ended: u32,
    fates: VecDeque<MailFate>,
    /// Every line that came without encryption.
    in_clear: Vec<String>,
}

/// The mail server.
#[derive(Debug)]
pub struct MailService {
    address: SocketAddr,
    /// The parts before and after the login and the port in its address.
    url: [&'static str; 3],
    mails: mpsc::UnboundedReceiver<Mailed>,
    shared: Arc<Mutex<Shared>>,
    _stops: DropGuard,
}

impl MailService {
    /// Starts one that takes everything, but for the first connections, which meet `fates`.
    ///
    /// # Panics
    ///
    /// If no port is free.
    pub async fn start(fates: &[MailFate]) -> Self {
        Self::serve(None, fates).await
    }

    /// Starts one that encrypts.
    ///
    /// # Panics
    ///
    /// If no port is free.
    pub async fn start_by_tls(tls: MailTls<'_>, fates: &[MailFate]) -> Self {
        Self::serve(Some(tls), fates).await
    }

    async fn serve(tls: Option<MailTls<'_>>, fates: &[MailFate]) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let address = listener.local_addr().expect("it has an address");
        let fates = fates.iter().copied().collect();
        let shared = Arc::new(Mutex::new(Shared { fates, ..Shared::default() }));
        let (sender, mails) = mpsc::unbounded_channel();
        let stop = CancellationToken::new();
        let (url, acceptors) = match tls {
            None => (["smtp", "127.0.0.1", ""], [None, None]),
            Some(MailTls::Always(with)) => {
                (["smtps", "localhost", ""], [Some(with.acceptor()), None])
            }
            Some(MailTls::StartTls(with)) => {
                (["smtp", "localhost", "?tls=starttls"], [None, Some(with.acceptor())])
            }
        };
        let session = Session::new(acceptors, sender, Arc::clone(&shared));
        let stopped = stop.clone();
        tokio::spawn(async move { stopped.run_until_cancelled(accept(listener, session)).await });
        Self { address, url, mails, shared, _stops: stop.drop_guard() }
    }

    /// Lets the next connections meet these.
    ///
    /// # Panics
    ///
    /// If the service has failed.
    pub fn then(&self, fates: &[MailFate]) {
        lock(&self.shared).fates.extend(fates);
    }

    /// Its address, as the flag takes it.
    #[must_use]
    pub fn url(&self) -> String {
        self.url_with("")
    }

    /// Its address with a login, such as `user:password@`.
    #[must_use]
    pub fn url_with(&self, login: &str) -> String {
        let ([scheme, host, rest], port) = (self.url, self.address.port());
        format!("{scheme}://{login}{host}:{port}{rest}")
    }

    /// How many connections there were.
    ///
    /// # Panics
    ///
    /// If the service has failed.
    #[must_use]
    pub fn connections(&self) -> u32 {
        lock(&self.shared).connections
    }

    /// How many connections have ended.
    ///
    /// # Panics
    ///
    /// If the service has failed.
    #[must_use]
    pub fn ended(&self) -> u32 {
        lock(&self.shared).ended
    }

    /// Every line that came without encryption.
    ///
    /// # Panics
    ///
    /// If the service has failed.
    #[must_use]
    pub fn in_clear(&self) -> Vec<String> {
        lock(&self.shared).in_clear.clone()
    }

    /// The next mail.
    ///
    /// # Panics
    ///
    /// If none comes.
    pub async fn next(&mut self) -> Mailed {
        within("a mail", self.mails.recv()).await.expect("the service runs")
    }

    /// The received mails that no test has read.
    pub fn rest(&mut self) -> Vec<Mailed> {
        std::iter::from_fn(|| self.mails.try_recv().ok()).collect()
    }
}

async fn accept(listener: TcpListener, session: Session) {
    let mut open = JoinSet::new();
    loop {
        let (stream, _) = listener.accept().await.expect("it listens");
        let session = session.clone();
        open.spawn(async move {
            // A client that hangs up in the middle has sent nothing.
            let _ = session.hold(stream).await;
            lock(&session.shared).ended += 1;
        });
    }
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().expect("nothing panics with it")
}
