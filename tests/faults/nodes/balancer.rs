//! A balancer that leads each connection to the next server in turn, and to another one if that cannot
//! be reached. It ends the connections of a server that it is not to use any more.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch::{self, Receiver, Sender};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::timeout;

/// How long a server may take to accept a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

/// The balancer, gone when dropped.
#[derive(Debug)]
pub(super) struct Balancer {
    address: SocketAddr,
    servers: Sender<Vec<SocketAddr>>,
    task: JoinHandle<()>,
}

impl Drop for Balancer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Balancer {
    /// Opens one that knows no server yet.
    pub(super) async fn open() -> Result<Self, String> {
        let listener = TcpListener::bind("127.0.0.1:0").await.map_err(|error| error.to_string())?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let (servers, known) = watch::channel(Vec::new());
        let task = tokio::spawn(async move {
            let (mut tasks, next) = (JoinSet::new(), AtomicUsize::new(0));
            while let Ok((client, _)) = listener.accept().await {
                let mut order = known.borrow().clone();
                let first = next.fetch_add(1, Ordering::Relaxed) % order.len().max(1);
                order.rotate_left(first);
                tasks.spawn(pass(client, order, known.clone()));
                while tasks.try_join_next().is_some() {}
            }
        });
        Ok(Self { address, servers, task })
    }

    pub(super) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Leads new connections to these servers, and ends those to others.
    pub(super) fn lead_to(&self, servers: Vec<SocketAddr>) {
        self.servers.send_replace(servers);
    }
}

/// Passes a connection on to the first of some servers that accepts it.
async fn pass(mut client: TcpStream, order: Vec<SocketAddr>, mut known: Receiver<Vec<SocketAddr>>) {
    for address in order {
        let Ok(Ok(mut server)) = timeout(CONNECT_TIMEOUT, TcpStream::connect(address)).await else {
            continue;
        };
        // Delays are the servers' and the bots'.
        let _ = (client.set_nodelay(true), server.set_nodelay(true));
        tokio::select! {
            // Either side may end it.
            _ = copy_bidirectional(&mut client, &mut server) => {}
            _ = known.wait_for(|servers| !servers.contains(&address)) => {}
        }
        return;
    }
}
