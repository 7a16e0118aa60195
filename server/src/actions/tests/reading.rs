//! The events of a match, read page by page while it is played.

use super::*;
use futures_util::StreamExt;
use store::codec;

/// As many events as two full pages have.
const EVENTS: u32 = 512;

#[tokio::test]
async fn list_of_events_that_outlives_its_match_ends_with_an_error() {
    let actions = Actions::on_new_store().await;
    let li = actions.guest("Li Bai").await;
    let id = actions.create(&li, against(Opponent::Open)).await.expect("it is open");
    let first = actions.store.events(id, 0, 1).await.expect("it reads").remove(0);
    let event = codec::read_event(&first.payload).expect("it was written here");
    let later = (first.seq + 1..=EVENTS + 1).map(|seq| {
        let mut event = event.clone();
        event.seq = seq;
        Event { seq, command: None, payload: codec::write_event(&event) }
    });
    let mut later: Vec<Event> = later.collect();
    let last = later.split_off(later.len() - 1);
    let append = |events, closing| Append { match_id: id, events, closing, seekers: None };
    actions.store.commit(&[append(later, None)]).await.expect("it is written");
    let read = || actions.events(id, li.id, 0);
    let mut whole = read().await.expect("it goes on");
    let mut cut = read().await.expect("it goes on");
    let mut count = 0;
    while let Some(page) = whole.next().await {
        count += page.expect("it goes on").len();
    }
    assert_eq!(count, 512, "two full pages are a whole list");
    assert_eq!(cut.next().await.map(|page| page.expect("it goes on").len()), Some(256));
    let end = append(last, Some(Closing::Discard));
    actions.store.commit(&[end]).await.expect("it is written");
    assert!(cut.next().await.expect("it is not at its end").is_err());
}
