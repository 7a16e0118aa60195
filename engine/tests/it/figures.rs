//! The figures of the rules pages, `static/rules/<game>.json`: every one is set up, and its action
//! is legal or refused as the figure states, with the stated effects. Every rule of a game that
//! refuses, captures or ends is in one of its figures at least. `CONTRIBUTING.md` has the form of a
//! file.

use crate::dice::{Dice, rounds};
use crate::properties::{every_game, forms};
use engine::{AnyGame, Options, Rule, find_game};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

const LANGUAGES: [&str; 3] = ["en", "zh", "ja"];

/// A text that must be there and not be blank.
#[track_caller]
fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    match value[key].as_str() {
        Some(text) if !text.trim().is_empty() => text,
        _ => panic!("`{key}` is missing or empty in {value}"),
    }
}

fn options(figure: &Value) -> Options {
    let given = figure["options"].as_object().into_iter().flatten();
    given.map(|(key, value)| (key, value.as_str().expect("options are texts"))).collect()
}

/// The rules, patterns and reasons that figures show, each as `refused nifu`, `capture top` or
/// `end checkmate`.
type Shown = BTreeSet<String>;

/// Checks a figure that has no action: the end of the game in the position it shows.
#[track_caller]
fn check_ended(game: &AnyGame, figure: &Value, shown: &mut Shown) {
    let outcome = game.outcome().unwrap_or_else(|| panic!("nothing is played or ended: {figure}"));
    assert_eq!(outcome.as_str(), text(&figure["expect"], "result"), "{figure}");
    assert_eq!(outcome.reason.as_str(), text(&figure["expect"], "reason"), "{figure}");
    shown.insert(format!("end {}", outcome.reason));
}

fn check_expected(game: &mut AnyGame, figure: &Value, shown: &mut Shown) {
    let (action, expect) = (text(figure, "action"), &figure["expect"]);
    if let Some(rule) = expect["refused"].as_str() {
        let refusal = game.refuse(action).unwrap_or_else(|| panic!("legal: {figure}"));
        let squares: Vec<&str> =
            expect["squares"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        assert_eq!(refusal.rule.as_str(), rule, "{figure}");
        assert_eq!(refusal.squares, squares, "{figure}");
        // Where fouls lose, the figure also gives the consequence of the illegal action.
        let lost = game.foul(game.to_act());
        assert_eq!(lost.map(|o| o.as_str()), expect["result"].as_str(), "foul of {figure}");
        assert_eq!(lost.map(|o| o.reason.as_str()), expect["reason"].as_str(), "{figure}");
        shown.insert(format!("refused {rule}"));
        shown.extend(lost.map(|outcome| format!("end {}", outcome.reason)));
        return;
    }
    let played = game.play(action).unwrap_or_else(|error| panic!("{error}: {figure}"));
    let captures: Vec<(&str, &str)> = expect["captures"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|capture| (text(capture, "at"), text(capture, "pattern")))
        .collect();
    let found: Vec<(&str, &str)> =
        played.captures.iter().map(|c| (c.at.as_str(), c.pattern.as_str())).collect();
    assert_eq!(found, captures, "captures of {figure}");
    shown.extend(captures.iter().map(|(_, pattern)| format!("capture {pattern}")));
    let counted =
        [("earned", played.earned), ("lapsed", played.lapsed), ("skipped", played.skipped)];
    for (key, found) in counted {
        let expected = expect[key].as_u64().unwrap_or_default();
        assert_eq!(u64::from(found), expected, "{key} by {figure}");
    }
    if let Some(position) = expect["position"].as_str() {
        assert_eq!(game.position_text(), position, "position after {figure}");
    }
    shown.extend(played.outcome.map(|outcome| format!("end {}", outcome.reason)));
    let result = played.outcome.map(|outcome| outcome.as_str());
    assert_eq!(result, expect["result"].as_str(), "result of {figure}");
    if let Some(reason) = expect["reason"].as_str() {
        assert_eq!(played.outcome.map(|o| o.reason.as_str()), Some(reason), "reason of {figure}");
    }
    if let Some(check) = expect["check"].as_bool() {
        assert_eq!(played.check, check, "check in {figure}");
    }
    if let Some(impasse) = expect["impasse"].as_str() {
        // The answer to a proposal or declaration of the side to act.
        let (found, key) = match game.impasse(game.to_act()) {
            Ok(impasse) => (impasse.outcome.as_str(), format!("end {}", impasse.outcome.reason)),
            Err(refusal) => (refusal.rule.as_str(), format!("refused {}", refusal.rule)),
        };
        assert_eq!(found, impasse, "impasse of {figure}");
        shown.insert(key);
    }
}

/// The sections of a file, in the order in which a page shows them.
#[track_caller]
fn sections(file: &Value) -> Vec<&str> {
    let sections = file["sections"].as_array().expect("a list of sections");
    for section in sections {
        for language in LANGUAGES {
            text(&section["title"], language);
        }
    }
    sections.iter().map(|section| text(section, "id")).collect()
}

/// Checks that every figure is in a section, and that those of a ruleset stand in the order of the
/// sections.
fn check_lesson(file: &Value) {
    let (game, sections) = (text(file, "game"), sections(file));
    let distinct: BTreeSet<&str> = sections.iter().copied().collect();
    assert_eq!(distinct.len(), sections.len(), "{game}: two sections of one id");
    let (mut reached, mut used) = (BTreeMap::new(), BTreeSet::new());
    for figure in file["figures"].as_array().expect("a list of figures") {
        let (ruleset, section) = (text(figure, "ruleset"), text(figure, "section"));
        let place = sections.iter().position(|id| *id == section);
        let place = place.unwrap_or_else(|| panic!("{section:?} is no section: {figure}"));
        let before = reached.insert(ruleset, place).unwrap_or_default();
        assert!(before <= place, "{game}: {section:?} comes after a later one: {figure}");
        used.insert(section);
    }
    assert_eq!(used, distinct, "{game}: a section of nothing");
}

/// Checks every figure of a file; returns the game and the rules that its figures show.
fn check_file(path: &PathBuf) -> (String, Shown) {
    let json = fs::read_to_string(path).expect("a readable file");
    let file: Value = serde_json::from_str(&json).unwrap_or_else(|e| panic!("{path:?}: {e}"));
    let id = text(&file, "game");
    assert_eq!(path.file_stem().and_then(|stem| stem.to_str()), Some(id));
    let info = find_game(id).expect("the game is in the catalogue");
    check_lesson(&file);
    let (mut ids, mut rulesets) = (BTreeSet::new(), BTreeSet::new());
    let (mut shown, mut sources) = (Shown::new(), BTreeSet::new());
    for figure in file["figures"].as_array().expect("a list of figures") {
        assert!(ids.insert(text(figure, "id")), "two figures of one id: {figure}");
        text(figure, "rule");
        let source = text(figure, "source");
        sources.insert(source);
        for language in LANGUAGES {
            text(&figure["caption"], language);
            text(&file["sources"][source], language);
        }
        let ruleset = text(figure, "ruleset");
        rulesets.insert(ruleset);
        let mut game =
            AnyGame::new(id, Some(ruleset), &options(figure), figure["position"].as_str())
                .unwrap_or_else(|error| panic!("{error}: {figure}"));
        if figure["action"].is_null() {
            check_ended(&game, figure, &mut shown);
            continue;
        }
        // Where history matters, the figure has the moves played from its position.
        for played in figure["moves"].as_array().into_iter().flatten() {
            let played = played.as_str().expect("moves are texts");
            game.play(played).unwrap_or_else(|error| panic!("{played}: {error}: {figure}"));
        }
        assert_eq!(game.outcome(), None, "the figure begins with a finished game: {figure}");
        check_expected(&mut game, figure, &mut shown);
    }
    let listed = file["sources"].as_object().expect("sources by their names");
    assert!(listed.keys().all(|key| sources.contains(key.as_str())), "{id}: a source of nothing");
    let known: BTreeSet<&str> = info.rulesets.iter().map(|ruleset| ruleset.id).collect();
    assert_eq!(rulesets, known, "every ruleset of {id} has a figure");
    (id.to_owned(), shown)
}

/// The rules that the figures of each game show, all of them checked.
fn figures() -> BTreeMap<String, Shown> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../static/rules");
    fs::read_dir(folder)
        .expect("the folder of the figures")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| check_file(&path))
        .collect()
}

const STEPS: &str = "refused empty_origin, refused not_adjacent, refused not_yours, refused occupied, \
                     refused wrong_phase";
const ENDS: &str = "end elimination, end no_legal_move, end repetition, end no_progress";
const RUNS: &str = "capture minor, capture major, capture sandwich, capture centre, \
                    refused must_capture, refused repetition, end dead_position";

/// Every rule by which each game can refuse, capture and end. Rules that belong to no game are left
/// out: texts that are no actions, points off the board, and games that are over. So is a rule that
/// takes too long for a figure: the 1,250 turns of a side, for which see `diu_fang/limit.rs`.
fn rules_of(game: &str) -> Shown {
    let lists: &[&str] = match game {
        "er-chi-yi" | "zhuo-qi-zi" => &[STEPS, ENDS, "capture top, end dead_position"],
        "tui-da-che" => &[STEPS, ENDS, "capture top, capture push, end dead_position"],
        "xia-si" => &[STEPS, ENDS, RUNS],
        "xia-liu" => {
            &[STEPS, ENDS, RUNS, "capture complete, refused must_remove, refused not_enemy"]
        }
        "diu-fang" => &[
            STEPS,
            ENDS,
            "capture fang, capture opening, capture exchange, refused first_placement, \
             refused must_remove, refused must_fill, refused must_exchange, refused not_enemy, \
             refused not_protected, refused no_neighbour, refused cannot_pass, end two_passes",
        ],
        "shogi" => &[
            "capture displacement, refused empty_origin, refused not_yours, refused own_piece, \
             refused piece_movement, refused blocked, refused in_check, refused occupied, \
             refused not_in_hand, refused dead_piece, refused nifu, refused uchifuzume, \
             refused cannot_promote, refused must_promote, refused no_impasse",
            "end checkmate, end no_legal_move, end repetition, end perpetual_check, end impasse, \
             end declaration, end wrong_declaration, end foul",
        ],
        "xiangqi" => &[
            "capture displacement, refused empty_origin, refused not_yours, refused own_piece, \
             refused piece_movement, refused blocked, refused hobbled_horse, \
             refused blocked_elephant_eye, refused cannon_screen, refused palace, refused river, \
             refused in_check, refused facing_generals, refused perpetual_check",
            "end checkmate, end no_legal_move, end repetition, end perpetual_check, \
             end perpetual_chase, end no_progress, end dead_position",
        ],
        other => panic!("what can {other} refuse, capture by and end with?"),
    };
    lists.iter().flat_map(|list| list.split(", ")).map(str::to_owned).collect()
}

#[test]
fn figures_are_correct_and_cover_every_rule() {
    let figures = figures();
    assert_eq!(figures.len(), engine::GAMES.len(), "a file for each game");
    for (game, shown) in figures {
        assert_eq!(shown, rules_of(&game), "what the figures of {game} show");
    }
}

/// The lists above leave nothing out that can happen.
#[test]
fn random_games_show_only_listed_rules() {
    let known = [Rule::Syntax, Rule::OffBoard, Rule::GameOver];
    let mut dice = Dice(0xf1_64e5);
    for (info, start) in every_game().flat_map(|game| std::iter::repeat_n(game, rounds(1))) {
        let (listed, forms) = (rules_of(info.id), forms(&start));
        let mut game = start;
        let mut seen = Shown::new();
        while game.outcome().is_none() {
            if game.ply().is_power_of_two() {
                let refused = forms.iter().filter_map(|form| game.refuse(form));
                let refused = refused.filter(|refusal| !known.contains(&refusal.rule));
                seen.extend(refused.map(|refusal| format!("refused {}", refusal.rule)));
            }
            let legal = game.legal();
            let played = game.play(&legal[dice.below(legal.len())]).expect("a listed action");
            seen.extend(played.captures.iter().map(|c| format!("capture {}", c.pattern)));
        }
        seen.extend(game.outcome().map(|outcome| format!("end {}", outcome.reason)));
        let unlisted: Vec<&String> = seen.difference(&listed).collect();
        assert!(unlisted.is_empty(), "{} {:?}: {unlisted:?}", info.id, game.ruleset().id);
    }
}
