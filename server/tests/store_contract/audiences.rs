//! The places of audiences on Postgres: at one of several servers, until its last member or that server is gone.

use crate::fresh::with_database;
use crate::samples::{append, ending, game, match_id};
use crate::seeks::{beside, replace};
use store::{Audience, Holder, Location, Purpose, open};

#[tokio::test]
async fn audience_meets_at_one_server_while_anybody_is_there() {
    with_database(async |url| {
        let location = Location::Postgres(url.clone());
        let one = open(&location, Purpose::Serve).await.expect("Postgres opens");
        let other = beside(&location, &one).await;
        let (id, own) = (match_id(1), other.own_node());
        let meet = |store: &_, audience| {
            let store: &store::Database = store;
            let store = store.clone();
            async move { store.meet(audience, id).await.expect("Postgres answers") }
        };
        // Of two who come at once both meet at one of them.
        let (first, second) =
            tokio::join!(meet(&one, Audience::Analysis), meet(&other, Audience::Analysis));
        assert_eq!(first, second);
        assert_eq!(meet(&other, Audience::Match).await, own, "that is another audience");
        assert_eq!(meet(&one, Audience::Match).await, own);
        assert_eq!(one.meeting_place(Audience::Match, id).await, Ok(Some((own, None))));
        assert_eq!(one.place(id).await, Ok(Some((own, None))));
        // It is for the other to say that nobody is there.
        one.part(Audience::Match, id).await.expect("Postgres answers");
        assert_eq!(meet(&one, Audience::Match).await, own);
        other.part(Audience::Match, id).await.expect("Postgres answers");
        assert_eq!(meet(&one, Audience::Match).await, one.own_node());
        replace(&url, &one, &other).await;
        assert_eq!(meet(&other, Audience::Match).await, own);
        assert!(one.meet(Audience::Match, match_id(2)).await.is_err(), "it is taken to be gone");
        one.close().await;
        other.close().await;
    })
    .await;
}

#[tokio::test]
async fn holder_of_a_match_keeps_its_audience_at_the_end() {
    with_database(async |url| {
        let location = Location::Postgres(url.clone());
        let one = open(&location, Purpose::Serve).await.expect("Postgres opens");
        let other = beside(&location, &one).await;
        let (id, own) = (match_id(1), one.own_node());
        one.commit(&[append(id, 1..=2)]).await.expect("all is new");
        assert_eq!(other.meeting_place(Audience::Match, id).await, Ok(None));
        one.commit(&[ending(3, game(id, 9_000))]).await.expect("it ends");
        assert_eq!(other.holder(id).await, Ok(Holder::Nobody));
        assert_eq!(other.meet(Audience::Match, id).await, Ok(own));
        one.close().await;
        other.close().await;
    })
    .await;
}
