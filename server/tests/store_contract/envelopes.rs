//! Envelopes between servers on one Postgres.

use crate::seeks::{beside, replace};
use store::{Database, Envelope, Location, Purpose, Received, open};

fn envelope(receiver: &Database, number: i64) -> Envelope {
    Envelope { receiver: receiver.own_node(), number, body: format!("the envelope {number}") }
}

fn numbers(envelopes: &[Received]) -> Vec<i64> {
    envelopes.iter().map(|envelope| envelope.number).collect()
}

async fn a_single_server_writes_to_nobody(store: Database) {
    let envelope = Envelope { receiver: store.own_node() + 1, number: 1, body: String::new() };
    assert_eq!(store.send_envelopes(&[envelope]).await, Ok(()));
    assert_eq!(store.read_envelopes(9).await, Ok(vec![]));
    assert_eq!(store.discard_envelopes(&[(1, 1)]).await, Ok(()));
}

crate::on_both!(a_single_server_writes_to_nobody);

#[tokio::test]
async fn envelopes_are_read_in_order_until_they_are_discarded_or_a_server_is_gone() {
    crate::fresh::with_database(async |url| {
        let location = Location::Postgres(url.clone());
        let one = open(&location, Purpose::Serve).await.expect("Postgres opens");
        let other = beside(&location, &one).await;
        one.send_envelopes(&[envelope(&other, 2), envelope(&one, 3), envelope(&other, 1)])
            .await
            .expect("sent");
        // The outcome was in doubt.
        one.send_envelopes(&[envelope(&other, 2), envelope(&other, 4)]).await.expect("sent");
        let read = other.read_envelopes(9).await.expect("read");
        assert_eq!(numbers(&read), [1, 2, 4]);
        assert_eq!((read[0].sender, &*read[0].body), (one.own_node(), "the envelope 1"));
        assert_eq!(numbers(&other.read_envelopes(2).await.expect("read")), [1, 2]);
        let done = [(one.own_node(), 1), (one.own_node(), 2), (other.own_node(), 4)];
        other.discard_envelopes(&done).await.expect("discarded");
        assert_eq!(numbers(&other.read_envelopes(9).await.expect("read")), [4]);
        other.send_envelopes(&[envelope(&one, 1)]).await.expect("sent");
        assert_eq!(one.read_envelopes(9).await.expect("read").len(), 2);
        replace(&url, &other, &one).await;
        assert_eq!(numbers(&one.read_envelopes(9).await.expect("read")), [3], "its own alone");
        one.send_envelopes(&[envelope(&other, 9)]).await.expect("dropped");
        other.close().await;
        one.close().await;
    })
    .await;
}
