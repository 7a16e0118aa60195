//! Whether ratings, tallies and the explorer equal the archive after the faults of a program.

use crate::report::Report;
use domain::explorer::seen;
use e2e::Database;
use std::collections::{BTreeMap, BTreeSet};
use store::{Database as Store, FeedBatch, FeedReader, Location, Purpose, SeenAction, open};
use yiguan::commands::{RatingsConfig, TalliesConfig, ratings, tallies};

/// The number of games that one statement reads.
const STEP: u32 = 200;

/// Lets the readers of ended games read to the end on a database that no server uses, and compares their
/// results with the games.
pub(crate) async fn check(database: &Database, report: &mut Report) -> Result<(), String> {
    let location = Location::new(database.url(), database.directory());
    let location = location.map_err(|error| error.to_string())?;
    let store = open(&location, Purpose::Visit).await.map_err(|error| error.to_string())?;
    let games = compare_explorer(&store, report).await;
    store.close().await;
    drop(store);
    report.figure("ended games read, of them after the last kill", games?);
    let mut output = Vec::new();
    let config = RatingsConfig { check: true, rebuild: false };
    if let Err(error) = ratings(&location, config, &mut output).await {
        report.promise(false, || error.to_string());
    }
    let config = TalliesConfig { check: true, rebuild: false };
    if let Err(error) = tallies(&location, config, &mut output).await {
        report.promise(false, || error.to_string());
    }
    Ok(())
}

/// Compares the explorer with one that is counted from the beginning; returns the number of games, and
/// how many of them the slowest reader had not read.
async fn compare_explorer(store: &Store, report: &mut Report) -> Result<String, String> {
    let failed = |error: store::StoreError| error.to_string();
    let unread = store.unread().await.map_err(failed)?;
    for reader in FeedReader::ALL {
        while store.read_on(reader, FeedBatch::LARGE).await.map_err(failed)? > 0 {}
    }
    let (mut positions, mut games) = (BTreeSet::new(), 0);
    loop {
        let ended = store.ended(games, STEP).await.map_err(failed)?;
        let Some(last) = ended.last() else { break };
        games = last.number;
        for ended in &ended {
            positions.extend(seen(&ended.game).into_iter().map(|seen| seen.position));
        }
    }
    let before = explored(store, &positions).await.map_err(failed)?;
    store.rebuild_explorer().await.map_err(failed)?;
    let after = explored(store, &positions).await.map_err(failed)?;
    let differ =
        before.iter().filter(|&(position, seen)| after.get(position) != Some(seen)).count();
    report.promise(differ == 0, || format!("{differ} positions of the explorer were wrong"));
    Ok(format!("{games}, {}", unread.into_iter().max().unwrap_or(0)))
}

async fn explored(
    store: &Store,
    positions: &BTreeSet<u64>,
) -> Result<BTreeMap<u64, Vec<SeenAction>>, store::StoreError> {
    let mut explored = BTreeMap::new();
    for &position in positions {
        explored.insert(position, store.seen(position).await?);
    }
    Ok(explored)
}
