//! How a running server carries out the orders of operators: who is banned, the notice to
//! all clients, whether new people are admitted, and the changes to matches and trees. The
//! command `yiguan admin` writes orders into the database; every server reads them every two
//! seconds, and when another has news of them.

use crate::analysis::{Analyses, OpenError};
use crate::ip_range::Network;
use crate::live::{FindError, Found, Registry};
use domain::{MatchId, MatchOrder, Moment, PlayerId};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use store::{Database, Mute, Notice, Operation, Orders};
use tokio::sync::watch;
use tokio::time::timeout;

/// How long one order may take.
const ORDER_TIMEOUT: Duration = Duration::from_secs(5);

/// The orders in force that concern connections.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct ActiveOrders {
    /// The notice to all clients.
    pub(crate) notice: Option<Notice>,
    networks: Vec<Network>,
    guests: Vec<PlayerId>,
    muted: Vec<PlayerId>,
}

impl ActiveOrders {
    /// Whether all players at an address are banned.
    pub(crate) fn bans_address(&self, address: IpAddr) -> bool {
        self.networks.iter().any(|network| network.contains(address))
    }

    /// Whether a guest may only watch.
    pub(crate) fn bans_guest(&self, id: PlayerId) -> bool {
        self.guests.contains(&id)
    }
}

impl ActiveOrders {
    /// Whether a player may not chat.
    pub(crate) fn mutes(&self, id: PlayerId) -> bool {
        self.muted.contains(&id)
    }

    fn of(orders: &Orders, mutes: &[Mute]) -> Self {
        let subjects = || orders.bans.iter().map(|ban| ban.subject.as_str());
        Self {
            notice: orders.notice.clone(),
            // A guest's id never parses as an address, and the other way round.
            networks: subjects().filter_map(|s| s.parse().ok()).map(Network::banned).collect(),
            guests: subjects().filter_map(|subject| subject.parse().ok()).collect(),
            muted: mutes.iter().map(|mute| mute.player).collect(),
        }
    }
}

/// The orders in force on this server.
#[derive(Debug)]
pub(crate) struct AdminOrders {
    active: watch::Sender<Arc<ActiveOrders>>,
    draining: AtomicBool,
}

impl Default for AdminOrders {
    fn default() -> Self {
        Self { active: watch::Sender::new(Arc::default()), draining: AtomicBool::new(false) }
    }
}

impl AdminOrders {
    /// The orders in force now.
    pub(crate) fn active(&self) -> Arc<ActiveOrders> {
        Arc::clone(&self.active.borrow())
    }

    /// The orders in force from now on, for a connection.
    pub(crate) fn subscribe(&self) -> watch::Receiver<Arc<ActiveOrders>> {
        self.active.subscribe()
    }

    /// Whether this server no longer admits new people.
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Reads the orders, and puts bans, mutes, the notice and draining into force; `None` if the
    /// store fails or does not answer in time, and then the previous ones stay in force.
    pub(crate) async fn read_orders(
        &self,
        store: &Database,
        registry: &Registry,
    ) -> Option<Orders> {
        let now = registry.now();
        let orders = timeout(ORDER_TIMEOUT, store.orders(now)).await.ok()?.ok()?;
        if self.draining.swap(orders.draining, Ordering::Relaxed) != orders.draining {
            tracing::info!(draining = orders.draining, "an operator's order");
        }
        let mutes = timeout(ORDER_TIMEOUT, store.mutes(now)).await.ok()?.ok()?;
        let active_orders = ActiveOrders::of(&orders, &mutes);
        self.active.send_if_modified(|known| {
            let is_news = **known != active_orders;
            if is_news {
                *known = Arc::new(active_orders);
            }
            is_news
        });
        Some(orders)
    }

    /// Reads the orders and carries them out.
    pub(crate) async fn sync(
        &self,
        store: &Database,
        registry: &Arc<Registry>,
        analyses: &Analyses,
    ) {
        // Whether the store is away is noticed by the beats.
        let Some(orders) = self.read_orders(store, registry).await else { return };
        for operation in &orders.open {
            let done = timeout(ORDER_TIMEOUT, carry_out(operation, registry, analyses)).await;
            let Ok(Some(outcome)) = done else { continue };
            tracing::info!(
                action = operation.action,
                target = operation.target,
                outcome,
                "an operator's order"
            );
            if let Err(error) = store.settle(operation.id, &outcome).await {
                tracing::warn!(%error, "what came of an operator's order is not written down");
            }
        }
    }
}

/// An order that only a running server can carry out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AdminAction {
    EndMatch(MatchId),
    RemoveLine(MatchId, u32),
    RemoveNote(MatchId, u32, PlayerId),
    RemoveVariation(MatchId, u32),
    ClearTree(MatchId),
}

impl AdminAction {
    fn parse(operation: &Operation) -> Option<Self> {
        let mut words = operation.target.split_whitespace();
        let id: MatchId = words.next()?.parse().ok()?;
        let mut number = || words.next()?.parse::<u32>().ok();
        Some(match operation.action.as_str() {
            "end" => Self::EndMatch(id),
            "clear-tree" => Self::ClearTree(id),
            "remove-line" => Self::RemoveLine(id, number()?),
            "remove-variation" => Self::RemoveVariation(id, number()?),
            "remove-note" => {
                let node = number()?;
                Self::RemoveNote(id, node, words.next()?.parse().ok()?)
            }
            _ => return None,
        })
    }
}

/// The result of an order; none if another server is to carry it out, or this one later.
async fn carry_out(
    operation: &Operation,
    registry: &Arc<Registry>,
    analyses: &Analyses,
) -> Option<String> {
    let Some(action) = AdminAction::parse(operation) else {
        return Some("not understood".to_owned());
    };
    let said = |done: bool| Some(if done { "done" } else { "there is no such thing" }.to_owned());
    let order = match action {
        AdminAction::EndMatch(_) => MatchOrder::End,
        AdminAction::RemoveLine(_, line) => MatchOrder::RemoveLine(line),
        AdminAction::RemoveNote(id, node, author) => {
            return match analyses.open(id).await {
                Ok(shared) => said(shared.remove_note(node, author).await?),
                Err(error) => missing(&error),
            };
        }
        AdminAction::ClearTree(id) => {
            return match analyses.open(id).await {
                Ok(shared) => said(shared.clear().await?),
                Err(error) => missing(&error),
            };
        }
        AdminAction::RemoveVariation(id, node) => {
            return match analyses.open(id).await {
                Ok(shared) => said(shared.remove_variation(node).await?),
                Err(error) => missing(&error),
            };
        }
    };
    let (AdminAction::EndMatch(id) | AdminAction::RemoveLine(id, _)) = action else { return None };
    match registry.find(id).await {
        Ok(Found::Here(handle)) => said(handle.order(order).await.ok()?),
        // Its chat may still be in the memory of another node.
        Ok(Found::Archived(_)) if registry.is_met_elsewhere(id).await? => None,
        Ok(Found::Archived(_)) => Some("the match is over".to_owned()),
        Err(FindError::NotFound) => Some("there is no such match".to_owned()),
        Err(FindError::Busy | FindError::Elsewhere | FindError::Damaged) => None,
    }
}

/// The answer for a tree that cannot be opened; none while it may be possible later.
fn missing(error: &OpenError) -> Option<String> {
    match error {
        OpenError::NotFound => Some("there is no such game".to_owned()),
        OpenError::Store(_) | OpenError::Elsewhere | OpenError::Full => None,
        OpenError::Damaged => Some("the game is damaged".to_owned()),
    }
}

/// The subject of a ban as it is stored and listed: of a single IPv6 address its /64. `None` if the
/// text names neither addresses nor a player.
pub(crate) fn subject(text: &str) -> Option<String> {
    let network = text.parse().map(|network: Network| network.banned().to_string());
    let player = || text.parse().map(|player: PlayerId| player.to_string());
    network.or_else(|_| player()).ok()
}

/// A moment some hours, minutes or days from now, as operators say it: `90m`, `12h`, `7d`.
pub(crate) fn later(now: Moment, span: &str) -> Option<Moment> {
    let (number, unit) = span.split_at_checked(span.len().checked_sub(1)?)?;
    let minutes = match unit {
        "m" => 1,
        "h" => 60,
        "d" => 24 * 60,
        _ => return None,
    };
    let number: u32 = number.parse().ok().filter(|number| (1..=100_000).contains(number))?;
    Some(now.after(u64::from(number) * minutes * 60_000))
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::Ban;

    #[test]
    fn bans_are_of_addresses_ranges_and_guests() {
        let (guest, other) = (PlayerId::fresh(), PlayerId::fresh());
        let subjects = ["192.0.2.0/24".to_owned(), "2001:db8::1".to_owned(), guest.to_string()];
        let ban = |subject| Ban { subject, until: Moment(1), reason: String::new() };
        let orders = Orders { bans: subjects.map(ban).into(), ..Orders::default() };
        let mute = Mute { player: guest, until: Moment(1), reason: String::new() };
        let active_orders = ActiveOrders::of(&orders, &[mute]);
        assert!(active_orders.mutes(guest) && !active_orders.mutes(other));
        for (address, banned) in [
            ("192.0.2.77", true),
            ("192.0.3.1", false),
            ("2001:db8::1", true),
            ("2001:db8::ffff:2", true),
            ("2001:db8:0:1::1", false),
        ] {
            assert_eq!(
                active_orders.bans_address(address.parse().expect("one")),
                banned,
                "{address}"
            );
        }
        assert!(active_orders.bans_guest(guest) && !active_orders.bans_guest(other));
        assert_eq!(subject("10.0.0.0/8").as_deref(), Some("10.0.0.0/8"));
        assert_eq!(subject("2001:db8::1").as_deref(), Some("2001:db8::/64"));
        assert_eq!(subject(&guest.to_string()), Some(guest.to_string()));
        assert_eq!(subject("Li"), None);
    }

    #[test]
    fn spans_are_said_shortly() {
        for (span, minutes) in [("5m", 5), ("12h", 720), ("7d", 10_080)] {
            assert_eq!(later(Moment(0), span), Some(Moment(minutes * 60_000)), "{span}");
        }
        for bad in ["", "m", "5", "-1h", "0m", "1w", "界"] {
            assert_eq!(later(Moment(0), bad), None, "{bad}");
        }
    }
}
