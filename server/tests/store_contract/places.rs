//! Places of matches on Postgres, which count for all servers.

use crate::fresh::with_database;
use crate::samples::{append, match_id};
use crate::seeks::{beside, replace};
use sqlx::{Connection, PgConnection};
use store::{Closing, Database, Location, Place, Purpose, open};

/// A place that counts for these keys, each of which may have two.
fn place(number: u128, keys: &[u8]) -> Place {
    let keys = keys.iter().map(|&key| ([key; 16], 2)).collect();
    Place { match_id: match_id(number), keys }
}

async fn take(store: &Database, number: u128, keys: &[u8]) -> Result<(), usize> {
    store.take_place(&place(number, keys)).await.expect("Postgres answers")
}

async fn release(store: &Database, number: u128) {
    store.release_places(&[match_id(number)]).await.expect("Postgres answers");
}

/// The sum of all totals, which must be the keys of all places.
async fn total(url: &str) -> (i64, i64) {
    let mut session = PgConnection::connect(url).await.expect("Postgres answers");
    sqlx::query_as(
        "select (select coalesce(sum(taken), 0)::bigint from place_total),
             (select coalesce(sum(cardinality(keys)), 0)::bigint from place)",
    )
    .fetch_one(&mut session)
    .await
    .expect("they are read")
}

#[tokio::test]
async fn places_count_at_every_server() {
    with_database(async |url| {
        let location = Location::Postgres(url.clone());
        let one = open(&location, Purpose::Serve).await.expect("Postgres opens");
        let other = beside(&location, &one).await;
        assert_eq!(take(&one, 1, &[1, 9]).await, Ok(()));
        assert_eq!(take(&other, 1, &[1, 9]).await, Ok(()), "it has its place");
        assert_eq!(take(&other, 2, &[1, 8]).await, Ok(()));
        for store in [&one, &other] {
            assert_eq!(take(store, 3, &[1, 9]).await, Err(0));
            let full = store.has_all_places(&[1; 16], 2).await;
            assert_eq!(full, Ok(true));
            assert_eq!(store.has_all_places(&[9; 16], 2).await, Ok(false));
        }
        assert_eq!(take(&one, 3, &[2, 9]).await, Ok(()));
        assert_eq!(take(&other, 4, &[3, 9]).await, Err(1), "the second key is full");
        assert_eq!(total(&url).await, (6, 6), "a refusal takes nothing");
        release(&other, 1).await;
        release(&other, 1).await;
        assert_eq!(take(&one, 4, &[1, 9]).await, Ok(()), "one was released, once");
        for number in 1..=4 {
            release(&one, number).await;
        }
        assert_eq!(total(&url).await, (0, 0));
        one.close().await;
        other.close().await;
    })
    .await;
}

/// Both servers ask for the last places at once.
#[tokio::test]
async fn last_places_are_taken_once() {
    with_database(async |url| {
        let location = Location::Postgres(url.clone());
        let one = open(&location, Purpose::Serve).await.expect("Postgres opens");
        let other = beside(&location, &one).await;
        let stores = [&one, &other].into_iter().cycle();
        // The keys in both orders.
        let wishes = (0..16_u128).map(|number| {
            let keys = if number % 4 < 2 { [1, 9] } else { [9, 1] };
            (number, keys)
        });
        let asked = stores
            .zip(wishes)
            .map(|(store, (number, keys))| async move { take(store, number, &keys).await });
        let taken = futures_util::future::join_all(asked).await;
        assert_eq!(taken.iter().filter(|taken| taken.is_ok()).count(), 2, "{taken:?}");
        assert_eq!(total(&url).await, (4, 4));
        one.close().await;
        other.close().await;
    })
    .await;
}

#[tokio::test]
async fn place_of_a_gone_server_follows_its_match_or_is_released() {
    with_database(async |url| {
        let location = Location::Postgres(url.clone());
        let one = open(&location, Purpose::Serve).await.expect("Postgres opens");
        let other = beside(&location, &one).await;
        for number in [1, 2] {
            assert_eq!(take(&one, number, &[1]).await, Ok(()));
        }
        // The second was not begun.
        one.commit(&[append(match_id(1), 1..=1)]).await.expect("all is new");
        assert_eq!(one.places_without_lease(9).await, Ok(vec![match_id(2)]));
        assert_eq!(other.places_without_lease(9).await, Ok(Vec::new()), "it may still begin");
        assert_eq!(take(&other, 3, &[1]).await, Err(0));
        replace(&url, &one, &other).await;
        assert_eq!(other.places_without_lease(9).await, Ok(Vec::new()));
        assert_eq!(take(&other, 3, &[1]).await, Ok(()));
        assert_eq!(take(&other, 4, &[1]).await, Err(0), "the first has moved");
        // It keeps what it counts for, and its new server releases it.
        other.keep_places(&[place(1, &[7]), place(5, &[1, 2])]).await.expect("Postgres answers");
        assert_eq!(total(&url).await, (4, 4));
        assert_eq!(other.has_all_places(&[7; 16], 1).await, Ok(false));
        let mut ended = append(match_id(1), 2..=2);
        ended.closing = Some(Closing::Discard);
        other.commit(&[ended]).await.expect("it ends");
        let left = other.places_without_lease(9).await.expect("Postgres answers");
        assert!(left.contains(&match_id(1)), "{left:?}");
        one.close().await;
        other.close().await;
    })
    .await;
}

#[tokio::test]
async fn server_by_itself_counts_no_places_in_its_database() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let location = Location::Sqlite(folder.path().to_owned());
    let store = open(&location, Purpose::Serve).await.expect("it opens");
    for number in 0..9 {
        assert_eq!(take(&store, number, &[1]).await, Ok(()));
    }
    store.keep_places(&[place(1, &[1])]).await.expect("nothing is to do");
    release(&store, 1).await;
    assert_eq!(store.has_all_places(&[1; 16], 1).await, Ok(false));
    assert_eq!(store.places_without_lease(9).await, Ok(Vec::new()));
    store.close().await;
}
