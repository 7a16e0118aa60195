//! The stream of a connection, which fails when its client holds the server up: by not reading the written
//! bytes, or by sending a message to a socket that never becomes whole.

use crate::addresses::UnreadOfOne;
use crate::request::Unfinished;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// A client that does not take all that is written to it takes at least [`LEAST_READ`] bytes in this time.
const SLOW: Duration = Duration::from_secs(30);
const LEAST_READ: usize = 16 * 1_024;

/// How long a socket's client may take for a whole message.
const UNFINISHED: Duration = Duration::from_secs(5);

/// A stream that fails when its client is too slow.
pub(super) struct ClientStream<S> {
    stream: S,
    /// From the first write that the client did not take as a whole until one that it did.
    slow: Option<Slow>,
    unread: UnreadOfOne,
    /// The client that a proxy forwards for at the moment.
    forwarded: Forwarded,
    unfinished: Unfinished,
    /// From the moment when a message of a socket was waited for in the middle.
    waits: Option<Pin<Box<Sleep>>>,
}

/// The client for which a trusted proxy sent the latest request of a connection; none without a proxy.
#[derive(Debug, Clone, Default)]
pub(super) struct Forwarded(Arc<Mutex<Option<IpAddr>>>);

impl Forwarded {
    /// Takes note of the client of a request.
    pub(super) fn set(&self, client: IpAddr) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(client);
    }

    fn get(&self) -> Option<IpAddr> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bytes that a slow client has taken, until when.
struct Slow {
    alarm: Pin<Box<Sleep>>,
    taken: usize,
}

impl Slow {
    fn new() -> Self {
        Self { alarm: Box::pin(sleep(SLOW)), taken: 0 }
    }
}

impl<S> ClientStream<S> {
    /// A stream to a client, whose unread bytes are counted by `unread`.
    pub(super) const fn new(
        stream: S,
        unread: UnreadOfOne,
        forwarded: Forwarded,
        unfinished: Unfinished,
    ) -> Self {
        Self { stream, slow: None, unread, forwarded, unfinished, waits: None }
    }

    /// Takes note of a write of `offered` bytes; an error if the client is too slow, or has left too much
    /// unread.
    fn written(
        &mut self,
        context: &mut Context<'_>,
        offered: usize,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(taken)) if taken < offered => {
                let slow = self.slow.get_or_insert_with(Slow::new);
                slow.taken += taken;
                if slow.taken >= LEAST_READ {
                    *slow = Slow::new();
                }
                written
            }
            Poll::Ready(_) => {
                self.slow = None;
                self.unread.set(0);
                written
            }
            Poll::Pending => {
                if let Some(client) = self.forwarded.get() {
                    self.unread.belongs_to(client);
                }
                if !self.unread.set(offered) {
                    return Poll::Ready(Err(io::ErrorKind::OutOfMemory.into()));
                }
                let slow = self.slow.get_or_insert_with(Slow::new);
                slow.alarm.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }

    /// Takes note of `bytes` read from a socket's client, or of none yet.
    fn check_unfinished(
        &mut self,
        context: &mut Context<'_>,
        bytes: Poll<usize>,
    ) -> Result<(), io::Error> {
        let (before, was_too_long) = (self.unfinished.bytes(), self.unfinished.is_too_long());
        if before == 0 {
            self.waits = None;
        }
        if let Poll::Ready(bytes) = bytes {
            self.unfinished.add(bytes);
        }
        if before == 0 {
            return Ok(());
        }
        let waits = self.waits.get_or_insert_with(|| Box::pin(sleep(UNFINISHED)));
        if was_too_long || waits.as_mut().poll(context).is_ready() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        Ok(())
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for ClientStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if self.unfinished.is_counted() && !matches!(read, Poll::Ready(Err(_))) {
            let bytes = if read.is_ready() {
                Poll::Ready(buffer.filled().len() - before)
            } else {
                Poll::Pending
            };
            if let Err(error) = self.check_unfinished(context, bytes) {
                return Poll::Ready(Err(error));
            }
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ClientStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(context, bytes.len(), written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let offered = slices.iter().map(|slice| slice.len()).sum();
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.written(context, offered, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::addresses::Unread;
    use std::net::Ipv4Addr;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
    use tokio::time::advance;

    const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    fn pair(most: usize) -> (ClientStream<DuplexStream>, DuplexStream, Unfinished) {
        let (ours, theirs) = duplex(1_024);
        let unfinished = Unfinished::default();
        let unread = Unread::new(most, most).connection(ADDRESS);
        let stream = ClientStream::new(ours, unread, Forwarded::default(), unfinished.clone());
        (stream, theirs, unfinished)
    }

    /// Writes an answer to a client that takes `step` bytes each second; the error, if there is one.
    async fn write_to_slow_client(step: usize) -> Option<io::ErrorKind> {
        let (mut stream, mut client, _) = pair(usize::MAX);
        let reads = async {
            let mut buffer = vec![0; step];
            loop {
                sleep(Duration::from_secs(1)).await;
                if client.read_exact(&mut buffer).await.is_err() {
                    return;
                }
            }
        };
        let answer = vec![7; 200_000];
        tokio::select! {
            written = stream.write_all(&answer) => written.err().map(|error| error.kind()),
            () = reads => None,
        }
    }

    #[tokio::test(start_paused = true)]
    async fn client_that_reads_too_slowly_is_closed() {
        assert_eq!(write_to_slow_client(100).await, Some(io::ErrorKind::TimedOut));
        assert_eq!(write_to_slow_client(1_000).await, None, "30,000 bytes in 30 s");
    }

    #[tokio::test(start_paused = true)]
    async fn idle_client_after_slow_answer_is_not_closed() {
        let (mut stream, mut client, _) = pair(usize::MAX);
        let mut buffer = vec![0; 4_096];
        let answer = vec![7; 4_096];
        let (written, _) = tokio::join!(stream.write_all(&answer), client.read_exact(&mut buffer));
        written.expect("it was read");
        advance(SLOW * 10).await;
        let (written, _) = tokio::join!(stream.write_all(&answer), client.read_exact(&mut buffer));
        written.expect("a new answer has a time of its own");
    }

    #[tokio::test]
    async fn too_many_unread_bytes_close_the_connection() {
        let (mut stream, _client, _) = pair(50_000);
        let error = stream.write_all(&vec![7; 100_000]).await.expect_err("it is not read");
        assert_eq!(error.kind(), io::ErrorKind::OutOfMemory);
    }

    #[tokio::test(start_paused = true)]
    async fn message_without_an_end_closes_the_socket() {
        let (mut stream, mut client, unfinished) = pair(usize::MAX);
        unfinished.start();
        let mut buffer = [0; 64];
        client.write_all(b"half").await.expect("there is room");
        assert_eq!(stream.read(&mut buffer).await.expect("they were sent"), 4);
        let error = stream.read(&mut buffer).await.expect_err("nothing follows");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test(start_paused = true)]
    async fn fragments_without_an_end_close_the_socket() {
        let (mut stream, mut client, unfinished) = pair(usize::MAX);
        unfinished.start();
        let mut buffer = [0; 512];
        let mut read = 0;
        let error = loop {
            client.write_all(&[0x00, 0x80, 1, 2, 3, 4]).await.expect("there is room");
            match stream.read(&mut buffer).await {
                Ok(bytes) => read += bytes,
                Err(error) => break error,
            }
            // A ping between the fragments does not make the message whole.
            if read % 600 == 0 {
                unfinished.finish_control_frame();
            }
            assert!(read < 40_000, "it is never closed");
        };
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test(start_paused = true)]
    async fn whole_messages_may_come_for_ever() {
        let (mut stream, mut client, unfinished) = pair(usize::MAX);
        unfinished.start();
        let mut buffer = [0; 512];
        for _ in 0..100 {
            client.write_all(&[1; 400]).await.expect("there is room");
            stream.read_exact(&mut buffer[..400]).await.expect("it was sent");
            unfinished.finish_message();
            advance(UNFINISHED).await;
        }
    }
}
