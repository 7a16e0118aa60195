//! The requests to the archive, and the latency of the answers.

use super::invented::{APART, LINES, NAMES, START, game, starts};
use super::lists::filters;
use super::{BenchArchive, BenchError};
use domain::explorer::ExplorerPosition;
use domain::likeness::likeness;
use domain::{MatchId, Moment};
use hdrhistogram::Histogram;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use std::time::Instant;
use store::{Append, Closing, Cursor, Database, FeedBatch, FeedReader};
use uuid::Uuid;

/// Games requested at a time: a page of the client and one more.
const PAGE: u32 = 31;

pub(super) async fn measure(
    store: &Database,
    options: &BenchArchive,
) -> Result<Vec<(String, Histogram<u64>)>, BenchError> {
    let mut dice = SmallRng::seed_from_u64(2);
    let mut measured = Vec::new();
    for (name, filter) in filters() {
        measured.push((name, filter, histogram()));
    }
    for _ in 0..options.questions {
        for (_, filter, times) in &mut measured {
            let after = dice.random::<bool>().then(|| Cursor {
                ended_at: Moment(START + dice.random_range(0..u64::from(options.games)) * APART),
                id: MatchId(Uuid::from_u128(dice.random())),
            });
            let began = Instant::now();
            store.games(filter, after, PAGE).await?;
            let micros = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
            times.saturating_record(micros);
        }
    }
    Ok(measured.into_iter().map(|(name, _, times)| (name, times)).collect())
}

/// Looks up positions that occurred in games, early ones more often than late ones.
pub(super) async fn explore(
    store: &Database,
    options: &BenchArchive,
) -> Result<Histogram<u64>, BenchError> {
    let mut dice = SmallRng::seed_from_u64(3);
    let starts = starts(&mut dice);
    let mut times = histogram();
    for _ in 0..options.questions {
        let (_, start, lines) = &starts[dice.random_range(0..starts.len())];
        let line = &lines[dice.random_range(0..lines.len())];
        let mut game = start.clone();
        let plies = dice.random_range(0..LINES.1).min(dice.random_range(0..LINES.1));
        for action in line.iter().take(plies) {
            if game.play(action).is_err() {
                break;
            }
        }
        let place = ExplorerPosition::of(&game).key;
        let began = Instant::now();
        store.seen(place).await?;
        times.saturating_record(u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX));
    }
    Ok(times)
}

/// Looks names up by the beginning that has been typed so far.
pub(super) async fn names(
    store: &Database,
    options: &BenchArchive,
) -> Result<Histogram<u64>, BenchError> {
    let mut times = histogram();
    for number in 0..options.questions as usize {
        let name = NAMES[number % NAMES.len()];
        let typed: String = name.chars().take(1 + number / NAMES.len() % 3).collect();
        let began = Instant::now();
        store.called(&likeness(&typed), 10).await?;
        times.saturating_record(u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX));
    }
    Ok(times)
}

/// Archives games one by one, as at the end of a match, and lets the readers of ended games count each.
pub(super) async fn archiving(
    store: &Database,
    options: &BenchArchive,
) -> Result<Vec<(String, Histogram<u64>)>, BenchError> {
    let mut dice = SmallRng::seed_from_u64(4);
    let starts = starts(&mut dice);
    let [mut commits, mut steps, mut whole] = [histogram(), histogram(), histogram()];
    let note = |times: &mut Histogram<u64>, began: Instant| {
        times.saturating_record(u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX));
    };
    for number in 0..options.questions {
        let mut game = game(options.games + number, &starts, &mut dice);
        // The same archive may be measured again.
        game.summary.id = MatchId::fresh();
        let closing = Some(Closing::Archive(Box::new(game.clone())));
        let end = Append { match_id: game.summary.id, events: Vec::new(), closing, seekers: None };
        let began = Instant::now();
        store.commit(&[end]).await?;
        note(&mut commits, began);
        let began = Instant::now();
        for reader in FeedReader::ALL {
            loop {
                let step = Instant::now();
                let left = store.read_on(reader, FeedBatch::small(reader)).await?;
                note(&mut steps, step);
                if left == 0 {
                    break;
                }
            }
        }
        note(&mut whole, began);
    }
    let named = |name: &str, times| (name.to_owned(), times);
    Ok(vec![
        named("archiving a game", commits),
        named("counting it, at a time", steps),
        named("counting it, in all", whole),
    ])
}

#[expect(clippy::cast_precision_loss, reason = "figures for people, far below 2^52")]
pub(super) const fn as_f64(number: u64) -> f64 {
    number as f64
}

/// Times in microseconds, up to ten minutes. An automatically resized histogram would not work:
/// recording with saturation never resizes it, so slow requests would count as fast.
pub(super) fn histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, 600_000_000, 3).expect("the bounds are constant and valid")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_requests_count_as_slow() {
        let mut times = histogram();
        for micros in [150, 2_500, 40_000, 17_000_000] {
            times.saturating_record(micros);
        }
        assert_eq!(times.value_at_quantile(0.5), 2_501);
        assert!(times.max() >= 16_990_000, "{}", times.max());
    }
}
