//! The archive.

use crate::samples::{aborted, append, ending, game, match_id, player};
use domain::clock::{Byoyomi, ClockSetting, Correspondence};
use domain::{FinishedGame, MatchResult, Moment};
use engine::Side;
use futures_util::TryStreamExt;
use store::{Append, Closing, Cursor, Database, GameFilter};

async fn listed(store: &Database, filter: &GameFilter) -> Vec<u128> {
    let games = store.games(filter, None, 100).await.expect("the archive reads");
    games.iter().map(|game| game.id.0.as_u128()).collect()
}

async fn exported(store: &Database, filter: GameFilter) -> Vec<FinishedGame> {
    store.export(filter).try_collect().await.expect("the archive reads")
}

async fn games_come_back_as_they_were(store: Database) {
    let long = FinishedGame {
        moves: (0..300).map(|ply| format!("a{ply}\"'\\,{{}}")).collect(),
        times: (0..300).map(|ply| ply * 1_000_000).collect(),
        ..game(match_id(3), 9_002)
    };
    let mut byoyomi = game(match_id(5), 9_003);
    byoyomi.summary.clock = ClockSetting::Byoyomi(Byoyomi::new(600, 30, 3).expect("in range"));
    let mut by_days = game(match_id(6), 9_004);
    by_days.summary.clock =
        ClockSetting::Correspondence(Correspondence::new(14).expect("in range"));
    for mut game in [game(match_id(1), 9_000), aborted(match_id(2), 9_001), long, byoyomi, by_days]
    {
        game.summary.plies = u32::try_from(game.moves.len()).expect("few");
        store.commit(&[ending(50, game.clone())]).await.expect("new");
        assert_eq!(store.game(game.summary.id).await, Ok(Some(game)));
    }
    assert_eq!(store.game(match_id(4)).await, Ok(None));
}

/// Games 1 to 9; the middle ones end at the same moment, so that the id decides.
async fn the_newest_come_first_page_by_page(store: Database) {
    let ends = [1_000, 2_000, 3_000, 3_000, 3_000, 3_000, 3_000, 8_000, 9_000];
    let games: Vec<FinishedGame> =
        (1..).zip(ends).map(|(number, end)| game(match_id(number), end)).collect();
    assert_eq!(store.import(&games).await, Ok(9));
    for limit in 1..=10 {
        let mut seen = Vec::new();
        let mut place = None;
        loop {
            let page = store.games(&GameFilter::default(), place, limit).await.expect("readable");
            assert!(page.len() <= limit as usize);
            let Some(last) = page.last() else { break };
            place = Some(Cursor::after(last));
            seen.extend(page.iter().map(|game| game.id.0.as_u128()));
        }
        assert_eq!(seen, [9, 8, 7, 6, 5, 4, 3, 2, 1], "in pages of {limit}");
    }
}

async fn games_are_found_by_what_is_asked(store: Database) {
    let mut games: Vec<FinishedGame> =
        (1..=6).map(|number| game(match_id(number), 1_000)).collect();
    games[1].summary.game = "xia-si".to_owned();
    games[2].summary.ruleset = "original".to_owned();
    games[3].summary.result = Some(MatchResult::Draw);
    games[4].summary.players.second = Some(player(0xc));
    games[5].summary.players.first = Some(player(0xc));
    games.push(aborted(match_id(7), 1_000));
    games[0].summary.plies = 3;
    games[0].moves = ["a1a2", "a5a4", "b1b2"].map(str::to_owned).to_vec();
    games[0].times = vec![0; 3];
    games[1].summary.ended_at = Moment(999);
    store.import(&games).await.expect("new");

    let all = GameFilter::default;
    let moves = |moves: &[&str]| moves.iter().map(|&action| action.to_owned()).collect();
    let text = |text: &str| Some(text.to_owned());
    let account = |number| Some(player(number).id);
    let first_won = Some(MatchResult::Won(Side::First));
    for (filter, expected) in [
        (all(), vec![6, 5, 4, 3, 1, 2]),
        (GameFilter { game: text("xia-si"), ..all() }, vec![2]),
        (GameFilter { game: text("go"), ..all() }, vec![]),
        (GameFilter { ruleset: text("original"), ..all() }, vec![3]),
        (GameFilter { result: Some(MatchResult::Draw), ..all() }, vec![4]),
        (GameFilter { result: first_won, ..all() }, vec![6, 5, 3, 1, 2]),
        (GameFilter { player: account(0xc), ..all() }, vec![6, 5]),
        (GameFilter { player: account(0xa), ..all() }, vec![5, 4, 3, 1, 2]),
        (
            GameFilter {
                game: text("er-chi-yi"),
                ruleset: text("standard"),
                player: account(0xb),
                result: first_won,
                ..all()
            },
            vec![6, 1],
        ),
        (GameFilter { game: text("er-chi-yi"), shortest: Some(3), ..all() }, vec![1]),
        (GameFilter { longest: Some(2), player: account(0xc), ..all() }, vec![6, 5]),
        (GameFilter { since: Some(Moment(1_000)), ..all() }, vec![6, 5, 4, 3, 1]),
        (GameFilter { until: Some(Moment(1_000)), ..all() }, vec![2]),
        (
            GameFilter { game: text("er-chi-yi"), opening: moves(&["a1a2"]), ..all() },
            vec![6, 5, 4, 3, 1],
        ),
        (GameFilter { player: account(0xa), opening: moves(&["a1a2", "a5a4"]), ..all() }, vec![1]),
        (GameFilter { player: account(0xa), opening: moves(&["a1a"]), ..all() }, vec![]),
        (GameFilter { player: account(0xa), rating: Some(0), ..all() }, vec![]),
    ] {
        assert_eq!(listed(&store, &filter).await, expected, "{filter:?}");
        let mut oldest_first: Vec<u128> = exported(&store, filter.clone())
            .await
            .iter()
            .map(|game| game.summary.id.0.as_u128())
            .collect();
        oldest_first.reverse();
        assert_eq!(oldest_first, expected, "exported with {filter:?}");
    }
}

/// A player with both seats, as in an imported game, is listed once; and pages of a player continue
/// where the one before ended, in either seat.
async fn a_players_games_are_listed_once_and_in_order(store: Database) {
    let mut games: Vec<FinishedGame> = (1..=9)
        .map(|number| game(match_id(number), 1_000 + u64::try_from(number).expect("small") / 2))
        .collect();
    for (number, game) in games.iter_mut().enumerate() {
        let (own, others) = (Some(player(0xa)), Some(player(0xb)));
        let players = &mut game.summary.players;
        (players.first, players.second) = match number % 3 {
            0 => (own, others),
            1 => (others, own),
            _ => (own.clone(), own),
        };
    }
    store.import(&games).await.expect("new");
    let filter = GameFilter { player: Some(player(0xa).id), ..GameFilter::default() };
    assert_eq!(listed(&store, &filter).await, [9, 8, 7, 6, 5, 4, 3, 2, 1]);
    for limit in 1..=4 {
        let (mut seen, mut place) = (Vec::new(), None);
        loop {
            let page = store.games(&filter, place, limit).await.expect("readable");
            let Some(last) = page.last() else { break };
            place = Some(Cursor::after(last));
            seen.extend(page.iter().map(|game| game.id.0.as_u128()));
        }
        assert_eq!(seen, [9, 8, 7, 6, 5, 4, 3, 2, 1], "in pages of {limit}");
    }
}

/// A place outside the days that are asked for changes nothing, or leaves nothing.
async fn a_place_may_lie_outside_the_days_asked_for(store: Database) {
    let games: Vec<FinishedGame> = (1..=4)
        .map(|number: u32| game(match_id(number.into()), u64::from(number) * 1_000))
        .collect();
    assert_eq!(store.import(&games).await, Ok(4));
    let filter = GameFilter {
        since: Some(Moment(2_000)),
        until: Some(Moment(4_000)),
        ..GameFilter::default()
    };
    for (place, expected) in [
        (9_000, vec![3, 2]),
        (4_000, vec![3, 2]),
        (3_999, vec![3, 2]),
        (3_000, vec![2]),
        (1_999, vec![]),
        (0, vec![]),
    ] {
        let after = Some(Cursor { ended_at: Moment(place), id: match_id(0) });
        let page = store.games(&filter, after, 10).await.expect("it reads");
        let ids: Vec<u128> = page.iter().map(|game| game.id.0.as_u128()).collect();
        assert_eq!(ids, expected, "after {place}");
    }
}

/// A game is not imported as long as a match of its id is in progress, also if one had ended before.
async fn a_match_that_began_again_is_not_imported(store: Database) {
    let discard = Append {
        match_id: match_id(1),
        events: Vec::new(),
        closing: Some(Closing::Discard),
        seekers: None,
    };
    store.commit(&[append(match_id(1), 1..=2)]).await.expect("new");
    store.commit(std::slice::from_ref(&discard)).await.expect("it is there");
    store.commit(&[append(match_id(1), 1..=3)]).await.expect("new");
    let games = [game(match_id(1), 9_000)];
    assert_eq!(store.import(&games).await, Ok(0));
    store.commit(&[discard]).await.expect("it is there");
    assert_eq!(store.import(&games).await, Ok(1));
}

/// More games than are fetched at once.
async fn an_export_is_whole_and_oldest_first(store: Database) {
    let games: Vec<FinishedGame> =
        (0..1_001_u64).map(|n| game(match_id(n.into()), 5_000 + n / 3)).collect();
    let mut shuffled = games.clone();
    shuffled.reverse();
    assert_eq!(store.import(&shuffled).await, Ok(1_001));
    assert_eq!(exported(&store, GameFilter::default()).await, games);
}

async fn an_import_repeated_changes_nothing(store: Database) {
    let first = game(match_id(1), 9_000);
    assert_eq!(store.import(std::slice::from_ref(&first)).await, Ok(1));
    let mut changed = first.clone();
    changed.summary.ended_at = Moment(9_999);
    assert_eq!(store.import(&[changed, game(match_id(2), 9_000)]).await, Ok(1));
    assert_eq!(store.game(match_id(1)).await, Ok(Some(first)));
    assert_eq!(store.import(&[]).await, Ok(0));
}

async fn a_match_that_is_played_is_not_imported(store: Database) {
    let games = [game(match_id(1), 9_000), game(match_id(2), 9_000)];
    store.commit(&[append(match_id(1), 1..=2)]).await.expect("new");
    assert_eq!(store.import(&games).await, Ok(1));
    assert_eq!(store.game(match_id(1)).await, Ok(None));
    // It ends here, and with its own end.
    let own = game(match_id(1), 12_000);
    store.commit(&[ending(3, own.clone())]).await.expect("nothing stands against it");
    assert_eq!(store.import(&games).await, Ok(0));
    assert_eq!(store.game(match_id(1)).await, Ok(Some(own)));
}

crate::on_both!(
    a_place_may_lie_outside_the_days_asked_for,
    a_match_that_is_played_is_not_imported,
    games_come_back_as_they_were,
    the_newest_come_first_page_by_page,
    games_are_found_by_what_is_asked,
    an_export_is_whole_and_oldest_first,
    an_import_repeated_changes_nothing,
    a_players_games_are_listed_once_and_in_order,
    a_match_that_began_again_is_not_imported,
);
