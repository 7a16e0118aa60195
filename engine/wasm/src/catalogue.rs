//! The catalogue as JSON, in the form of `GET /api/games` (see `docs/protocol.md`) without the
//! clocks, which are the server's.

use crate::json::{Object, object, write_list, write_object};
use engine::{AnyGame, GAMES, GameInfo, OptionInfo, Options, PhaseInfo, RulesetInfo, Text};

/// Every game with its rulesets, options and start positions.
pub(crate) fn catalogue() -> String {
    object(|json| {
        json.field("games", |out| {
            write_list(out, GAMES, |out, info| write_object(out, |json| write_game(json, info)));
        });
    })
}

fn write_game(json: &mut Object<'_>, info: &GameInfo) {
    json.text("id", info.id);
    write_words(json, "name", info.name);
    write_words(json, "gloss", info.gloss);
    write_words(json, "line", info.line);
    json.texts("notations", info.notations);
    json.field("rulesets", |out| {
        write_list(out, info.rulesets, |out, ruleset| {
            write_object(out, |json| write_ruleset(json, info.id, ruleset));
        });
    });
}

fn write_ruleset(json: &mut Object<'_>, game: &str, ruleset: &RulesetInfo) {
    json.text("id", ruleset.id);
    json.plain("version", ruleset.version);
    write_words(json, "name", ruleset.name);
    write_words(json, "summary", ruleset.summary);
    write_words(json, "goal", ruleset.goal);
    write_words(json, "turn", ruleset.turn);
    json.field("phases", |out| {
        write_list(out, ruleset.phases, |out, phase| {
            write_object(out, |json| write_phase(json, phase));
        });
    });
    write_words(json, "source", ruleset.source);
    json.field("sides", |out| {
        write_object(out, |json| {
            write_words(json, "first", ruleset.sides.first);
            write_words(json, "second", ruleset.sides.second);
        });
    });
    json.field("options", |out| {
        write_list(out, ruleset.options, |out, option| {
            write_object(out, |json| write_option(json, option));
        });
    });
    let start = AnyGame::new(game, Some(ruleset.id), &Options::none(), None)
        .expect("the catalogue's own rulesets start under their default options");
    json.text("start", start.start_text().as_str());
}

fn write_phase(json: &mut Object<'_>, phase: &PhaseInfo) {
    json.text("id", phase.id);
    write_words(json, "name", phase.name);
    write_words(json, "task", phase.task);
}

fn write_option(json: &mut Object<'_>, option: &OptionInfo) {
    json.text("key", option.key);
    write_words(json, "name", option.name);
    json.field("values", |out| {
        write_list(out, option.values, |out, value| {
            write_object(out, |json| {
                json.text("id", value.id);
                write_words(json, "name", value.name);
            });
        });
    });
}

fn write_words(json: &mut Object<'_>, key: &str, text: Text) {
    json.field(key, |out| {
        write_object(out, |json| {
            json.text("en", text.en);
            json.text("zh", text.zh);
            json.text("ja", text.ja);
        });
    });
}
