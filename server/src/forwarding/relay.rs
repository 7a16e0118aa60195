//! A forwarded socket: bytes between a client and the node that holds its match.
//!
//! The holder reads the client's messages, and limits, pings and closes it. Here bytes pass in both
//! directions, with little memory for each socket. When the match moves, the frames of its new holder
//! follow those of the last one, and the client keeps its connection. When the holder is gone the client
//! receives a close frame upon which it reconnects.

use super::frames::{Frames, is_restart, left_of_close};
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::task::{Poll, ready};
use std::time::Duration;
use tokio::io::{
    AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf, ReadHalf, WriteHalf, split,
};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// The most bytes that pass at once.
const PIECE: usize = 2_048;

/// How long the one side may take to end its connection when the other has.
const FAREWELL: Duration = Duration::from_secs(2);

/// Why bytes do not pass between a client and a holder any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Passed {
    /// One side has ended the connection, or the holder is gone.
    Over,
    /// The holder has the client reconnect. Frames of another holder can follow.
    Restart,
}

/// How a holder has ended its connection.
enum Down {
    /// Without a close frame, or the client cannot be written to.
    Ended,
    /// By a close frame upon which a client reconnects; the client has not received it.
    Restart(Vec<u8>),
}

/// The client's side of a forwarded socket.
pub(super) struct Relay<C> {
    from_client: ReadHalf<C>,
    to_client: WriteHalf<C>,
    /// The frames that have passed to the client, and those from it.
    frames: Frames,
    asked: Frames,
    has_client_ended: bool,
}

impl<C: AsyncRead + AsyncWrite> Relay<C> {
    /// The socket of a client that has the events of a match up to a number, if it has any.
    pub(super) fn new(client: C, since: Option<u32>) -> Self {
        let (from_client, to_client) = split(client);
        Self {
            from_client,
            to_client,
            frames: Frames::after(since),
            asked: Frames::new(),
            has_client_ended: false,
        }
    }

    /// The number of the last event that the client has.
    pub(super) const fn last_event(&self) -> Option<u32> {
        self.frames.last_event()
    }

    /// Passes bytes on until one side ends the connection, or `gone` is cancelled because the holder is.
    pub(super) async fn pass<H>(&mut self, holder: H, gone: &CancellationToken) -> Passed
    where
        H: AsyncRead + AsyncWrite,
    {
        let (mut from_holder, mut to_holder) = split(holder);
        let close = {
            let Self { from_client, to_client, frames, asked, .. } = self;
            let mut down = std::pin::pin!(pass_on(&mut from_holder, to_client, frames));
            let ended = tokio::select! {
                _ = copy(from_client, &mut to_holder, asked) => None,
                ended = down.as_mut() => Some(ended),
                () = gone.cancelled() => Some(Ok(Down::Ended)),
            };
            match ended {
                None => {
                    self.has_client_ended = true;
                    // The holder may still have an answer to the client's farewell.
                    let _ = to_holder.shutdown().await;
                    let _ = timeout(FAREWELL, down).await;
                    return Passed::Over;
                }
                Some(Ok(Down::Restart(close))) => close,
                Some(Ok(Down::Ended) | Err(_)) => return Passed::Over,
            }
        };
        if self.asked.is_between() {
            self.frames.reopen();
            return Passed::Restart;
        }
        // The other half of a message would reach a holder that does not know the first.
        self.frames.reopen();
        let _ = timeout(FAREWELL, self.to_client.write_all(&close)).await;
        self.frames.follow(&close);
        Passed::Over
    }

    /// Ends the client's connection, with a close frame if it has not received one.
    pub(super) async fn farewell(mut self) {
        let farewell = async {
            if !self.has_client_ended
                && let Some(close) = self.frames.close()
            {
                self.to_client.write_all(&close).await?;
                self.to_client.flush().await?;
            }
            self.to_client.shutdown().await?;
            if !self.has_client_ended {
                // A connection that is closed with something unread is reset, and the close frame is lost.
                while !piece(&mut self.from_client).await?.is_empty() {}
            }
            io::Result::Ok(())
        };
        // Whether the client still reads it is its own affair.
        let _ = timeout(FAREWELL, farewell).await;
    }
}

/// Passes the bytes of the holder on to the client, but for a close frame upon which it would reconnect.
async fn pass_on(
    from: &mut (impl AsyncRead + Unpin),
    to: &mut (impl AsyncWrite + Unpin),
    frames: &mut Frames,
) -> io::Result<Down> {
    loop {
        let piece = piece(from).await?;
        if piece.is_empty() {
            return Ok(Down::Ended);
        }
        let was_closed = frames.is_closed();
        let mut after = *frames;
        let passed = if was_closed { piece.len() } else { after.follow(&piece) };
        // If the wait is given up, part of the bytes may have been written.
        *frames = Frames::unknown();
        to.write_all(&piece[..passed]).await?;
        to.flush().await?;
        *frames = after;
        if !was_closed && after.is_closed() {
            let mut close = piece[passed..].to_vec();
            loop {
                let left = left_of_close(&close);
                if left == 0 || from.take(left as u64).read_to_end(&mut close).await? == 0 {
                    break;
                }
            }
            if is_restart(&close) {
                return Ok(Down::Restart(close));
            }
            to.write_all(&close).await?;
            to.flush().await?;
        }
    }
}

/// Passes the bytes of the client on to the holder.
async fn copy<R, W>(from: &mut R, to: &mut W, asked: &mut Frames) -> io::Result<()>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    loop {
        let piece = piece(from).await?;
        if piece.is_empty() {
            return Ok(());
        }
        let mut after = *asked;
        after.follow(&piece);
        *asked = Frames::unknown();
        to.write_all(&piece).await?;
        to.flush().await?;
        *asked = after;
    }
}

/// The next bytes, none at the end. They are read into the stack: a socket on which nothing happens has no
/// buffer.
async fn piece(from: &mut (impl AsyncRead + Unpin)) -> io::Result<Vec<u8>> {
    poll_fn(|context| {
        let mut bytes = [0; PIECE];
        let mut read = ReadBuf::new(&mut bytes);
        ready!(Pin::new(&mut *from).poll_read(context, &mut read))?;
        Poll::Ready(Ok(read.filled().to_vec()))
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{DuplexStream, duplex};

    /// A text frame of a server.
    const FRAME: &[u8] = b"\x81\x02hi";

    /// The client's and the holder's ends of a socket that is forwarded until the token is cancelled.
    fn socket() -> (DuplexStream, DuplexStream, CancellationToken) {
        let (client, near) = duplex(64);
        let (holder, far) = duplex(64);
        let gone = CancellationToken::new();
        let is_gone = gone.clone();
        tokio::spawn(async move {
            let mut relay = Relay::new(near, None);
            relay.pass(far, &is_gone).await;
            relay.farewell().await;
        });
        (client, holder, gone)
    }

    async fn rest(stream: &mut DuplexStream) -> Vec<u8> {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await.expect("it ends in order");
        bytes
    }

    #[tokio::test(start_paused = true)]
    async fn bytes_pass_in_both_directions() {
        let (mut client, mut holder, _gone) = socket();
        let long = vec![7; 5_000];
        let mut read = vec![0; 5_000];
        let (sent, received) = tokio::join!(client.write_all(&long), holder.read_exact(&mut read));
        assert!(sent.is_ok() && received.is_ok() && read == long);
        holder.write_all(FRAME).await.expect("there is room");
        client.read_exact(&mut read[..4]).await.expect("it was sent");
        assert_eq!(&read[..4], FRAME);
    }

    #[tokio::test(start_paused = true)]
    async fn client_is_closed_in_order_when_the_holder_is_gone() {
        for is_noticed in [false, true] {
            let (mut client, mut holder, gone) = socket();
            holder.write_all(FRAME).await.expect("there is room");
            let mut read = [0; 4];
            client.read_exact(&mut read).await.expect("it was sent");
            if is_noticed {
                gone.cancel();
            } else {
                drop(holder);
            }
            let close = Frames::new().close();
            assert_eq!(Some(rest(&mut client).await), close);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn half_a_frame_is_followed_by_no_other() {
        let (mut client, mut holder, _gone) = socket();
        holder.write_all(&FRAME[..3]).await.expect("there is room");
        drop(holder);
        assert_eq!(rest(&mut client).await, &FRAME[..3]);
    }

    /// A relay that has been restarted by its first holder, after the client has sent `asked`, with the
    /// client's end and what came of it.
    async fn restarted(asked: &[u8]) -> (DuplexStream, Relay<DuplexStream>, Passed) {
        const EVENT: &[u8] = b"\x81\x1f{\"type\":\"event\",\"seq\":7,\"at\":1}";
        let (mut client, near) = duplex(256);
        let (mut holder, far) = duplex(256);
        client.write_all(asked).await.expect("there is room");
        let mut relay = Relay::new(near, None);
        let gone = CancellationToken::new();
        let close = Frames::new().close().expect("nothing was sent");
        let ended = async {
            let mut read = vec![0; asked.len()];
            holder.read_exact(&mut read).await.expect("it passes");
            holder.write_all(EVENT).await.expect("there is room");
            // Some bytes of it arrive later.
            holder.write_all(&close[..5]).await.expect("there is room");
            tokio::task::yield_now().await;
            holder.write_all(&close[5..]).await.expect("there is room");
        };
        let (passed, ()) = tokio::join!(relay.pass(far, &gone), ended);
        let mut read = [0; EVENT.len()];
        client.read_exact(&mut read).await.expect("it passes");
        assert_eq!(read, EVENT);
        (client, relay, passed)
    }

    #[tokio::test(start_paused = true)]
    async fn frames_of_the_next_holder_follow_those_of_the_last() {
        let (mut client, mut relay, passed) = restarted(b"\x81\x80keys").await;
        assert_eq!((passed, relay.last_event()), (Passed::Restart, Some(7)));
        let (mut holder, far) = duplex(64);
        let gone = CancellationToken::new();
        let next = async {
            holder.write_all(FRAME).await.expect("there is room");
            client.write_all(b"\x81\x81keysx").await.expect("there is room");
            let mut read = [0; 7];
            holder.read_exact(&mut read).await.expect("it passes");
            assert_eq!(&read, b"\x81\x81keysx");
            // Another close frame is the client's.
            holder.write_all(b"\x88\x02\x03\xe8").await.expect("there is room");
            drop(holder);
        };
        let (passed, ()) = tokio::join!(relay.pass(far, &gone), next);
        assert_eq!(passed, Passed::Over);
        tokio::join!(relay.farewell(), async {
            assert_eq!(rest(&mut client).await, [FRAME, b"\x88\x02\x03\xe8"].concat());
        });
    }

    #[tokio::test(start_paused = true)]
    async fn client_in_the_middle_of_a_message_reconnects() {
        let (mut client, relay, passed) = restarted(b"\x81\x82keysx").await;
        assert_eq!(passed, Passed::Over);
        let close = Frames::new().close().expect("nothing was sent");
        tokio::join!(relay.farewell(), async {
            assert_eq!(rest(&mut client).await, close);
        });
    }

    #[tokio::test(start_paused = true)]
    async fn holder_notices_that_the_client_has_gone() {
        let (client, mut holder, _gone) = socket();
        drop(client);
        assert_eq!(rest(&mut holder).await, b"");
    }
}
