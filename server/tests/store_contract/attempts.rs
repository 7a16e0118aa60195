//! Attempts at an account on Postgres, which count for all servers.

use crate::fresh::with_database;
use crate::seeks::beside;
use std::time::Duration;
use store::{AttemptLimit, Database, Location, Purpose, open};

/// One becomes free in a quarter of an hour.
const LIMIT: AttemptLimit = AttemptLimit { at_once: 3, an_hour: 4 };

async fn attempt(store: &Database, key: u8) -> Result<(), Duration> {
    store.count_attempt(&[key; 16], LIMIT).await.expect("Postgres answers")
}

#[tokio::test]
async fn attempts_count_at_every_server() {
    with_database(async |url| {
        let location = Location::Postgres(url.clone());
        let one = open(&location, Purpose::Serve).await.expect("Postgres opens");
        let other = beside(&location, &one).await;
        for store in [&one, &other, &one] {
            assert_eq!(attempt(store, 1).await, Ok(()));
        }
        for store in [&one, &other] {
            let wait = attempt(store, 1).await.expect_err("there are three");
            assert!(wait <= Duration::from_secs(900), "{wait:?}");
            assert!(wait > Duration::from_secs(600), "{wait:?}");
        }
        assert_eq!(attempt(&other, 2).await, Ok(()), "another account");
        one.forget_attempts(100).await.expect("Postgres answers");
        assert!(attempt(&one, 1).await.is_err(), "its time is not over");
        one.close().await;
        other.close().await;
    })
    .await;
}

#[tokio::test]
async fn server_by_itself_counts_no_attempts_in_its_database() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let location = Location::Sqlite(folder.path().to_owned());
    let store = open(&location, Purpose::Serve).await.expect("it opens");
    for _ in 0..9 {
        assert_eq!(attempt(&store, 1).await, Ok(()));
    }
    store.close().await;
}
