//! Looks up where the names of push services lead.
//!
//! The system's resolver blocks a thread, for some twenty seconds where a name server is silent, and
//! cannot be interrupted; any browser can subscribe with such names. So look-ups have threads of their own, a
//! few at a time, and block no other work. A name that could not be resolved in time is not looked up
//! again for an hour. The services of the most used browsers have threads that no other name takes, and
//! their failures are not remembered.

use super::endpoint::BadEndpoint;
use hashlink::LruCache;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fmt, io, thread};
use tokio::sync::{Semaphore, oneshot};
use tokio::time::{Instant, timeout};

/// How many names are looked up at a time, and how many more of reserved services.
const LOOK_UPS: usize = 12;
const RESERVED_LOOK_UPS: usize = 4;

/// How long a look-up may take before its name counts as one that cannot be resolved.
const LOOK_UP_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a name that could not be resolved is not looked up again.
const FAILED_FOR: Duration = Duration::from_secs(60 * 60);

/// How many names that could not be resolved are remembered; the one that was asked for least recently
/// makes room.
const MAX_FAILED: usize = 4_096;

/// Looks up the addresses of a name at a port; blocks.
type LookUp = dyn Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync;

/// The host of the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Service {
    /// A service of the most used browsers.
    Reserved,
    /// Any other.
    Other,
}

/// Looks names up, a few at a time.
pub(super) struct Resolver {
    look_up: Arc<LookUp>,
    reserved: Arc<Semaphore>,
    others: Arc<Semaphore>,
    failed: Arc<Mutex<LruCache<String, Instant>>>,
}

impl fmt::Debug for Resolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resolver").finish_non_exhaustive()
    }
}

impl Default for Resolver {
    fn default() -> Self {
        let system = |host: &str, port| Ok((host, port).to_socket_addrs()?.collect());
        Self::new(Arc::new(system), RESERVED_LOOK_UPS, LOOK_UPS)
    }
}

impl Resolver {
    fn new(look_up: Arc<LookUp>, reserved: usize, others: usize) -> Self {
        Self {
            look_up,
            reserved: Arc::new(Semaphore::new(reserved)),
            others: Arc::new(Semaphore::new(others)),
            failed: Arc::new(Mutex::new(LruCache::new(MAX_FAILED))),
        }
    }

    /// The addresses of a name, or of an address written as one.
    ///
    /// # Errors
    ///
    /// [`BadEndpoint::Unknown`] if the name cannot be resolved in time, or could not be recently.
    pub(super) async fn resolve(
        &self,
        host: &str,
        port: u16,
        service: Service,
    ) -> Result<Vec<SocketAddr>, BadEndpoint> {
        if let Ok(address) = host.parse::<IpAddr>() {
            return Ok(vec![SocketAddr::new(address, port)]);
        }
        let threads = match service {
            Service::Reserved => &self.reserved,
            Service::Other if self.has_failed(host) => return Err(BadEndpoint::Unknown),
            Service::Other => &self.others,
        };
        let thread = Arc::clone(threads).acquire_owned().await;
        let thread = thread.map_err(|_| BadEndpoint::Unknown)?;
        let (answer, answered) = oneshot::channel();
        let (name, look_up) = (host.to_owned(), Arc::clone(&self.look_up));
        let looked_up = thread::Builder::new().name("dns".to_owned()).spawn(move || {
            let found = look_up(&name, port);
            // Only now may another name be looked up, whether or not the caller still waits.
            drop(thread);
            // A caller that has given up needs no answer.
            let _ = answer.send(found);
        });
        if looked_up.is_err() {
            return Err(BadEndpoint::Unknown);
        }
        match timeout(LOOK_UP_TIMEOUT, answered).await {
            Ok(Ok(Ok(found))) if !found.is_empty() => Ok(found),
            Ok(Ok(Ok(_) | Err(_)) | Err(_)) | Err(_) => {
                if service == Service::Other {
                    self.lock().insert(host.to_owned(), Instant::now());
                }
                Err(BadEndpoint::Unknown)
            }
        }
    }

    fn has_failed(&self, host: &str) -> bool {
        self.lock().get(host).is_some_and(|failed| failed.elapsed() < FAILED_FOR)
    }

    fn lock(&self) -> MutexGuard<'_, LruCache<String, Instant>> {
        // Nothing under the lock panics half-way, so a poisoned one is still whole.
        self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;
    use futures_util::future::join_all;
    use std::sync::Condvar;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tokio::task::yield_now;

    const ADDRESS: SocketAddr = SocketAddr::new(IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 443);

    /// Names that begin with `silent` are not answered until `release` is called.
    struct NameServer {
        asked: AtomicUsize,
        released: (Mutex<bool>, Condvar),
    }

    impl NameServer {
        fn new() -> Arc<Self> {
            let released = (Mutex::new(false), Condvar::new());
            Arc::new(Self { asked: AtomicUsize::new(0), released })
        }

        fn look_up(&self, host: &str) -> io::Result<Vec<SocketAddr>> {
            self.asked.fetch_add(1, Ordering::SeqCst);
            if host.starts_with("silent") {
                let (released, changed) = &self.released;
                let guard = released.lock().expect("not poisoned");
                drop(changed.wait_while(guard, |released| !*released).expect("not poisoned"));
                return Err(io::ErrorKind::TimedOut.into());
            }
            if host.starts_with("unknown") {
                Err(io::ErrorKind::NotFound.into())
            } else {
                Ok(vec![ADDRESS])
            }
        }

        fn release(&self) {
            *self.released.0.lock().expect("not poisoned") = true;
            self.released.1.notify_all();
        }

        fn asked(&self) -> usize {
            self.asked.load(Ordering::SeqCst)
        }
    }

    fn resolver(server: &Arc<NameServer>) -> Resolver {
        let server = Arc::clone(server);
        Resolver::new(Arc::new(move |host: &str, _| server.look_up(host)), 1, 2)
    }

    #[tokio::test]
    async fn silent_names_take_no_more_threads_than_allowed() {
        let server = NameServer::new();
        let resolver = resolver(&server);
        let names: Vec<String> = (0..20).map(|number| format!("silent{number}")).collect();
        let all = names.iter().map(|name| resolver.resolve(name, 443, Service::Other));
        let mut all = join_all(all);
        while server.asked() < 2 {
            assert!((&mut all).now_or_never().is_none());
            yield_now().await;
        }
        assert_eq!(resolver.others.available_permits(), 0, "no thread is left for the others");
        let known = resolver.resolve("push.example", 443, Service::Reserved).await;
        assert_eq!(known, Ok(vec![ADDRESS]), "reserved services have threads of their own");
        assert_eq!(server.asked(), 3);
        server.release();
        assert!(all.await.iter().all(Result::is_err));
    }

    #[tokio::test]
    async fn failed_name_is_not_asked_for_an_hour() {
        let server = NameServer::new();
        let resolver = resolver(&server);
        for _ in 0..3 {
            let found = resolver.resolve("unknown.example", 443, Service::Other).await;
            assert_eq!(found, Err(BadEndpoint::Unknown));
        }
        assert_eq!(server.asked(), 1);
        tokio::time::pause();
        tokio::time::advance(FAILED_FOR).await;
        tokio::time::resume();
        let again = resolver.resolve("unknown.example", 443, Service::Other).await;
        assert_eq!((again, server.asked()), (Err(BadEndpoint::Unknown), 2));
        for asked in [3, 4] {
            let reserved = resolver.resolve("unknown.example", 443, Service::Reserved).await;
            assert_eq!((reserved, server.asked()), (Err(BadEndpoint::Unknown), asked));
        }
    }

    #[tokio::test]
    async fn thread_is_free_after_its_look_up() {
        let server = NameServer::new();
        let resolver = resolver(&server);
        for number in 0..50 {
            let found = resolver.resolve(&format!("s{number}.example"), 443, Service::Other).await;
            assert_eq!(found, Ok(vec![ADDRESS]));
        }
        assert_eq!(
            resolver.resolve("192.0.2.1", 8, Service::Other).await.map(|all| all.len()),
            Ok(1)
        );
        assert_eq!(server.asked(), 50, "an address is not looked up");
    }
}
