//! The write-ahead log that SQLite has next to its file.

use crate::samples::match_id;
use std::path::Path;
use std::sync::Arc;
use store::{Append, Database, Event, Location, Purpose, open};
use tempfile::TempDir;

const MIB: u64 = 1 << 20;

/// Writes more than 8 MiB of events of one match, a commit each.
async fn write_much(store: &Database, match_number: u128) {
    let text = Arc::<str>::from(format!(r#"{{"text":"{}"}}"#, "x".repeat(100_000)));
    for seq in 1..=90 {
        let events = vec![Event { seq, command: None, payload: text.clone() }];
        let batch =
            [Append { match_id: match_id(match_number), events, closing: None, seekers: None }];
        store.commit(&batch).await.expect("it is new");
    }
}

fn size(path: &Path) -> u64 {
    path.metadata().expect("the file is there").len()
}

#[tokio::test]
async fn tidying_copies_the_log_and_begins_it_again() {
    let directory = TempDir::new().expect("a temporary directory");
    let location = Location::Sqlite(directory.path().to_owned());
    let store = open(&location, Purpose::Serve).await.expect("a fresh database");
    let (file, log) = (directory.path().join("yiguan.db"), directory.path().join("yiguan.db-wal"));

    write_much(&store, 1).await;
    assert!(size(&file) < MIB, "a commit waited: {}", size(&file));
    store.checkpoint().await.expect("nothing is in the way");
    assert!(size(&file) > 8 * MIB, "{} came into the file", size(&file));

    let before = size(&log);
    for number in 2..5 {
        write_much(&store, number).await;
        store.checkpoint().await.expect("nothing is in the way");
    }
    assert!(size(&log) < before + MIB, "it grew from {before} to {}", size(&log));
    assert_eq!(store.events(match_id(1), 0, 1_000).await.expect("they are there").len(), 90);
    store.close().await;
}
