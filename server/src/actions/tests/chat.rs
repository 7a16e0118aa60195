//! Permission to chat, and the allowed words.

use super::*;
use store::Mute;

#[tokio::test]
async fn muted_player_and_filtered_word_are_refused() {
    let actions = Actions::on_new_store().await;
    let (li, du) = (actions.guest("Li Bai").await, actions.guest("Du Fu").await);
    assert_eq!(actions.check_chat(li.id, "hello"), Ok(()));
    assert_eq!(actions.check_chat(li.id, "how rude"), Err(CannotChat::Words));
    let until = actions.now().after(60_000);
    let mute = Mute { player: li.id, until, reason: String::new() };
    actions.store.mute(&mute).await.expect("it is written");
    let read = actions.orders.read_orders(&actions.store, &actions.registry).await;
    assert!(read.is_some(), "the store is available");
    assert_eq!(actions.check_chat(li.id, "hello"), Err(CannotChat::Muted));
    assert_eq!(actions.check_chat(du.id, "hello"), Ok(()));
    let unread = actions.unread(li.id).await.expect("it reads");
    assert_eq!(unread.muted_until, Some(until));
}
