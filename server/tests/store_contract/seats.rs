//! The players in the matches of several servers.

use crate::samples::{append, match_id, player};
use crate::seeks::{beside, replace};
use domain::{MatchId, PlayerId};
use store::{Append, Closing, Database, Location, Purpose, SeatChanges, open};

fn taken(seats: &[(PlayerId, MatchId)]) -> SeatChanges {
    SeatChanges { taken: seats.to_vec(), left: vec![] }
}

async fn a_single_server_has_no_seats_elsewhere(store: Database) {
    let who = player(1).id;
    assert_eq!(store.commit(&[append(match_id(1), 1..=1)]).await, Ok(()));
    assert_eq!(store.share_seats(&taken(&[(who, match_id(1))])).await, Ok(()));
    assert_eq!(store.forget_seats().await, Ok(()));
    assert_eq!(store.seats_elsewhere(who, 9).await, Ok(vec![]));
    assert_eq!(store.seats_elsewhere_of(&[who], 9).await, Ok(vec![]));
    assert_eq!(store.count_seats_elsewhere(who).await, Ok(0));
}

crate::on_both!(a_single_server_has_no_seats_elsewhere);

#[tokio::test]
async fn matches_on_other_servers_are_found_until_they_end() {
    crate::fresh::with_database(async |url| {
        let location = Location::Postgres(url.clone());
        let one = open(&location, Purpose::Serve).await.expect("Postgres opens");
        let other = beside(&location, &one).await;
        let (who, rival) = (player(1).id, player(2).id);
        let matches = [1, 2, 3].map(match_id);
        for id in matches {
            assert_eq!(one.commit(&[append(id, 1..=1)]).await, Ok(()));
        }
        let all = matches.map(|id| (who, id));
        // Once more is the same.
        for seats in [&all[..], &[(rival, matches[0]), (who, matches[0])]] {
            one.share_seats(&taken(seats)).await.expect("noted");
        }
        let found = async |store: &Database, who| {
            let mut found = store.seats_elsewhere(who, 9).await.expect("read");
            assert_eq!(
                store.count_seats_elsewhere(who).await.map(usize::try_from),
                Ok(Ok(found.len()))
            );
            found.sort();
            found
        };
        assert_eq!(found(&other, who).await, matches);
        assert_eq!(found(&other, rival).await, [matches[0]]);
        assert_eq!(found(&one, who).await, []);
        let mut seats = other.seats_elsewhere_of(&[rival, who], 9).await.expect("read");
        seats.sort();
        let mut all_seats = [&all[..], &[(rival, matches[0])]].concat();
        all_seats.sort();
        assert_eq!(seats, all_seats);
        assert_eq!(other.seats_elsewhere_of(&[rival], 9).await, Ok(vec![(rival, matches[0])]));
        assert_eq!(other.seats_elsewhere_of(&[who], 2).await.map(|some| some.len()), Ok(2));
        assert_eq!(one.seats_elsewhere_of(&[rival, who], 9).await, Ok(vec![]));
        assert_eq!(other.seats_elsewhere(who, 2).await.map(|some| some.len()), Ok(2));
        // A match that is over is not found, whether or not its seats were noted as left.
        let end =
            Append { events: vec![], closing: Some(Closing::Discard), ..append(matches[0], 1..=1) };
        assert_eq!(one.commit(&[end]).await, Ok(()));
        assert_eq!(found(&other, rival).await, []);
        let left = SeatChanges { taken: vec![], left: vec![(who, matches[1])] };
        one.share_seats(&left).await.expect("noted");
        one.forget_seats().await.expect("forgotten");
        assert_eq!(found(&other, who).await, [matches[2]]);
        // A server that takes a match over finds it with its own.
        replace(&url, &one, &other).await;
        assert_eq!(found(&other, who).await, []);
        one.close().await;
        other.close().await;
    })
    .await;
}
