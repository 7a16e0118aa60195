//! The mail server's part of a connection, until the client leaves.

use super::{MailFate, Mailed, Shared, lock};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use std::io;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio_rustls::TlsAcceptor;

/// A connection, encrypted or not.
trait Connection: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Connection for S {}

/// The settings of a connection.
#[derive(Clone)]
pub(super) struct Session {
    always: Option<TlsAcceptor>,
    start_tls: Option<TlsAcceptor>,
    mails: mpsc::UnboundedSender<Mailed>,
    pub(super) shared: Arc<Mutex<Shared>>,
}

/// Whether the client has signed in, and how it may continue.
enum Answer {
    Line(&'static str),
    StartTls,
    Bye,
}

impl Session {
    /// Sessions that are encrypted from the start, by STARTTLS, or never.
    pub(super) fn new(
        [always, start_tls]: [Option<TlsAcceptor>; 2],
        mails: mpsc::UnboundedSender<Mailed>,
        shared: Arc<Mutex<Shared>>,
    ) -> Self {
        Self { always, start_tls, mails, shared }
    }

    /// Serves a connection.
    pub(super) async fn hold(&self, stream: TcpStream) -> io::Result<()> {
        let fate = {
            let mut shared = lock(&self.shared);
            shared.connections += 1;
            shared.fates.pop_front().unwrap_or(MailFate::Taken)
        };
        let (stream, is_encrypted): (Box<dyn Connection>, _) = match &self.always {
            Some(acceptor) => (Box::new(acceptor.accept(stream).await?), true),
            None => (Box::new(stream), false),
        };
        let stream = BufReader::new(stream);
        Held { session: self, stream, is_encrypted, fate, mail: Mailed::default() }.speak().await
    }
}

/// A connection that is held.
struct Held<'a> {
    session: &'a Session,
    stream: BufReader<Box<dyn Connection>>,
    is_encrypted: bool,
    fate: MailFate,
    /// The received parts of a mail.
    mail: Mailed,
}

impl Held<'_> {
    async fn speak(mut self) -> io::Result<()> {
        let greeting = match self.fate {
            MailFate::Silence => return std::future::pending().await,
            MailFate::Greets(line) => line,
            _ => "220 mail.example.org",
        };
        self.send_line(greeting).await?;
        while let Some(line) = self.line().await? {
            match self.answer(&line).await? {
                Answer::Line(answer) => self.send_line(answer).await?,
                Answer::StartTls => {
                    let answer = match self.fate {
                        MailFate::StartTls(answer) => answer,
                        _ => "220 2.0.0 Go ahead",
                    };
                    self.send_line(answer).await?;
                    if answer.starts_with("220") {
                        self.encrypt().await?;
                    }
                }
                Answer::Bye => return Ok(()),
            }
        }
        Ok(())
    }

    async fn encrypt(&mut self) -> io::Result<()> {
        let acceptor = self.session.start_tls.clone().ok_or(io::ErrorKind::Unsupported)?;
        let plain =
            std::mem::replace(&mut self.stream, BufReader::new(Box::new(tokio::io::empty())));
        let encrypted = acceptor.accept(plain.into_inner()).await?;
        self.stream = BufReader::new(Box::new(encrypted));
        self.is_encrypted = true;
        Ok(())
    }

    async fn answer(&mut self, line: &str) -> io::Result<Answer> {
        let command = line.to_ascii_uppercase();
        let answer = if command.starts_with("EHLO ") {
            let can_start = self.session.start_tls.is_some() && !self.is_encrypted;
            match (self.fate, can_start) {
                (MailFate::InClear, _) => "250-mail.example.org\r\n250 AUTH PLAIN LOGIN",
                (_, true) => "250-mail.example.org\r\n250 STARTTLS",
                (_, false) if self.is_encrypted => "250-mail.example.org\r\n250 AUTH PLAIN LOGIN",
                (_, false) => "250-mail.example.org\r\n250-8BITMIME\r\n250 SIZE 10240000",
            }
        } else if command == "STARTTLS" {
            return Ok(Answer::StartTls);
        } else if command.starts_with("AUTH PLAIN ") {
            self.mail.login = BASE64_STANDARD.decode(&line["AUTH PLAIN ".len()..]).ok();
            match self.fate {
                MailFate::Login(answer) => answer,
                _ => "235 2.7.0 Welcome",
            }
        } else if command.starts_with("MAIL FROM:") {
            self.mail.from = within_brackets(line);
            match self.fate {
                MailFate::Sender(answer) => answer,
                MailFate::HangsUp => return Ok(Answer::Bye),
                _ => "250 2.1.0 Ok",
            }
        } else if command.starts_with("RCPT TO:") {
            self.mail.to = within_brackets(line);
            match self.fate {
                MailFate::Recipient(answer) => answer,
                _ => "250 2.1.5 Ok",
            }
        } else if command == "DATA" {
            self.send_line("354 End with a dot").await?;
            let lines = self.data().await?;
            match self.fate {
                MailFate::Mail(answer) => answer,
                _ => {
                    let mail = Mailed { is_encrypted: self.is_encrypted, ..self.mail.clone() };
                    // The test may have ended.
                    let _ = self.session.mails.send(mail.with(&lines));
                    "250 2.0.0 Ok"
                }
            }
        } else if command == "QUIT" {
            self.send_line("221 2.0.0 Bye").await?;
            return Ok(Answer::Bye);
        } else {
            "500 5.5.1 Unknown"
        };
        Ok(Answer::Line(answer))
    }

    async fn send_line(&mut self, line: &str) -> io::Result<()> {
        self.stream.get_mut().write_all(format!("{line}\r\n").as_bytes()).await?;
        self.stream.get_mut().flush().await
    }

    async fn line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        let length = self.stream.read_until(b'\n', &mut line).await?;
        let line = String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned();
        if !self.is_encrypted {
            lock(&self.session.shared).in_clear.push(line.clone());
        }
        Ok((length > 0).then_some(line))
    }

    /// The lines of a mail up to the dot.
    async fn data(&mut self) -> io::Result<Vec<String>> {
        let mut lines = Vec::new();
        loop {
            let line = self.line().await?.ok_or(io::ErrorKind::UnexpectedEof)?;
            match line.strip_prefix('.') {
                Some("") => return Ok(lines),
                Some(stuffed) => lines.push(stuffed.to_owned()),
                None => lines.push(line),
            }
        }
    }
}

fn within_brackets(line: &str) -> String {
    let (_, rest) = line.split_once('<').unwrap_or_default();
    rest.split('>').next().unwrap_or_default().to_owned()
}
