//! The lists of the archive that are measured.

use super::invented::{START, Start, player, starts};
use domain::explorer::ExplorerPosition;
use domain::{MatchResult, Moment};
use engine::Side;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use store::GameFilter;

/// Every list: of whose games, of what, with which result.
pub(super) fn filters() -> Vec<(String, GameFilter)> {
    let players =
        [("", None), ("busy ", Some(0)), ("player ", Some(7)), ("nobody ", Some(1 << 60))];
    let games = [
        ("", None, None),
        ("game ", Some("shogi"), None),
        ("ruleset ", Some("xiangqi"), Some("walker")),
    ];
    let results = [
        ("", None),
        ("draw ", Some(MatchResult::Draw)),
        ("won ", Some(MatchResult::Won(Side::First))),
    ];
    let mut filters = Vec::new();
    for (whose, person) in players {
        for (what, game, ruleset) in games {
            for (how, result) in results {
                let filter = GameFilter {
                    game: game.map(str::to_owned),
                    ruleset: ruleset.map(str::to_owned),
                    player: person.map(|number| player(number).id),
                    result,
                    ..GameFilter::default()
                };
                let name = format!("{whose}{what}{how}");
                let name = if name.is_empty() { "all" } else { name.trim_end() };
                filters.push((name.to_owned(), filter));
            }
        }
    }
    filters.extend(detailed());
    filters.extend(through_positions());
    filters
}

/// Lists of games that went through a position: one after two actions and one after thirty of a game of
/// this bench, and one that no game went through.
fn through_positions() -> Vec<(String, GameFilter)> {
    let starts = starts(&mut SmallRng::seed_from_u64(1));
    let after = |(_, start, lines): &Start, plies: usize| {
        let mut game = start.clone();
        for action in lines[0].iter().take(plies) {
            if game.play(action).is_err() {
                break;
            }
        }
        ExplorerPosition::of(&game).key
    };
    let Some(shogi) = starts.iter().find(|(game, ..)| *game == "shogi") else { return Vec::new() };
    // A first move of many games, from which the later ones of the positions were not reached.
    let first = &shogi.2[0][0];
    let Some(other) = shogi.2.iter().map(|line| &line[0]).find(|&action| action != first) else {
        return Vec::new();
    };
    let mut filters = Vec::new();
    for (which, place) in [
        ("start", after(shogi, 0)),
        ("early", after(shogi, 2)),
        ("late", after(shogi, 30)),
        ("no", 1),
    ] {
        let of = || GameFilter {
            game: Some("shogi".to_owned()),
            ruleset: Some(shogi.1.ruleset().id.to_owned()),
            place: Some(place),
            ..GameFilter::default()
        };
        let person = |number| Some(player(number).id);
        filters.extend(
            [
                ("", of()),
                (" won", GameFilter { result: Some(MatchResult::Won(Side::First)), ..of() }),
                (" draw", GameFilter { result: Some(MatchResult::Draw), ..of() }),
                (" long", GameFilter { shortest: Some(150), ..of() }),
                (" never so long", GameFilter { shortest: Some(900), ..of() }),
                (" rated 9000", GameFilter { rating: Some(9_000), ..of() }),
                (" busy", GameFilter { player: person(0), ..of() }),
                (
                    " busy draw",
                    GameFilter { player: person(0), result: Some(MatchResult::Draw), ..of() },
                ),
                (" player", GameFilter { player: person(7), ..of() }),
                (" opening", GameFilter { opening: vec![shogi.2[0][0].clone()], ..of() }),
                (" other opening", GameFilter { opening: vec![other.clone()], ..of() }),
            ]
            .map(|(how, filter)| (format!("{which} position{how}"), filter)),
        );
    }
    filters
}

/// Lists filtered by columns that the archive is not sorted by, alone and combined, with many
/// results and with none.
fn detailed() -> Vec<(String, GameFilter)> {
    let game = |id: &str| Some(id.to_owned());
    let days = |days: u64| Some(Moment(START + days * 86_400_000));
    let opening = |moves: &[&str]| moves.iter().map(|&action| action.to_owned()).collect();
    let none = GameFilter::default;
    let shogi = || GameFilter { game: game("shogi"), ..none() };
    let busy = || GameFilter { player: Some(player(0).id), ..none() };
    let drawn = Some(MatchResult::Draw);
    let rare = || opening(&["9g9f", "1c1d", "9f9e"]);
    [
        ("days", GameFilter { since: days(1), until: days(2), ..none() }),
        ("days draw", GameFilter { since: days(1), until: days(2), result: drawn, ..none() }),
        ("game long", GameFilter { shortest: Some(150), ..shogi() }),
        ("game longest", GameFilter { shortest: Some(199), ..shogi() }),
        ("game never so long", GameFilter { shortest: Some(900), ..shogi() }),
        ("game short draw", GameFilter { longest: Some(30), result: drawn, ..shogi() }),
        ("game rated 2000", GameFilter { rating: Some(2_000), ..shogi() }),
        ("game rated 9000", GameFilter { rating: Some(9_000), ..shogi() }),
        ("game opening", GameFilter { opening: opening(&["7g7f"]), ..shogi() }),
        ("game rare opening", GameFilter { opening: rare(), ..shogi() }),
        (
            "ruleset long draw days",
            GameFilter {
                ruleset: game("walker"),
                shortest: Some(150),
                result: drawn,
                since: days(1),
                ..GameFilter { game: game("xiangqi"), ..none() }
            },
        ),
        (
            "everything",
            GameFilter {
                ruleset: game("standard"),
                result: Some(MatchResult::Won(Side::First)),
                shortest: Some(40),
                longest: Some(180),
                since: days(0),
                rating: Some(1_200),
                opening: opening(&["7g7f"]),
                ..GameFilter { game: game("shogi"), ..busy() }
            },
        ),
        ("busy, opponent rated 2000", GameFilter { rating: Some(2_000), ..busy() }),
        ("busy, opponent rated 9000", GameFilter { rating: Some(9_000), ..busy() }),
        ("busy long", GameFilter { shortest: Some(150), ..busy() }),
        ("busy never so long", GameFilter { shortest: Some(900), ..busy() }),
        ("busy rare opening", GameFilter { opening: rare(), ..busy() }),
    ]
    .map(|(name, filter)| (name.to_owned(), filter))
    .to_vec()
}
