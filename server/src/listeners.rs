//! The address of a server, which is bound before anything else is done and
//! opened when everything is ready, or a listener that the caller has opened.

use std::io;
use std::net::SocketAddr;
use tokio::net::{TcpListener, TcpSocket};

/// Connections that wait to be accepted.
const ACCEPT_BACKLOG: u32 = 1_024;

/// A place to take connections in.
#[derive(Debug)]
pub struct BoundListener(State);

#[derive(Debug)]
enum State {
    /// Bound, but it does not accept connections yet.
    Bound(TcpSocket),
    /// Whoever connects waits until they are served.
    Open(TcpListener),
}

impl BoundListener {
    /// Binds an address without accepting connections yet.
    ///
    /// # Errors
    ///
    /// The system's, such as that the address is in use.
    pub fn bind(address: SocketAddr) -> io::Result<Self> {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        // A port that the system chooses must be nobody else's until it is listened on.
        socket.set_reuseaddr(address.port() != 0)?;
        socket.bind(address)?;
        Ok(Self(State::Bound(socket)))
    }

    /// The address, with the port that the system has chosen.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(crate) fn local_address(&self) -> io::Result<SocketAddr> {
        match &self.0 {
            State::Bound(socket) => socket.local_addr(),
            State::Open(listener) => listener.local_addr(),
        }
    }

    /// Lets people connect.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(crate) fn open(self) -> io::Result<TcpListener> {
        match self.0 {
            State::Bound(socket) => socket.listen(ACCEPT_BACKLOG),
            State::Open(listener) => Ok(listener),
        }
    }
}

impl From<TcpListener> for BoundListener {
    fn from(listener: TcpListener) -> Self {
        Self(State::Open(listener))
    }
}

/// The places of one server.
#[derive(Debug)]
pub struct BoundListeners {
    /// Pages, the API and the sockets.
    pub web: BoundListener,
    /// `/metrics`, where it has a place of its own.
    pub metrics: Option<BoundListener>,
    /// The requests of other nodes, where they reach this one.
    pub internal: Option<BoundListener>,
}

impl From<TcpListener> for BoundListeners {
    fn from(listener: TcpListener) -> Self {
        Self { web: listener.into(), metrics: None, internal: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;
    use tokio::net::TcpStream;

    #[tokio::test]
    async fn an_address_is_taken_at_once_and_opened_later() {
        let anywhere = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let entrance = BoundListener::bind(anywhere).expect("a free port");
        let State::Bound(socket) = &entrance.0 else { panic!("it is bound") };
        let address = socket.local_addr().expect("it has an address");
        assert!(TcpStream::connect(address).await.is_err(), "nobody can connect yet");
        let listener = entrance.open().expect("it opens");
        assert_eq!(listener.local_addr().expect("it has an address"), address);
        TcpStream::connect(address).await.expect("people can connect");
    }
}
