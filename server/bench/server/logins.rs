//! Background load for the server's benchmark: clients that log in by password without a pause, while
//! others are measured.
//!
//! No account has the name, and the server hides that by verifying a password all the same, so every
//! attempt costs it a whole hash. One that finds the queue full is refused at once and tried again.

use super::http::Client;
use crate::BenchError;
use hyper::StatusCode;
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::task::JoinSet;

/// Clients that log in; their tasks end when this is dropped.
pub(super) struct Logins {
    tasks: JoinSet<Result<(), BenchError>>,
    verified: Arc<AtomicU64>,
}

impl Logins {
    /// `count` clients, each of which logs in again as soon as it is refused.
    pub(super) fn new(address: SocketAddr, count: usize) -> Self {
        let mut tasks = JoinSet::new();
        let verified = Arc::new(AtomicU64::new(0));
        for number in 0..count {
            let verified = Arc::clone(&verified);
            tasks.spawn(async move {
                let mut client = Client::connect(address).await?;
                let attempt = json!({
                    "name": format!("Nobody {number}"),
                    "password": "correct horse battery staple",
                });
                loop {
                    match client.status_of("/api/sessions", &attempt).await? {
                        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
                            verified.fetch_add(1, Ordering::Relaxed);
                        }
                        StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS => {}
                        other => return Err(BenchError::Answer(format!("a log-in: {other}"))),
                    }
                }
            });
        }
        Self { tasks, verified }
    }

    /// Ends them; how many passwords were verified.
    ///
    /// # Errors
    ///
    /// [`BenchError`] if one of them got another answer than a refusal.
    pub(super) async fn end(mut self) -> Result<u64, BenchError> {
        if let Some(Ok(Err(error))) = self.tasks.try_join_next() {
            return Err(error);
        }
        self.tasks.shutdown().await;
        Ok(self.verified.load(Ordering::Relaxed))
    }
}
