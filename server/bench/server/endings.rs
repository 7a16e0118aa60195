//! Background load for the server's benchmark: games that end, so many a second, while others are
//! measured.
//!
//! They are played to their fortieth move beforehand, so that only the cost of their ends is added: the
//! last events, the row in the archive, and the readers of ended games.

use super::load::Load;
use super::table::Table;
use crate::BenchError;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};

/// The number of moves in a game before it ends.
const MOVES: usize = 40;

/// Games that are ready to end.
pub(super) struct Endings {
    tables: Vec<Table>,
    period: Duration,
}

impl Endings {
    /// Plays as many games to their fortieth move as end in `span`, `per_second` of them a second.
    pub(super) async fn prepared(
        load: &Load<'_>,
        per_second: u32,
        span: Duration,
    ) -> Result<Self, BenchError> {
        let period = Duration::from_secs(1) / per_second.max(1);
        let games = span.as_secs_f64() * f64::from(per_second);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a few thousand at most, and never negative"
        )]
        let tables = load.tables(games as usize, MOVES).await?;
        Ok(Self { tables, period })
    }

    /// Begins to end them: in each of them the player of the first side resigns.
    pub(super) fn begin(self) -> JoinHandle<Result<u64, BenchError>> {
        tokio::spawn(async move {
            let mut tick = interval(self.period);
            tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
            let mut ended = 0;
            for mut table in self.tables {
                tick.tick().await;
                table.resign().await?;
                ended += 1;
            }
            Ok(ended)
        })
    }
}
