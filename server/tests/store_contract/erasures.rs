//! Removal of deleted players after their deletion, from journals and trees.

use crate::samples;
use domain::{
    Change, Channel, CommandId, Event, MatchId, Moment, NumberedEvent, Player, PlayerId, TreeChange,
};
use engine::Side;
use store::{Append, Database, Event as Stored, codec};

const NOW: Moment = Moment(1_760_000_000_000);

/// A name that only the deleted player has.
const NAME: &str = "Marker";

fn key(who: PlayerId, id: &str) -> std::sync::Arc<str> {
    id.parse::<CommandId>().expect("an id").key(who)
}

/// A journal in which a player has a seat, and another one chats.
fn append(match_id: MatchId, seated: PlayerId, spectator: PlayerId) -> Append {
    let renamed = Event::Renamed { seat: Side::First, player: Player::new(seated, NAME, false) };
    let said = |name: &str| Event::Chat {
        by: None,
        name: name.into(),
        channel: Channel::Spectators,
        text: format!("{name} says hello").into(),
    };
    let events = [(None, renamed), (Some(key(spectator, "c1")), said("Marker"))];
    let stored = (1..).zip(events).map(|(seq, (command, event))| Stored {
        seq,
        command,
        payload: codec::write_event(&NumberedEvent { seq, at: NOW, event }),
    });
    Append { match_id, events: stored.collect(), closing: None, seekers: None }
}

async fn texts(store: &Database, id: MatchId) -> String {
    let events = store.events(id, 0, 100).await.expect("they read");
    events.iter().map(|event| event.payload.to_string()).collect()
}

async fn journals_are_scrubbed_until_nothing_is_written(store: Database) {
    let (gone, other) = (PlayerId::fresh(), PlayerId::fresh());
    let ids: Vec<MatchId> = (1..=3).map(samples::match_id).collect();
    let appends =
        [append(ids[0], gone, other), append(ids[1], other, gone), append(ids[2], other, other)];
    store.commit(&appends).await.expect("they are new");
    assert_eq!(store.scrub_journals(10, NOW).await, Ok(0), "nobody was deleted");
    store.erase(gone, NOW).await.expect("it is done");
    assert_eq!(store.erased_since(NOW.before(1), 10).await, Ok(vec![gone]));
    assert_eq!(store.erased_since(NOW, 10).await, Ok(vec![]));

    assert_eq!(store.scrub_journals(10, NOW).await, Ok(1));
    assert!(!texts(&store, ids[0]).await.contains("\"name\":\"Marker\",\"guest\""), "the seat");
    assert!(texts(&store, ids[0]).await.contains("says hello"), "the line is another's");
    assert!(!texts(&store, ids[1]).await.contains("says hello"));
    assert!(texts(&store, ids[1]).await.contains("\"name\":\"Marker\",\"guest\""));
    assert!(texts(&store, ids[2]).await.contains("Marker says hello"));
    let again = texts(&store, ids[0]).await;

    // A line that came later is found by the second look, and after that there is none.
    assert_eq!(store.scrub_journals(10, NOW.after(9_000)).await, Ok(0), "too early");
    let late = Event::Renamed { seat: Side::First, player: Player::new(gone, NAME, false) };
    let payload = codec::write_event(&NumberedEvent { seq: 3, at: NOW, event: late });
    let events = vec![Stored { seq: 3, command: None, payload }];
    let late = Append { match_id: ids[0], events, closing: None, seekers: None };
    store.commit(&[late]).await.expect("it follows");
    store.forget_erasures(NOW.after(1)).await.expect("it is done");
    assert_eq!(store.scrub_journals(10, NOW.after(10_000)).await, Ok(1), "not forgotten");
    assert_eq!(texts(&store, ids[0]).await.matches("Someone").count(), 2);
    assert!(texts(&store, ids[0]).await.starts_with(&again));
    assert_eq!(store.scrub_journals(10, NOW.after(90_000)).await, Ok(0));
    store.forget_erasures(NOW.after(1)).await.expect("it is done");
    assert_eq!(store.erased_since(Moment(0), 10).await, Ok(vec![]));
}

async fn changes_lose_their_author_and_notes_their_text(store: Database) {
    let (gone, other) = (PlayerId::fresh(), PlayerId::fresh());
    let games: Vec<MatchId> = (1..=2).map(samples::match_id).collect();
    let stored = games.iter().map(|&id| samples::game(id, NOW.0)).collect::<Vec<_>>();
    assert_eq!(store.import(&stored).await, Ok(2));
    let change = |seq: u32, by: PlayerId, change: Change| {
        let by = Player::new(by, NAME, false);
        let payload = codec::write_change(&TreeChange { seq, at: NOW, by: by.clone(), change });
        Stored { seq, command: Some(key(by.id, &format!("c{seq}"))), payload }
    };
    let noted = |text: &str| Change::Noted { node: 0, text: text.into(), of: None };
    let added = Change::Added { node: 9, parent: 0, action: "a1a2".into() };
    // More than are rewritten in one transaction.
    let many: Vec<Stored> = (1..=450).map(|seq| change(seq, gone, noted("mine"))).collect();
    store.add_changes(games[0], &many).await.expect("they are new");
    let few = [change(1, other, noted("theirs")), change(2, gone, added)];
    store.add_changes(games[1], &few).await.expect("they are new");

    let mine = store.changes_by(gone, None, 500).await.expect("they read");
    assert_eq!((mine.len(), mine[0].0, mine[450].0), (451, games[0], games[1]));
    let rest = store.changes_by(gone, Some((games[0], 449)), 500).await.expect("they read");
    assert_eq!(rest, mine[449..]);
    store.erase(gone, NOW).await.expect("it is done");
    let first = store.changes(games[0], 0).await.expect("they read");
    assert_eq!(first.len(), 450, "no number is missing");
    for event in &first {
        assert!(!event.payload.contains("mine") && event.command.is_none());
        assert!(event.payload.contains("Someone"));
    }
    let second = store.changes(games[1], 0).await.expect("they read");
    assert_eq!(second[0], few[0], "another's is as it was");
    let added = codec::read_change(&second[1].payload).expect("it reads");
    assert!(matches!(added.change, Change::Added { node: 9, .. }), "others may have continued it");
}

crate::on_both!(
    journals_are_scrubbed_until_nothing_is_written,
    changes_lose_their_author_and_notes_their_text,
);
