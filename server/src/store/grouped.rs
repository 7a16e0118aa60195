//! Groups a stream of journal rows, sorted by match and sequence number, into one journal for each
//! match.
//!
//! Both databases use it when they read unfinished matches. One match is held in memory at a time,
//! so reading all journals of a server takes no more memory than its longest one.

use super::{Event, StoreError, StoreStream, Unfinished};
use domain::MatchId;
use futures_util::{StreamExt, stream};

/// One row of a sorted stream.
pub(super) type Row = Result<(MatchId, Event), StoreError>;

/// Every match of `rows`, which are sorted by match and sequence number, with its events.
pub(super) fn by_match<'a>(rows: StoreStream<'a, (MatchId, Event)>) -> StoreStream<'a, Unfinished> {
    stream::try_unfold((rows, None), |(mut rows, mut ahead): (_, Option<Unfinished>)| async move {
        loop {
            let row: Option<Row> = rows.next().await;
            match (row.transpose()?, ahead.take()) {
                (None, None) => return Ok(None),
                (None, Some(last)) => return Ok(Some((last, (rows, None)))),
                (Some((match_id, event)), Some(mut current)) if current.match_id == match_id => {
                    current.events.push(event);
                    ahead = Some(current);
                }
                (Some((match_id, event)), current) => {
                    let next = Unfinished { match_id, events: vec![event], alive: None };
                    match current {
                        Some(done) => return Ok(Some((done, (rows, Some(next))))),
                        None => ahead = Some(next),
                    }
                }
            }
        }
    })
    .boxed()
}
