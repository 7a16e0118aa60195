//! The present states of several matches.

use super::handle::MatchHandle;
use domain::MatchState;
use futures_util::future::join_all;
use protocol::MatchSummary;
use std::time::Duration;
use tokio::time::timeout;

/// How long a match may take to report its state before it is left out.
pub(crate) const STATE_TIMEOUT: Duration = Duration::from_secs(1);

/// The states of the matches that are not over, without those that do not report it in time.
pub(crate) async fn states_of(handles: &[MatchHandle]) -> Vec<MatchSummary> {
    let states = handles.iter().map(|handle| timeout(STATE_TIMEOUT, handle.summary()));
    let states = join_all(states).await.into_iter().filter_map(|state| Some(*state.ok()?.ok()?));
    states.filter(|state| state.state != MatchState::Over).collect()
}
