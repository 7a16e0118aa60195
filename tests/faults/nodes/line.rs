//! The line by which other servers reach one of them. It can hold their bytes, while bytes in return
//! passes: so a network loses packets in one direction, and sends them again later.

use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch::{self, Receiver, Sender};
use tokio::task::{JoinHandle, JoinSet};

/// The most bytes that pass at once.
const PIECE: usize = 2_048;

/// The line, gone when dropped.
#[derive(Debug)]
pub(super) struct Line {
    address: SocketAddr,
    /// The address at which the server has to listen.
    server: SocketAddr,
    held: Sender<bool>,
    task: JoinHandle<()>,
}

impl Drop for Line {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Line {
    /// Opens a line to a server that is not there yet.
    pub(super) async fn open() -> Result<Self, String> {
        let bind = || TcpListener::bind("127.0.0.1:0");
        let listener = bind().await.map_err(|error| error.to_string())?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let free = bind().await.map_err(|error| error.to_string())?;
        let server = free.local_addr().map_err(|error| error.to_string())?;
        let (held, is_held) = watch::channel(false);
        let task = tokio::spawn(async move {
            let mut tasks = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                tasks.spawn(pass(client, server, is_held.clone()));
                while tasks.try_join_next().is_some() {}
            }
        });
        Ok(Self { address, server, held, task })
    }

    /// The address for the other servers.
    pub(super) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address at which the server has to listen.
    pub(super) const fn server(&self) -> SocketAddr {
        self.server
    }

    /// Holds what others send, or lets all of it pass.
    pub(super) fn hold(&self, is_held: bool) {
        self.held.send_replace(is_held);
    }
}

async fn pass(mut client: TcpStream, server: SocketAddr, mut is_held: Receiver<bool>) {
    let Ok(mut server) = TcpStream::connect(server).await else { return };
    let _ = (client.set_nodelay(true), server.set_nodelay(true));
    let (mut from_client, mut to_client) = client.split();
    let (mut from_server, mut to_server) = server.split();
    let there = async {
        let mut piece = [0; PIECE];
        while let Ok(read @ 1..) = from_client.read(&mut piece).await {
            let passes = is_held.wait_for(|held| !held).await.is_ok();
            if !passes || to_server.write_all(&piece[..read]).await.is_err() {
                break;
            }
        }
        let _ = to_server.shutdown().await;
    };
    let back = async {
        let _ = copy(&mut from_server, &mut to_client).await;
        let _ = to_client.shutdown().await;
    };
    tokio::join!(there, back);
}
