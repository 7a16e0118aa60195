//! A mail server of the test's own, which speaks as much SMTP (RFC 5321) as it takes to receive a
//! mail, and answers what a test wants it to.

use crate::within;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use std::collections::VecDeque;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_util::sync::{CancellationToken, DropGuard};

/// What the server does with a connection.
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
    /// It never says anything.
    Silence,
    /// It hangs up when it is told the sender.
    HangsUp,
}

/// A mail that was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mailed {
    /// The sender of the envelope.
    pub from: String,
    /// The recipient of the envelope.
    pub to: String,
    /// The headers as they came, unfolded.
    pub headers: Vec<String>,
    /// The text, decoded.
    pub text: String,
}

impl Mailed {
    fn new(from: String, to: String, lines: &[String]) -> Self {
        let end = lines.iter().position(String::is_empty).expect("the headers end");
        let mut headers: Vec<String> = Vec::new();
        for line in &lines[..end] {
            match headers.last_mut().filter(|_| line.starts_with([' ', '\t'])) {
                Some(last) => last.push_str(line),
                None => headers.push(line.clone()),
            }
        }
        let text = BASE64_STANDARD.decode(lines[end..].concat()).expect("the text is base64");
        let text = String::from_utf8(text).expect("UTF-8").replace("\r\n", "\n");
        Self { from, to, headers, text }
    }

    /// A header.
    ///
    /// # Panics
    ///
    /// If it is not there.
    #[must_use]
    #[track_caller]
    pub fn header(&self, name: &str) -> &str {
        let value =
            self.headers.iter().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        value.unwrap_or_else(|| panic!("{name} is not in {:?}", self.headers))
    }

    /// What follows a text up to the end of its line, such as the rest of an address.
    ///
    /// # Panics
    ///
    /// If the text is not there.
    #[must_use]
    #[track_caller]
    pub fn after(&self, start: &str) -> &str {
        let (_, rest) = self.text.split_once(start).unwrap_or_else(|| panic!("{}", self.text));
        rest.lines().next().unwrap_or_default()
    }
}

/// The mail server.
#[derive(Debug)]
pub struct MailService {
    address: SocketAddr,
    mails: mpsc::UnboundedReceiver<Mailed>,
    connections: Arc<Mutex<u32>>,
    fates: Arc<Mutex<VecDeque<MailFate>>>,
    _stops: DropGuard,
}

impl MailService {
    /// Starts one that takes everything, but for the first connections, which meet `fates`.
    ///
    /// # Panics
    ///
    /// If no port is free.
    pub async fn start(fates: &[MailFate]) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let address = listener.local_addr().expect("it has an address");
        let fates = Arc::new(Mutex::new(fates.iter().copied().collect::<VecDeque<_>>()));
        let (sender, mails) = mpsc::unbounded_channel();
        let (stop, connections) = (CancellationToken::new(), Arc::<Mutex<u32>>::default());
        let serving = serve(listener, sender, Arc::clone(&fates), Arc::clone(&connections));
        let stopped = stop.clone();
        tokio::spawn(async move { stopped.run_until_cancelled(serving).await });
        Self { address, mails, connections, fates, _stops: stop.drop_guard() }
    }

    /// Lets the next connections meet these.
    ///
    /// # Panics
    ///
    /// If the service has failed.
    pub fn then(&self, fates: &[MailFate]) {
        self.fates.lock().expect("nothing panics with it").extend(fates);
    }

    /// Its address, as the flag takes it.
    #[must_use]
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// How many connections there were.
    ///
    /// # Panics
    ///
    /// If the service has failed.
    #[must_use]
    pub fn connections(&self) -> u32 {
        *self.connections.lock().expect("nothing panics with it")
    }

    /// The next mail.
    ///
    /// # Panics
    ///
    /// If none comes.
    pub async fn next(&mut self) -> Mailed {
        within("a mail", self.mails.recv()).await.expect("the service runs")
    }

    /// The mails that have come and nobody has looked at.
    pub fn rest(&mut self) -> Vec<Mailed> {
        std::iter::from_fn(|| self.mails.try_recv().ok()).collect()
    }
}

async fn serve(
    listener: TcpListener,
    mails: mpsc::UnboundedSender<Mailed>,
    fates: Arc<Mutex<VecDeque<MailFate>>>,
    connections: Arc<Mutex<u32>>,
) {
    let mut open = JoinSet::new();
    loop {
        let (stream, _) = listener.accept().await.expect("it listens");
        *connections.lock().expect("nothing panics with it") += 1;
        let fate = fates.lock().expect("nothing panics with it").pop_front();
        let mails = mails.clone();
        open.spawn(async move {
            // Whoever hangs up in the middle has sent nothing.
            let _ = receive(stream, fate.unwrap_or(MailFate::Taken), &mails).await;
        });
    }
}

/// Speaks with whoever connected, until they leave.
async fn receive(
    stream: TcpStream,
    fate: MailFate,
    mails: &mpsc::UnboundedSender<Mailed>,
) -> io::Result<()> {
    let mut stream = BufReader::new(stream);
    let greeting = match fate {
        MailFate::Silence => return std::future::pending().await,
        MailFate::Greets(line) => line,
        _ => "220 mail.example.org",
    };
    say(&mut stream, greeting).await?;
    let (mut from, mut to) = (String::new(), String::new());
    while let Some(line) = line(&mut stream).await? {
        let command = line.to_ascii_uppercase();
        let answer = if command.starts_with("EHLO ") {
            "250-mail.example.org\r\n250-8BITMIME\r\n250 SIZE 10240000"
        } else if command.starts_with("MAIL FROM:") {
            from = within_brackets(&line);
            match fate {
                MailFate::Sender(answer) => answer,
                MailFate::HangsUp => return Ok(()),
                _ => "250 2.1.0 Ok",
            }
        } else if command.starts_with("RCPT TO:") {
            to = within_brackets(&line);
            match fate {
                MailFate::Recipient(answer) => answer,
                _ => "250 2.1.5 Ok",
            }
        } else if command == "DATA" {
            say(&mut stream, "354 End with a dot").await?;
            let lines = data(&mut stream).await?;
            match fate {
                MailFate::Mail(answer) => answer,
                _ => {
                    // The test may have ended.
                    let _ = mails.send(Mailed::new(from.clone(), to.clone(), &lines));
                    "250 2.0.0 Ok"
                }
            }
        } else if command == "QUIT" {
            return say(&mut stream, "221 2.0.0 Bye").await;
        } else {
            "500 5.5.1 Unknown"
        };
        say(&mut stream, answer).await?;
    }
    Ok(())
}

async fn say(stream: &mut BufReader<TcpStream>, line: &str) -> io::Result<()> {
    stream.get_mut().write_all(format!("{line}\r\n").as_bytes()).await
}

async fn line(stream: &mut BufReader<TcpStream>) -> io::Result<Option<String>> {
    let mut line = String::new();
    let length = stream.read_line(&mut line).await?;
    Ok((length > 0).then(|| line.trim_end_matches(['\r', '\n']).to_owned()))
}

/// The lines of a mail up to the dot.
async fn data(stream: &mut BufReader<TcpStream>) -> io::Result<Vec<String>> {
    let mut lines = Vec::new();
    loop {
        let line = line(stream).await?.ok_or(io::ErrorKind::UnexpectedEof)?;
        match line.strip_prefix('.') {
            Some("") => return Ok(lines),
            Some(stuffed) => lines.push(stuffed.to_owned()),
            None => lines.push(line),
        }
    }
}

fn within_brackets(line: &str) -> String {
    let (_, rest) = line.split_once('<').unwrap_or_default();
    rest.split('>').next().unwrap_or_default().to_owned()
}
