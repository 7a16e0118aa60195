//! A connection to the mail server of which one line is read at a time.
//!
//! An attacker in between could add lines of their own to the answer that precedes encryption. The
//! library would store them and take them for the first ones that came encrypted: a refusal of an
//! address, or the receipt for a mail that was never delivered. Read line by line, they are still in the
//! connection when encryption begins, which then fails.

use lettre::transport::smtp::client::AsyncTokioStream;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncBufRead, AsyncRead, AsyncWrite, BufReader, ReadBuf};
use tokio::net::TcpStream;

/// The connection.
#[derive(Debug)]
pub(super) struct LineByLine(BufReader<TcpStream>);

impl LineByLine {
    pub(super) fn new(stream: TcpStream) -> Self {
        Self(BufReader::new(stream))
    }
}

impl AsyncTokioStream for LineByLine {
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        self.0.get_ref().peer_addr()
    }
}

impl AsyncRead for LineByLine {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = ready!(Pin::new(&mut self.0).poll_fill_buf(context))?;
        let line = read.iter().position(|&byte| byte == b'\n').map_or(read.len(), |end| end + 1);
        let length = line.min(buffer.remaining());
        buffer.put_slice(&read[..length]);
        Pin::new(&mut self.0).consume(length);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for LineByLine {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(self.0.get_mut()).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(self.0.get_mut()).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(self.0.get_mut()).poll_shutdown(context)
    }
}
