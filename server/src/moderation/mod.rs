//! Actions of operators and moderators on a running server: orders, reports and the word filter.

pub(crate) mod measures;
pub(crate) mod orders;
pub(crate) mod reports;
pub mod word_filter;

use crate::analysis::Analyses;
use crate::bus::{Bus, News};
use crate::live::Registry;
use crate::runtime::Runtime;
use crate::store_health::HEARTBEAT;
use orders::AdminOrders;
use std::sync::Arc;

/// Starts the reading of orders.
pub(crate) fn start(
    runtime: &Runtime,
    registry: Arc<Registry>,
    analyses: Arc<Analyses>,
    bus: &Bus,
) -> Arc<AdminOrders> {
    let orders = Arc::<AdminOrders>::default();
    let (following, store) = (Arc::clone(&orders), runtime.store.clone());
    let (mut ticks, mut readings) = (runtime.every(HEARTBEAT), bus.readings(News::Orders));
    runtime.add("admin orders", async move {
        while readings.next(&mut ticks).await {
            following.sync(&store, &registry, &analyses).await;
        }
    });
    orders
}
