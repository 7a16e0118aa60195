//! The figures of the rules pages, `static/rules/<game>.json`: every one is set up, and its
//! action is legal or refused as the figure says, with the effects it says.

use engine::{AnyGame, Options, find_game};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const LANGUAGES: [&str; 3] = ["en", "zh", "ja"];

/// A text that must be there and say something.
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

fn check_expected(game: &mut AnyGame, figure: &Value) {
    let (action, expect) = (text(figure, "action"), &figure["expect"]);
    if let Some(rule) = expect["refused"].as_str() {
        let refusal = game.refuse(action).unwrap_or_else(|| panic!("legal: {figure}"));
        let squares: Vec<&str> =
            expect["squares"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        assert_eq!(refusal.rule.as_str(), rule, "{figure}");
        assert_eq!(refusal.squares, squares, "{figure}");
        // Where fouls lose, the figure also says what the illegal action leads to.
        let lost = game.foul(game.to_act());
        assert_eq!(lost.map(|o| o.as_str()), expect["result"].as_str(), "foul of {figure}");
        assert_eq!(lost.map(|o| o.reason.as_str()), expect["reason"].as_str(), "{figure}");
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
    let earned = expect["earned"].as_u64().unwrap_or_default();
    assert_eq!(u64::from(played.earned), earned, "earned by {figure}");
    let result = played.outcome.map(|outcome| outcome.as_str());
    assert_eq!(result, expect["result"].as_str(), "result of {figure}");
    if let Some(reason) = expect["reason"].as_str() {
        assert_eq!(played.outcome.map(|o| o.reason.as_str()), Some(reason), "reason of {figure}");
    }
    if let Some(check) = expect["check"].as_bool() {
        assert_eq!(played.check, check, "check in {figure}");
    }
    if let Some(impasse) = expect["impasse"].as_str() {
        // What comes of it if the side now to act proposes or declares one.
        let found = match game.impasse(game.to_act()) {
            Ok(impasse) => impasse.outcome.as_str(),
            Err(refusal) => refusal.rule.as_str(),
        };
        assert_eq!(found, impasse, "impasse of {figure}");
    }
}

fn check_file(path: &Path) {
    let json = fs::read_to_string(path).expect("a readable file");
    let file: Value = serde_json::from_str(&json).unwrap_or_else(|e| panic!("{path:?}: {e}"));
    let id = text(&file, "game");
    assert_eq!(path.file_stem().and_then(|stem| stem.to_str()), Some(id));
    let info = find_game(id).expect("the game is in the catalogue");
    let (mut ids, mut rulesets) = (BTreeSet::new(), BTreeSet::new());
    for figure in file["figures"].as_array().expect("a list of figures") {
        assert!(ids.insert(text(figure, "id")), "two figures of one id: {figure}");
        text(figure, "rule");
        text(figure, "source");
        LANGUAGES.iter().for_each(|language| assert_ne!(text(&figure["caption"], language), ""));
        let ruleset = text(figure, "ruleset");
        rulesets.insert(ruleset);
        let mut game =
            AnyGame::new(id, Some(ruleset), &options(figure), figure["position"].as_str())
                .unwrap_or_else(|error| panic!("{error}: {figure}"));
        // Where history matters, the figure says what was played from its position.
        for played in figure["moves"].as_array().into_iter().flatten() {
            let played = played.as_str().expect("moves are texts");
            game.play(played).unwrap_or_else(|error| panic!("{played}: {error}: {figure}"));
        }
        assert_eq!(game.outcome(), None, "the figure begins with a finished game: {figure}");
        check_expected(&mut game, figure);
    }
    let known: BTreeSet<&str> = info.rulesets.iter().map(|ruleset| ruleset.id).collect();
    assert_eq!(rulesets, known, "every ruleset of {id} has a figure");
}

#[test]
fn every_figure_shows_what_it_says() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../static/rules"));
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the folder of the figures")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort_unstable();
    assert!(!files.is_empty(), "no figures in {folder:?}");
    files.iter().for_each(|path| check_file(path));
}
