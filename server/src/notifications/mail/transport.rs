//! One attempt to hand a mail to the mail server: a connection, one mail, and the outcome.
//!
//! The commands are given one by one, because it matters which of them is refused: an address that
//! does not exist is switched off, while a server that refuses the sender or the login is the
//! operator's concern. An attempt has a time limit, and the library reads the server's answers up to
//! a bound and never shows them.

use super::authorities::{Authorities, encryption_of_the_system};
use super::letter::Letter;
use super::line_by_line::LineByLine;
use super::server::{Encryption, Login, MailServer};
use super::settings::Settings;
use lettre::Address;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::ClientId;
use std::io;
use std::iter::successors;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::OnceCell;
use tokio::time::timeout;

/// How long an attempt takes at the most.
const ATTEMPT: Duration = Duration::from_secs(30);

/// How long connecting takes at the most.
const CONNECT: Duration = Duration::from_secs(10);

/// How long the server has to say goodbye.
const GOODBYE: Duration = Duration::from_secs(2);

/// How much is logged of why a connection could not be encrypted, in characters.
const MAX_REASON: usize = 200;

/// The result of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The server has it.
    Sent,
    /// There is no such address.
    NoAddress,
    /// The server does not take it, nor will it later.
    Refused,
    /// It may be taken later.
    Later,
}

/// At which step an attempt failed, and why.
#[derive(Debug)]
enum Failure {
    /// There is no connection.
    Connection(io::Error),
    /// Before the mail was announced: the server does not let this one in.
    Server(Error),
    /// The server has no STARTTLS.
    NotEncrypted,
    /// The system has no certificates, or they cannot be used.
    NoCertificates,
    /// The sender or the mail.
    Mail(Error),
    /// The address it goes to.
    Address(Error),
}

/// The means to deliver mail.
#[derive(Debug)]
pub(super) struct Transport {
    server: MailServer,
    authorities: Option<Authorities>,
    sender: Address,
    hello: ClientId,
    /// Made for the first connection that needs it, since reading all certificates takes a while.
    tls: OnceCell<Option<TlsParametersOf>>,
}

/// The means of encryption, which have nothing to show.
#[derive(Clone)]
struct TlsParametersOf(TlsParameters);

impl std::fmt::Debug for TlsParametersOf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TlsParametersOf")
    }
}

impl Transport {
    pub(super) fn new(settings: &Settings) -> Self {
        let sender = settings.sender.0.email.clone();
        let hello = ClientId::Domain(sender.domain().to_owned());
        let Settings { server, authorities, .. } = settings.clone();
        Self { server, authorities, sender, hello, tls: OnceCell::const_new() }
    }

    /// Tries to hand a mail over; returns after half a minute at the most.
    pub(super) async fn attempt(&self, letter: &Letter) -> Outcome {
        match timeout(ATTEMPT, self.try_attempt(letter)).await {
            Ok(Ok(())) => Outcome::Sent,
            Ok(Err(failure)) => outcome(&failure),
            Err(_) => {
                tracing::warn!("the mail server does not answer");
                Outcome::Later
            }
        }
    }

    async fn try_attempt(&self, letter: &Letter) -> Result<(), Failure> {
        let mut connection = self.connect().await?;
        let handed_over = self.hand_over(&mut connection, letter).await;
        // The mail has been taken or refused; the server's farewell does not change that.
        let _ = timeout(GOODBYE, connection.quit()).await;
        handed_over
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, Failure> {
        let MailServer { host, port, encryption, login } = &self.server;
        let place = (host.as_str(), *port);
        let mut connection = match encryption {
            Encryption::Always => {
                let tls = Some(self.tls().await?);
                AsyncSmtpConnection::connect_tokio1(place, Some(CONNECT), &self.hello, tls, None)
                    .await
            }
            Encryption::StartTls | Encryption::None => {
                let stream = timeout(CONNECT, TcpStream::connect(place));
                let stream = stream
                    .await
                    .map_err(|_| Failure::Connection(io::ErrorKind::TimedOut.into()))?;
                let stream = LineByLine::new(stream.map_err(Failure::Connection)?);
                AsyncSmtpConnection::connect_with_transport(Box::new(stream), &self.hello).await
            }
        }
        .map_err(Failure::Server)?;
        if *encryption == Encryption::StartTls {
            if !connection.can_starttls() {
                return Err(Failure::NotEncrypted);
            }
            let tls = self.tls().await?;
            connection.starttls(tls, &self.hello).await.map_err(Failure::Server)?;
        }
        if let Some(Login { user, password }) = login {
            let credentials = Credentials::new(user.clone(), password.clone());
            let known = [Mechanism::Plain, Mechanism::Login];
            connection.auth(&known, &credentials).await.map_err(Failure::Server)?;
        }
        Ok(connection)
    }

    async fn hand_over(
        &self,
        connection: &mut AsyncSmtpConnection,
        letter: &Letter,
    ) -> Result<(), Failure> {
        let mail = Mail::new(Some(self.sender.clone()), Vec::new());
        connection.command(mail).await.map_err(Failure::Mail)?;
        let to = Rcpt::new(letter.to.clone(), Vec::new());
        connection.command(to).await.map_err(Failure::Address)?;
        connection.command(Data).await.map_err(Failure::Mail)?;
        connection.message(&letter.message).await.map_err(Failure::Mail)?;
        Ok(())
    }

    /// The means of encryption, with the certificates that count.
    async fn tls(&self) -> Result<TlsParameters, Failure> {
        let (host, authorities) = (self.server.host.clone(), self.authorities.clone());
        let made = self.tls.get_or_init(|| async {
            let made = tokio::task::spawn_blocking(move || match authorities {
                Some(authorities) => authorities.encryption(&host),
                None => encryption_of_the_system(&host),
            });
            made.await.ok().flatten().map(TlsParametersOf)
        });
        made.await.clone().map(|TlsParametersOf(tls)| tls).ok_or(Failure::NoCertificates)
    }
}

/// The meaning of a failure for the mail. The server's answer is left out of the log, since it may
/// repeat the address.
fn outcome(failure: &Failure) -> Outcome {
    match failure {
        Failure::Address(error) if is_no_address(error) => Outcome::NoAddress,
        Failure::Address(error) | Failure::Mail(error) if error.is_permanent() => {
            let code = error.status().map(|code| code.to_string());
            tracing::warn!(code, "the mail server refused a mail");
            Outcome::Refused
        }
        Failure::Server(error) | Failure::Address(error) | Failure::Mail(error) => {
            let code = error.status().map(|code| code.to_string());
            let why = not_encrypted(error);
            let problem = match error {
                error if error.is_timeout() => "it took too long",
                error if error.is_tls() || why.is_some() => "no encrypted connection",
                error if error.is_transient() => "not now",
                error if error.is_permanent() => "it does not let this server in",
                error if error.is_response() => "what it says is not understood",
                _ => "it cannot be reached",
            };
            tracing::warn!(code, problem, why, "the mail server took no mail");
            Outcome::Later
        }
        Failure::Connection(error) => {
            tracing::warn!(%error, "the mail server cannot be reached");
            Outcome::Later
        }
        Failure::NotEncrypted => {
            tracing::error!(
                "the mail server offers no encryption; docs/operations.md has the flags"
            );
            Outcome::Later
        }
        Failure::NoCertificates => {
            tracing::error!("the system has no certificates: the mail server cannot be reached");
            Outcome::Later
        }
    }
}

/// Why a connection could not be encrypted, such as a certificate that is not trusted, if that was
/// the matter.
fn not_encrypted(error: &Error) -> Option<String> {
    let mut sources = successors(std::error::Error::source(error), |error| error.source());
    let source = sources.find_map(|error| error.downcast_ref::<io::Error>())?;
    let is_of_encryption = source.kind() == io::ErrorKind::InvalidData;
    // The sender of a certificate chooses the names in it.
    is_of_encryption.then(|| source.to_string().chars().take(MAX_REASON).collect())
}

/// Whether the server's answer means that an address does not exist, rather than that it does not take
/// mail from here (5.7) or has no room for it (5.2.2).
fn is_no_address(error: &Error) -> bool {
    let code = error.status().map(|code| code.to_string()).unwrap_or_default();
    let source = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
    let is_other = source.starts_with("5.7") || source.starts_with("5.2.2");
    matches!(&*code, "550" | "551" | "553") && !is_other
}
