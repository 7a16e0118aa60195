//! `yiguan migrate`, `export` and `import`.

use crate::run::{complained, fed, printed, yiguan};
use engine::{AnyGame, Options};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A finished game as a line, the `number`-th of many.
fn line(number: u64) -> Value {
    let mut game = AnyGame::new("er-chi-yi", None, &Options::none(), None).expect("it starts");
    let moves = ["c1c2", "c5c4", "c2c3"];
    for action in moves {
        game.play(action).expect("it is legal");
    }
    let player = |side: u64| {
        json!({"id": format!("00000000-0000-4000-8000-{:012x}", number % 7 + 100 * side),
            "name": "客人 4f2a", "guest": true, "named": true})
    };
    json!({"id": format!("00000000-0000-7000-8000-{number:012x}"),
        "game":"er-chi-yi","ruleset":"standard","ruleset_version":1,"options":{},
        "start":game.start_text(),"clock":{"kind":"fischer","initial":300,"increment":5},
        "players":{"first":player(1),"second":player(2)},"result":"first",
        "reason":"resignation","position":game.position_text(),
        "hash":format!("{:016x}", game.key()),"plies":3,"rated":number.is_multiple_of(2),
        "started_at":1_760_000_000_000_u64,"ended_at":1_760_000_000_000 + number * 1_000,
        "moves":moves,"times":[1_830, 0, 12]})
}

/// Lines, oldest first.
fn lines(numbers: impl IntoIterator<Item = u64>) -> String {
    numbers.into_iter().map(|number| format!("{}\n", line(number))).collect()
}

/// The same games, whatever the order of their fields.
#[track_caller]
fn check_same(exported: &str, expected: &str) {
    let read = |text: &str| -> Vec<Value> {
        text.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect()
    };
    assert_eq!(read(exported), read(expected));
}

fn folder() -> (TempDir, String) {
    let folder = TempDir::new().expect("a temporary directory");
    let path = folder.path().to_str().expect("it is text").to_owned();
    (folder, path)
}

#[test]
fn migrating_again_changes_nothing() {
    let (_folder, path) = folder();
    for _ in 0..2 {
        let text = printed(&["migrate", "--data-dir", &path], b"");
        assert!(text.starts_with("the database is at schema "), "{text}");
    }
}

#[test]
fn samples_are_imported_once_and_are_games_like_others() {
    let (_folder, path) = folder();
    let import = ["import", "--samples", "--data-dir", path.as_str()];
    let first = printed(&import, b"");
    let count = first.split(' ').next().and_then(|count| count.parse::<usize>().ok());
    let count = count.expect("it begins with a number");
    assert!(count >= engine::GAMES.len());
    assert_eq!(first, format!("{count} of {count} samples are new\n"));
    assert_eq!(printed(&import, b""), format!("0 of {count} samples are new\n"));
    let exported = printed(&["export", "--data-dir", &path], b"");
    let games: Vec<Value> =
        exported.lines().map(|line| serde_json::from_str(line).expect("a game")).collect();
    assert_eq!(games.len(), count);
    assert!(games.iter().all(|game| game["sample"] == json!(true)));
    // Into another archive they go with the others, and are samples there.
    let (_other, path) = self::folder();
    let taken = printed(&["import", "--data-dir", &path], exported.as_bytes());
    assert_eq!(taken, format!("{count} of {count} games are new\n"));
    check_same(&printed(&["export", "--data-dir", &path], b""), &exported);
}

/// Ends by people and clocks come from the line alone, ends by the rules from the moves.
#[test]
fn an_end_that_the_moves_do_not_lead_to_is_refused() {
    let (_folder, path) = folder();
    let import = |changes: Value| {
        let mut game = line(1);
        for (key, value) in changes.as_object().expect("fields") {
            game[key] = value.clone();
        }
        fed(yiguan(&["import", "--data-dir", &path]), format!("{game}\n").as_bytes())
    };
    for changes in [
        json!({"result": "first", "reason": "elimination"}),
        json!({"result": "draw", "reason": "repetition"}),
        json!({"result": "draw", "reason": "resignation"}),
        json!({"result": "first", "reason": "agreement"}),
        json!({"result": "draw", "reason": "timeout"}),
        // The second side is to act: its time ran.
        json!({"result": "second", "reason": "timeout"}),
        json!({"result": "first", "reason": "timeout", "clock": {"kind": "none"}}),
        json!({"result": "first", "reason": "declaration"}),
        json!({"result": "first", "reason": "foul"}),
    ] {
        let output = import(changes.clone());
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{changes} was taken");
        assert!(complaint.contains("line 1: `result` and `reason`"), "{complaint}");
    }
    let output = import(json!({"result": "first", "reason": "timeout"}));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Where the rules end a game, the import accepts neither the other winner nor another reason.
#[test]
fn a_mate_is_no_win_of_the_loser_and_no_resignation() {
    let (_folder, path) = folder();
    let position = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    let mut game =
        AnyGame::new("shogi", None, &Options::none(), Some(position)).expect("it is one");
    let start = game.start_text();
    let mate = game
        .legal()
        .into_iter()
        .find(|action| {
            let mut after = game.clone();
            after.play(action).is_ok() && after.outcome().is_some()
        })
        .expect("there is a mate in one");
    game.play(&mate).expect("it is legal");
    let import = |result: &str, reason: &str| {
        let mut line_of_game = line(2);
        for (key, value) in [
            ("game", json!("shogi")),
            ("start", json!(start)),
            ("position", json!(game.position_text())),
            ("options", game.options().iter().collect()),
            ("moves", json!([mate])),
            ("times", json!([5])),
            ("plies", json!(1)),
            ("result", json!(result)),
            ("reason", json!(reason)),
        ] {
            line_of_game[key] = value;
        }
        fed(yiguan(&["import", "--data-dir", &path]), format!("{line_of_game}\n").as_bytes())
    };
    for (result, reason) in
        [("second", "checkmate"), ("draw", "checkmate"), ("first", "resignation")]
    {
        assert!(!import(result, reason).status.success(), "{result} by {reason}");
    }
    let output = import("first", "checkmate");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn imported_games_are_exported() {
    let (_folder, path) = folder();
    let all = lines(0..1_201);
    let import = ["import", "--data-dir", path.as_str()];
    printed(&["migrate", "--data-dir", &path], b"");
    assert_eq!(printed(&["export", "--data-dir", &path], b""), "");
    assert_eq!(printed(&import, lines(300..600).as_bytes()), "300 of 300 games are new\n");
    assert_eq!(printed(&import, all.as_bytes()), "901 of 1201 games are new\n");
    assert_eq!(printed(&import, all.as_bytes()), "0 of 1201 games are new\n");
    check_same(&printed(&["export", "--data-dir", &path], b""), &all);

    let player = "00000000-0000-4000-8000-000000000066";
    for (filter, expected) in [
        (["--player", player], lines((0..1_201).filter(|number| number % 7 == 2))),
        (["--game", "er-chi-yi"], all.clone()),
        (["--game", "shogi"], String::new()),
        (["--ruleset", "standard"], all.clone()),
        (["--result", "first"], all.clone()),
        (["--result", "draw"], String::new()),
    ] {
        let exported = printed(&["export", "--data-dir", &path, filter[0], filter[1]], b"");
        check_same(&exported, &expected);
    }
}

/// A chase draws in a game of version 1, and loses in one of today's: each is held to its own.
#[test]
fn a_game_of_an_earlier_version_is_held_to_the_rules_it_was_played_by() {
    let start = "3k5/9/9/9/7c1/9/9/R8/9/4K4 w - - 0 1";
    let moves = ["a2a5", "h5h6", "a5a6", "h6h5", "a6a5", "h5h6", "a5a6", "h6h5", "a6a5"];
    let results = [(1, "draw", "repetition"), (2, "second", "perpetual_chase")];
    for (version, result, reason) in results {
        let mut game =
            AnyGame::of_version("xiangqi", "standard", version, &Options::none(), Some(start))
                .expect("it starts");
        for action in moves {
            game.play(action).expect("it is legal");
        }
        let mut stored = line(1);
        for (key, value) in [
            ("game", json!("xiangqi")),
            ("ruleset_version", json!(version)),
            ("start", json!(start)),
            ("position", json!(game.position_text())),
            ("hash", json!(format!("{:016x}", game.key()))),
            ("result", json!(result)),
            ("reason", json!(reason)),
            ("plies", json!(moves.len())),
            ("moves", json!(moves)),
            ("times", json!(vec![0; moves.len()])),
        ] {
            stored[key] = value;
        }
        let (_folder, path) = folder();
        let import = ["import", "--data-dir", path.as_str()];
        assert_eq!(printed(&import, format!("{stored}\n").as_bytes()), "1 of 1 games are new\n");
        check_same(&printed(&["export", "--data-dir", &path], b""), &stored.to_string());
        // By the other version it ended otherwise.
        stored["ruleset_version"] = json!(3 - version);
        let output = fed(yiguan(&import), format!("{stored}\n").as_bytes());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains("the rules end the game otherwise"), "{error}");
    }
}

#[test]
fn an_export_makes_no_database() {
    let (folder, path) = folder();
    let missing = format!("{path}/missing");
    for place in [&missing, &path] {
        let error = complained(&["export", "--data-dir", place]);
        assert!(error.contains(&format!("{place}: there is no database in it")), "{error}");
    }
    let entries = || std::fs::read_dir(folder.path()).expect("it is there").count();
    assert_eq!(entries(), 0, "neither a folder nor a file");
    // Nor are tables put into what holds none.
    std::fs::write(folder.path().join("yiguan.db"), "").expect("it can be written");
    let error = complained(&["export", "--data-dir", &path]);
    assert!(error.contains(&format!("{path}: there is no database in it")), "{error}");
    let import = ["import", "--data-dir", missing.as_str()];
    assert_eq!(printed(&import, lines([1]).as_bytes()), "1 of 1 games are new\n");
    check_same(&printed(&["export", "--data-dir", &missing], b""), &lines([1]));
}

/// The database that the tests' Postgres starts with is empty, and stays so.
#[test]
fn an_export_makes_no_tables_on_postgres() {
    let address = std::env::var("TEST_DATABASE_URL")
        .expect("TEST_DATABASE_URL is set by `tests/support/postgres.sh cargo test`");
    for _ in 0..2 {
        let error = complained(&["export", "--database", &address]);
        assert!(error.contains("there is no database of this program"), "{error}");
    }
}

#[test]
fn an_export_of_what_cannot_be_is_refused() {
    let (_folder, path) = folder();
    printed(&["migrate", "--data-dir", &path], b"");
    let export = ["export", "--data-dir", path.as_str()];
    for (filter, complaint) in [
        (["--game", "go"], "unknown game `go`: there are er-chi-yi, zhuo-qi-zi, tui-da-che, "),
        (["--game", ""], "unknown game ``"),
        (["--ruleset", "blitz"], "unknown ruleset `blitz`: there are standard, original, as-"),
        (["--game=xiangqi", "--ruleset=original"], ": there are standard, walker\n"),
    ] {
        let error = complained(&[export.as_slice(), &filter].concat());
        assert!(error.contains(complaint), "{filter:?}: {error}");
    }
    let known = ["--game=shogi", "--ruleset=standard"];
    assert_eq!(printed(&[export.as_slice(), &known].concat(), b""), "");
}

#[test]
fn a_bad_line_is_named_and_the_others_are_imported() {
    let changed = |key: &str, value: Value| {
        let mut line = line(9);
        line[key] = value;
        line.to_string()
    };
    let bad = [
        ("nothing".to_owned(), "expected ident"),
        (changed("game", json!("go")), "unknown game `go`"),
        (changed("times", json!([1])), "3 moves, but 1 times"),
        (changed("plies", json!(7)), "`plies` is 7"),
        (changed("ended_at", json!(5)), "`ended_at` is before `started_at`"),
        (changed("ended_at", json!(u64::MAX)), "a time is out of range"),
        (changed("result", json!(null)), "contradict"),
        (changed("reason", json!("boredom")), "boredom"),
        (changed("clock", json!({"kind":"fischer","initial":1,"increment":0})), "initial"),
        (
            changed("moves", json!(["c1c2", "c1c2", "c2c3"])),
            "ply 1: `c1c2` is illegal: There is no stone there.",
        ),
        (changed("position", json!("5/5/5/5/5 w -")), "not to the position"),
        (changed("ruleset_version", json!(99)), "version 99"),
        (changed("ruleset_version", json!(0)), "version 0"),
        (
            json!(line(9).as_object().expect("one").values().collect::<Vec<_>>()).to_string(),
            "an object",
        ),
        (
            changed(
                "players",
                json!({"first":{"id":line(9)["id"],"name":"a\u{0}b","guest":true},
                "second":null}),
            ),
            "invisible ones",
        ),
    ];
    let (_folder, path) = folder();
    let mut input = lines([1]);
    for (line, _) in &bad {
        input += &format!("{line}\n");
    }
    input += &lines([2]);
    let output = fed(yiguan(&["import", "--data-dir", &path]), input.as_bytes());
    assert!(!output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stdout), "2 of 17 games are new\n");
    let complaints = String::from_utf8(output.stderr).expect("it is text");
    for (number, ((_, reason), complaint)) in (2..).zip(bad.iter().zip(complaints.lines())) {
        assert!(complaint.starts_with(&format!("line {number}: ")), "{complaint}");
        assert!(complaint.contains(reason), "{complaint} lacks {reason}");
    }
    check_same(&printed(&["export", "--data-dir", &path], b""), &lines([1, 2]));
}

#[test]
fn operator_errors_name_the_cause() {
    for (arguments, complaint) in [
        (["migrate", "--database", "mysql://x"], "postgres://"),
        (
            ["migrate", "--database", "postgres://me@127.0.0.1:1/none"],
            "the database is unavailable",
        ),
        (["migrate", "--data-dir", "/proc/self/none"], "cannot use /proc/self/none"),
        (["export", "--result", "won"], "`first`, `second` or `draw`"),
        (["games", "--log", "=loud="], "is no level"),
    ] {
        let error = complained(&arguments);
        assert!(error.contains(complaint), "{arguments:?}: {error}");
    }
}
