//! Finished games of the archive.

use super::*;

/// A match of shogi in which three actions were played, with its players registered.
fn played(found: bool) -> Match {
    let options: Options = [("impasse", "declaration")].into_iter().collect();
    let game = Setup::game("shogi", None, &options, None).expect("a known game");
    let registered = |number| Player { guest: false, ..player(number) };
    let setup = Setup {
        clock: fischer(300, 5),
        rated: true,
        origin: if found { Origin::Seek } else { Origin::Challenge },
        ..Setup::open_match(game, registered(1))
    };
    let mut game = Match::begin(MatchId(Uuid::from_u128(7)), &setup.created(), Moment(T0))
        .expect("a valid setup");
    let (_, joined) = game.decide_join(&registered(2), Moment(T0)).expect("the seat is free");
    game.evolve(&joined.expect("news"), Moment(T0)).expect("it fits");
    for (who, ply, action) in [(1, 0, "7g7f"), (2, 1, "3c3d"), (1, 2, "8h2b+")] {
        let command = Command::Play { ply, action: action.to_owned(), lag: 0 };
        game.apply(&registered(who), &command, Moment(T0 + 1_000)).expect("legal");
    }
    game
}

#[test]
fn finished_game_has_everything_of_its_match() {
    for found in [false, true] {
        let mut game = played(found);
        assert_eq!(game.finished(Vec::new()), None, "it is not over");
        game.apply(&player(2), &Command::Resign, Moment(T0 + 9_000)).expect("allowed");
        let finished = game.finished(vec![("a".into(), 3)]).expect("it is over");
        let ended = game.game();
        assert_eq!(
            finished.summary,
            GameSummary {
                id: game.id(),
                game: "shogi".to_owned(),
                ruleset: ended.ruleset().id.to_owned(),
                ruleset_version: ended.ruleset().version,
                options: ended.options().clone(),
                start: ended.start_text(),
                clock: fischer(300, 5),
                players: game.seats().clone(),
                result: Some(MatchResult::Won(First)),
                reason: EndReason::Resignation,
                position: ended.position_text(),
                hash: ended.key(),
                plies: 3,
                rated: true,
                found,
                origin: Some(if found { Origin::Seek } else { Origin::Challenge }),
                started_at: Moment(T0),
                ended_at: Moment(T0 + 9_000),
            }
        );
        assert_eq!(finished.moves, ["7g7f", "3c3d", "8h2b+"]);
        assert_eq!((finished.times.len(), finished.last_seq), (3, game.seq()));
        assert_eq!(finished.commands, [("a".into(), 3)]);
    }
}

#[test]
fn options_and_positions_are_not_those_of_a_blank_game() {
    let game = played(false);
    let (summary, blank) = (GameSummary::of(game.id(), game.game()), GameSummary::blank(game.id()));
    assert_ne!(summary.options, blank.options);
    assert_ne!((summary.position, summary.hash), (blank.position, blank.hash));
}
