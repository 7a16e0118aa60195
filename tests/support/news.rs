//! A client of NATS that reads and publishes on any subject, as a stranger on the network can.

use crate::{Nats, within};
use std::net::Ipv4Addr;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// A connection that is subscribed to every subject.
#[derive(Debug)]
pub struct NewsClient {
    stream: BufReader<TcpStream>,
}

/// A message as NATS delivers it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    /// Its subject.
    pub subject: String,
    /// Its bytes.
    pub payload: Vec<u8>,
}

impl NewsClient {
    /// Connects, and returns when everything that is published from now on arrives. It does not receive its
    /// own messages.
    ///
    /// # Panics
    ///
    /// If NATS refuses that.
    pub async fn connect(nats: &Nats) -> Self {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, nats.port())).await;
        let mut client = Self { stream: BufReader::new(stream.expect("NATS listens")) };
        let connect = r#"CONNECT {"verbose":false,"pedantic":false,"echo":false}"#;
        client.write(format!("{connect}\r\nSUB > 1\r\nPING\r\n").as_bytes()).await;
        while client.line().await != "PONG" {}
        client
    }

    /// Publishes a message.
    ///
    /// # Panics
    ///
    /// If the connection is gone.
    pub async fn publish(&mut self, subject: &str, payload: &[u8]) {
        let head = format!("PUB {subject} {}\r\n", payload.len());
        self.write(&[head.as_bytes(), payload, b"\r\n"].concat()).await;
    }

    /// Waits for the next message.
    ///
    /// # Panics
    ///
    /// If none comes.
    pub async fn next(&mut self) -> Heard {
        loop {
            let line = self.line().await;
            if line == "PING" {
                self.write(b"PONG\r\n").await;
                continue;
            }
            let mut words = line.split(' ');
            let (Some("MSG"), Some(subject)) = (words.next(), words.next()) else { continue };
            let length = words.next_back().and_then(|length| length.parse().ok());
            let mut payload = vec![0; length.expect("a length")];
            let read = self.stream.read_exact(&mut payload);
            within("NATS sends the message", read).await.expect("the connection is there");
            // The end of the message is an empty line.
            assert_eq!(self.line().await, "");
            return Heard { subject: subject.to_owned(), payload };
        }
    }

    async fn line(&mut self) -> String {
        let mut line = String::new();
        let read = within("NATS sends something", self.stream.read_line(&mut line)).await;
        assert!(read.expect("NATS sends text") > 0, "NATS ends the connection");
        line.trim_end().to_owned()
    }

    async fn write(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).await.expect("NATS reads");
    }
}
