//! Time limits of tests.

use std::time::Duration;

/// How long anything may take on a machine that does much else.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The output of `future`.
///
/// # Panics
///
/// If it takes longer than half a minute.
pub async fn within<T>(what: &str, future: impl Future<Output = T>) -> T {
    match tokio::time::timeout(TIMEOUT, future).await {
        Ok(output) => output,
        Err(_) => panic!("{what}: nothing came within {TIMEOUT:?}"),
    }
}
