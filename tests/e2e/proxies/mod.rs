//! The proxies of `deploy/` in front of real servers. Their configurations are used as they are:
//! only addresses, the certificate and paths are replaced.

mod haproxy;
mod nginx;
mod tour;

use e2e::{Answer, Certificate, Guest, Request, Server, Socket, within};
use serde_json::Value;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::process::{Child, Command};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// The name of the site in both configurations.
const HOST: &str = "play.example.org";

/// The flags of a server behind a proxy.
const FLAGS: [&str; 4] = ["--public-url", "https://play.example.org", "--proxies", "127.0.0.1"];

/// The address from which the clients of [`Proxy::entrance`] reach the proxy.
const CLIENT: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 9));

/// A proxy with the configuration of one of the examples.
struct Proxy {
    /// The address at which it listens without encryption.
    plain: SocketAddr,
    /// The address at which it listens with TLS.
    tls: SocketAddr,
    /// A local port whose connections arrive at `tls`, encrypted, so that any client can use it.
    entrance: SocketAddr,
    _process: Child,
    _folder: TempDir,
    _certificate: Certificate,
}

/// The files and addresses of one proxy.
struct Place {
    folder: TempDir,
    certificate: Certificate,
    plain: SocketAddr,
    tls: SocketAddr,
}

impl Place {
    async fn new() -> Self {
        Self {
            folder: TempDir::with_prefix("yiguan-proxy-").expect("a temporary directory"),
            certificate: Certificate::of(HOST),
            plain: free_address().await,
            tls: free_address().await,
        }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("temporary paths are plain").to_owned()
    }
}

/// An address that nothing listened on just now.
async fn free_address() -> SocketAddr {
    let probe = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    probe.local_addr().expect("it is bound")
}

/// The text with every pair replaced.
#[track_caller]
fn replaced(text: &str, pairs: &[(&str, String)]) -> String {
    pairs.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "`{from}` is not in the configuration");
        text.replace(from, to)
    })
}

impl Proxy {
    /// Starts the program with its configuration in a file, and waits until it listens.
    async fn start(place: Place, program: &str, arguments: &[&str], configuration: &str) -> Self {
        let file = place.path("configuration");
        std::fs::write(&file, configuration).expect("there is room");
        let mut process = Command::new(program)
            .args(arguments)
            .arg(&file)
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("the proxy is installed: `./check tools` installs it");
        within("the proxy listens", async {
            while TcpStream::connect(place.tls).await.is_err() {
                let ended = process.try_wait().expect("it is our own child");
                assert!(ended.is_none(), "the proxy ended: {ended:?}");
                tokio::task::yield_now().await;
            }
        })
        .await;
        Self {
            plain: place.plain,
            tls: place.tls,
            entrance: encrypted(place.tls, Path::new(&place.certificate.path())).await,
            _process: process,
            _folder: place.folder,
            _certificate: place.certificate,
        }
    }

    /// Sends a request by HTTPS under the name of the site, also to one server by way of another.
    async fn send(&self, request: Request) -> Answer {
        request.header("host", HOST).send_until_served(self.entrance).await
    }

    async fn get(&self, path: &str) -> Answer {
        self.send(Request::get(path)).await
    }

    /// A new guest.
    async fn guest(&self) -> Guest {
        let made = self.send(Request::post("/api/guests")).await.ok();
        let text = |key: &str| made[key].as_str().expect("a text").to_owned();
        Guest { id: text("id"), name: text("name"), token: text("token") }
    }

    /// Creates a match and returns its id.
    async fn create(&self, guest: &Guest, wish: &Value) -> String {
        let made = self.send(Request::post("/api/matches").by(guest).json(wish)).await;
        assert_eq!(made.status, 201, "{made:?}");
        made.json()["id"].as_str().expect("an id").to_owned()
    }

    /// Opens the socket of a match, as a player or as a spectator.
    async fn follow(&self, id: &str, who: Option<&Guest>) -> Socket {
        Socket::follow_as(self.entrance, HOST, id, who).await
    }
}

/// Listens on a local port, and passes each connection on to `target` by TLS.
async fn encrypted(target: SocketAddr, certificate: &Path) -> SocketAddr {
    let mut trusted = RootCertStore::empty();
    let certificate = CertificateDer::from_pem_file(certificate).expect("it was written");
    trusted.add(certificate).expect("it is a certificate");
    let config = ClientConfig::builder().with_root_certificates(trusted).with_no_client_auth();
    let connector = TlsConnector::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    tokio::spawn(async move {
        while let Ok((mut inner, _)) = listener.accept().await {
            let connector = connector.clone();
            // A connection that fails shows in the answer that does not come.
            tokio::spawn(async move {
                let outer = connect_from(CLIENT, target).await?;
                let name = ServerName::try_from(HOST).expect("it is a name");
                let mut outer = connector.connect(name, outer).await?;
                copy_bidirectional(&mut inner, &mut outer).await
            });
        }
    });
    address
}

/// Connects from an address of this machine.
async fn connect_from(from: IpAddr, target: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(from, 0))?;
    let stream = socket.connect(target).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Opens so many connections with half a head from one address; returns those that are answered once
/// the other half has come. Every other one must have been closed.
async fn answered(target: SocketAddr, connections: usize) -> Vec<TcpStream> {
    let from = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 7));
    let mut half = Vec::new();
    for _ in 0..connections {
        // One that is refused may be closed before it is seen to be open, or before it is written to.
        let Ok(mut stream) = connect_from(from, target).await else { continue };
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: play.").await;
        half.push(stream);
    }
    let mut answered = Vec::new();
    for mut stream in half {
        let mut begin = [0; 12];
        let answer = async {
            stream.write_all(b"example.org\r\n\r\n").await?;
            stream.read_exact(&mut begin).await
        };
        if within("an answer, or the end", answer).await.is_ok() {
            assert_eq!(&begin, b"HTTP/1.1 301");
            answered.push(stream);
        }
    }
    answered
}

/// The addresses of servers in the order of the example's two; one server takes both places.
fn upstreams(servers: &[&Server]) -> [String; 2] {
    let last = servers.len() - 1;
    [0, 1].map(|place| servers[last.min(place)].address().to_string())
}
