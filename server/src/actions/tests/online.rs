//! The list of players online, for each viewer.

use super::*;
use store::Ban;

async fn listed(actions: &Actions, reader: &Player) -> (u32, Vec<PlayerId>) {
    let online = actions.online(reader.id, 10).await.expect("it reads");
    (online.total, online.players.into_iter().map(|one| one.player.id).collect())
}

#[tokio::test]
async fn unlisted_blocked_and_banned_players_are_counted_only() {
    let actions = Actions::on_new_store().await;
    let reader = actions.guest("Wang Wei").await;
    let (li, du) = (actions.guest("Li Bai").await, actions.registered("Du Fu").await);
    let _sockets = [&li, &du].map(|player| actions.presence.connect(player.id, !player.guest));
    assert_eq!(listed(&actions, &reader).await, (2, vec![du.id, li.id]), "registered first");
    actions.set_listed(du.id, false).await.expect("it is written");
    assert_eq!(actions.is_listed(du.id).await, Ok(false));
    assert_eq!(listed(&actions, &reader).await, (2, vec![li.id]));
    actions.set_listed(du.id, true).await.expect("it is written");
    actions.block(li.id, reader.id).await.expect("nothing forbids it");
    assert_eq!(listed(&actions, &reader).await, (2, vec![du.id]));
    let until = actions.now().after(60_000);
    let ban = Ban { subject: du.id.to_string(), until, reason: String::new() };
    actions.store.ban(&ban).await.expect("it is written");
    let read = actions.orders.read_orders(&actions.store, &actions.registry).await;
    assert!(read.is_some(), "the store is available");
    assert_eq!(listed(&actions, &reader).await, (2, vec![]));
}
