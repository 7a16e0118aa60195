//! Leaders in Postgres: one server for each job, and another when that one is gone or gives it away.

use crate::fresh::with_database;
use crate::seeks::{beside, replace};
use store::{Database, FeedBatch, FeedReader, Leader, Location, Purpose, Role, StoreError, open};

/// All roles may be had.
const ALL: usize = Role::ALL.len();

async fn leaders(store: &Database, most: usize) -> Vec<Leader> {
    store.lead(most).await.expect("the database is there")
}

/// The servers of the roles, in their order.
fn nodes(leaders: &[Leader]) -> Vec<(Role, i64)> {
    leaders.iter().map(|leader| (leader.role, leader.node)).collect()
}

async fn two(url: &str) -> [Database; 2] {
    let location = Location::Postgres(url.to_owned());
    let one = open(&location, Purpose::Serve).await.expect("Postgres opens");
    let other = beside(&location, &one).await;
    [one, other]
}

#[tokio::test]
async fn role_has_one_leader_until_that_is_gone() {
    with_database(async |url| {
        let [one, other] = two(&url).await;
        assert_eq!(leaders(&one, 0).await, []);
        // Both at once.
        let (of_one, of_other) = tokio::join!(leaders(&one, ALL), leaders(&other, ALL));
        let found = leaders(&one, ALL).await;
        assert_eq!(found.len(), ALL);
        for Leader { role, node, fence } in &found {
            let own = |store: &Database| store.own_node() == *node;
            for (store, known) in [(&one, &of_one), (&other, &of_other)] {
                let believes = known.iter().any(|leader| leader.role == *role && own(store));
                assert_eq!(store.is_leader(*role, *fence).await, Ok(believes), "{role}");
            }
        }
        replace(&url, &one, &other).await;
        let found = leaders(&other, ALL).await;
        assert_eq!(nodes(&found), Role::ALL.map(|role| (role, other.own_node())));
        // It is taken to be gone, and takes nothing.
        assert_eq!(nodes(&leaders(&one, ALL).await), nodes(&found));
        replace(&url, &other, &one).await;
        assert_eq!(nodes(&leaders(&one, ALL).await), nodes(&found));
        one.close().await;
        other.close().await;
    })
    .await;
}

#[tokio::test]
async fn server_takes_no_more_roles_than_its_share() {
    with_database(async |url| {
        let [one, other] = two(&url).await;
        let own = one.own_node();
        assert_eq!(nodes(&leaders(&one, 2).await), [(Role::Seeks, own), (Role::Feed, own)]);
        assert_eq!(leaders(&one, 2).await.len(), 2);
        let found = leaders(&other, 2).await;
        assert_eq!(found.last().map(|leader| leader.node), Some(other.own_node()));
        assert_eq!(found.len(), ALL);
        one.close().await;
        other.close().await;
    })
    .await;
}

#[tokio::test]
async fn role_is_given_to_a_server_that_is_there() {
    with_database(async |url| {
        let [one, other] = two(&url).await;
        let Leader { role, fence, .. } = leaders(&one, 1).await[0];
        assert_eq!(other.give_role(role, fence, other.own_node()).await, Ok(false), "not its own");
        assert_eq!(one.give_role(role, fence, 99).await, Ok(false), "there is no such server");
        assert_eq!(one.is_leader(role, fence).await, Ok(true));
        assert_eq!(one.give_role(role, fence, other.own_node()).await, Ok(true));
        assert_eq!(one.give_role(role, fence, other.own_node()).await, Ok(false), "once");
        let given = leaders(&other, 0).await[0];
        assert_eq!((given.role, given.node), (role, other.own_node()));
        assert!(given.fence > fence);
        assert_eq!(one.is_leader(role, fence).await, Ok(false));
        assert_eq!(other.is_leader(role, given.fence).await, Ok(true));
        one.close().await;
        other.close().await;
    })
    .await;
}

#[tokio::test]
async fn feed_is_read_by_its_leader_alone() {
    with_database(async |url| {
        let [one, other] = two(&url).await;
        let game = crate::samples::game(crate::samples::match_id(1), 9_000);
        assert_eq!(one.import(&[game]).await, Ok(1));
        let found = leaders(&one, ALL).await;
        let feed = found.iter().find(|leader| leader.role == Role::Feed).expect("it is taken");
        let batch = FeedBatch::small(FeedReader::Tallies);
        let read = async |store: &Database, by| store.lead_on(by, FeedReader::Tallies, batch).await;
        assert_eq!(read(&other, feed.fence).await, Err(StoreError::Fenced));
        assert_eq!(one.give_role(Role::Feed, feed.fence, other.own_node()).await, Ok(true));
        assert_eq!(read(&one, feed.fence).await, Err(StoreError::Fenced));
        let given = leaders(&other, 0).await.into_iter().find(|leader| leader.role == Role::Feed);
        assert_eq!(read(&other, given.expect("it has it").fence).await, Ok(0));
        one.close().await;
        other.close().await;
    })
    .await;
}
