//! The server's signs of life, and the matches that servers show each other; who holds a match is in
//! `leases`.

use crate::fresh::{execute, with_database};
use crate::samples::match_id;
use domain::Moment;
use sqlx::{Connection, PgConnection};
use std::sync::Arc;
use store::{
    Database, Location, Node, NodeMatches, NodeState, NodeStatus, OtherMatches, Purpose,
    SharedMatch, open,
};

async fn the_heart_beats(store: Database) {
    assert_eq!(store.last_beat().await, Ok(None));
    for moment in [Moment(1_760_000_000_123), Moment(1_760_000_005_456)] {
        store.beat(moment).await.expect("the database is there");
        assert_eq!(store.last_beat().await, Ok(Some(moment)));
    }
}

/// By itself a server has no other to show matches to.
async fn nobody_else_shows_matches(store: Database) {
    let room = shared(1, "{}");
    let here = NodeMatches { shown: vec![room], ..NodeMatches::default() };
    store.share_matches(&here).await.expect("the database is there");
    assert_eq!(store.other_matches().await, Ok(None));
}

async fn node_is_listed_as_it_describes_itself(store: Database) {
    store.beat(now()).await.expect("the database is there");
    assert_eq!(store.nodes().await, Ok(Vec::new()), "it has not described itself");
    let status = |load, state| NodeStatus {
        name: "hall-1".to_owned(),
        version: "1.2.3".to_owned(),
        address: Some("10.0.0.1:9200".to_owned()),
        load,
        state,
    };
    for (load, state) in [(0, NodeState::Starting), (7, NodeState::Serving)] {
        store.describe_node(&status(load, state)).await.expect("the database is there");
        store.forget_gone_nodes().await.expect("the database is there");
        let found = store.nodes().await.expect("the database is there");
        let [Node { id, status: found, silent }] = &found[..] else { panic!("{found:?}") };
        assert_eq!((*id, found), (store.own_node(), &status(load, state)));
        assert!(*silent < 10_000, "{silent}");
    }
    let long = NodeStatus { name: "x".repeat(41), ..status(0, NodeState::Serving) };
    store.describe_node(&long).await.expect_err("the name is too long");
}

/// The time of the system, with which SQLite compares.
fn now() -> Moment {
    let since = std::time::UNIX_EPOCH.elapsed().expect("it is later than 1970");
    Moment(u64::try_from(since.as_millis()).expect("it is before the year 500,000,000"))
}

crate::on_both!(the_heart_beats, node_is_listed_as_it_describes_itself, nobody_else_shows_matches,);

fn shared(number: u128, payload: &str) -> SharedMatch {
    SharedMatch { match_id: match_id(number), payload: Arc::from(payload) }
}

/// The matches of the other server, by number.
async fn elsewhere(store: &Database) -> Option<OtherMatches> {
    let found = store.other_matches().await.expect("the database is there");
    found.map(|mut found| {
        found.matches.sort_by_key(|room| room.match_id);
        found
    })
}

#[tokio::test]
async fn servers_show_their_matches_to_each_other() {
    with_database(async |url| {
        let location = Location::Postgres(url.clone());
        let one = open(&location, Purpose::Serve).await.expect("the first server");
        let early = NodeMatches { shown: vec![shared(9, "a")], ..NodeMatches::default() };
        one.share_matches(&early).await.expect("the database is there");
        let mut session = PgConnection::connect(&url).await.expect("the database is there");
        let beat = "update node set until = clock_timestamp() + interval '1 hour' where id = 1";
        let beating = async {
            loop {
                one.beat(Moment(1)).await.expect("it lives");
            }
        };
        let other = tokio::select! {
            () = beating => unreachable!("it goes on for ever"),
            other = open(&location, Purpose::Serve) => other.expect("the second server"),
        };
        execute(&mut session, beat.to_owned()).await;
        assert_eq!(elsewhere(&one).await, Some(OtherMatches::default()));

        let here = NodeMatches {
            anew: true,
            shown: vec![shared(1, "a"), shared(2, "b")],
            gone: Vec::new(),
            live: 1,
        };
        one.share_matches(&here).await.expect("the database is there");
        let matches = vec![shared(1, "a"), shared(2, "b")];
        let seen = OtherMatches { matches, live: 1 };
        assert_eq!(elsewhere(&other).await, Some(seen), "what was shown before is forgotten");
        let changed = NodeMatches {
            shown: vec![shared(2, "c")],
            gone: vec![match_id(1)],
            ..NodeMatches::default()
        };
        one.share_matches(&changed).await.expect("the database is there");
        let seen = OtherMatches { matches: vec![shared(2, "c")], live: 0 };
        assert_eq!(elsewhere(&other).await, Some(seen));

        // The other has taken the match over since then.
        let taken = NodeMatches { shown: vec![shared(2, "d")], ..NodeMatches::default() };
        other.share_matches(&taken).await.expect("the database is there");
        let late = NodeMatches { gone: vec![match_id(2)], ..NodeMatches::default() };
        one.share_matches(&late).await.expect("the database is there");
        assert_eq!(elsewhere(&one).await.map(|seen| seen.matches), Some(vec![shared(2, "d")]));

        let silent = "update node set until = clock_timestamp() - interval '1 second' where id = 2";
        execute(&mut session, silent.to_owned()).await;
        assert_eq!(elsewhere(&one).await, None, "it gives no sign of life");
        one.close().await;
        other.close().await;
    })
    .await;
}
