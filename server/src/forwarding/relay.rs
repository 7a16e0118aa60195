//! A forwarded socket: bytes between a client and the node that holds its match.
//!
//! The holder reads the client's messages, and limits, pings and closes it. Here bytes pass in both
//! directions, with little memory for each socket. When the holder is gone the client receives a close
//! frame upon which it reconnects.

use super::frames::Frames;
use std::io;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, split};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// The bytes that pass at once to the holder, and to the client.
const TO_HOLDER: usize = 512;
const TO_CLIENT: usize = 1_024;

/// How long the one side may take to end its connection when the other has.
const FAREWELL: Duration = Duration::from_secs(2);

/// Passes bytes on until one side ends the connection, or `gone` is cancelled because the holder is.
pub(super) async fn relay<C, H>(client: C, holder: H, gone: CancellationToken)
where
    C: AsyncRead + AsyncWrite,
    H: AsyncRead + AsyncWrite,
{
    let (mut from_client, mut to_client) = split(client);
    let (mut from_holder, mut to_holder) = split(holder);
    let mut frames = Frames::new();
    let has_client_ended = {
        let mut down = std::pin::pin!(pass_on(&mut from_holder, &mut to_client, &mut frames));
        let ended = tokio::select! {
            _ = copy::<TO_HOLDER, _, _>(&mut from_client, &mut to_holder) => true,
            _ = down.as_mut() => false,
            () = gone.cancelled() => false,
        };
        if ended {
            // The holder may still have an answer to the client's farewell.
            let _ = to_holder.shutdown().await;
            let _ = timeout(FAREWELL, down).await;
        }
        ended
    };
    let farewell = async {
        if !has_client_ended && let Some(close) = frames.close() {
            to_client.write_all(&close).await?;
            to_client.flush().await?;
        }
        to_client.shutdown().await?;
        if !has_client_ended {
            // A connection that is closed with something unread is reset, and the close frame is lost.
            let mut rest = [0; TO_HOLDER];
            while from_client.read(&mut rest).await? > 0 {}
        }
        io::Result::Ok(())
    };
    // Whether the client still reads it is its own affair.
    let _ = timeout(FAREWELL, farewell).await;
}

/// Passes the bytes of the holder on to the client.
async fn pass_on(
    from: &mut (impl AsyncRead + Unpin),
    to: &mut (impl AsyncWrite + Unpin),
    frames: &mut Frames,
) -> io::Result<()> {
    let mut buffer = [0; TO_CLIENT];
    loop {
        let read = from.read(&mut buffer).await?;
        if read == 0 {
            return Ok(());
        }
        let mut after = *frames;
        after.follow(&buffer[..read]);
        // If the wait is given up, part of the bytes may have been written.
        *frames = Frames::unknown();
        to.write_all(&buffer[..read]).await?;
        to.flush().await?;
        *frames = after;
    }
}

async fn copy<const SIZE: usize, R, W>(from: &mut R, to: &mut W) -> io::Result<()>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let mut buffer = [0; SIZE];
    loop {
        let read = from.read(&mut buffer).await?;
        if read == 0 {
            return Ok(());
        }
        to.write_all(&buffer[..read]).await?;
        to.flush().await?;
    }
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
        tokio::spawn(relay(near, far, gone.clone()));
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

    #[tokio::test(start_paused = true)]
    async fn holder_notices_that_the_client_has_gone() {
        let (client, mut holder, _gone) = socket();
        drop(client);
        assert_eq!(rest(&mut holder).await, b"");
    }
}
