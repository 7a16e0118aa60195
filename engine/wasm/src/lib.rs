//! The engine in the browser: the same rules as the server's, as WebAssembly.
//!
//! Everything crosses the border as text. Values with parts are JSON, with the words of
//! `docs/protocol.md`. Refusals and set-up errors are thrown as JSON texts, so that a page reads
//! them with one `JSON.parse` and translates their keys.

mod catalogue;
mod evidence;
mod json;
mod record;

use engine::{
    ActionPlayed, ActionRefused, AnyGame, Fault, Options, PositionError, Recurrence,
    RepetitionEffect, SetupError, Side,
};
use wasm_bindgen::prelude::wasm_bindgen;

/// The catalogue: `{"games":[…]}` as `GET /api/games` answers, without `clocks`.
#[wasm_bindgen]
#[must_use]
pub fn catalogue() -> String {
    catalogue::catalogue()
}

/// A game of any kind with its history.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Game(AnyGame);

#[wasm_bindgen]
impl Game {
    /// Sets up a game: `ruleset` or the game's default, `options` as a JSON map of strings such
    /// as `{"board":"7x7"}` completed with defaults, `position` or the ruleset's start, and
    /// `version` of the ruleset, if it is not today's.
    ///
    /// # Errors
    ///
    /// Throws `{"code","key","args","column","error"}`: a code of `docs/protocol.md`, a [`Fault`]'s
    /// key and parameters, the column in the position's text where there is one, and a sentence in
    /// English. Options that are no map are only `{"code","error"}`.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::needless_pass_by_value, reason = "optional texts cross the border by value")]
    pub fn new(
        game: &str,
        ruleset: Option<String>,
        options: Option<String>,
        position: Option<String>,
        version: Option<u32>,
    ) -> Result<Self, String> {
        let options: Options = match json::read_flat_map(options.as_deref().unwrap_or_default()) {
            Some(entries) => entries.into_iter().collect(),
            None => return Err(thrown("bad_request", "options are a JSON map of strings")),
        };
        let position = position.as_deref();
        let game = match (ruleset.as_deref(), version) {
            (Some(ruleset), Some(version)) => {
                AnyGame::of_version(game, ruleset, version, &options, position)
            }
            (ruleset, _) => AnyGame::new(game, ruleset, &options, position),
        };
        game.map(Self).map_err(|error| setup_json(&error))
    }

    /// The legal actions, sorted as text; none once the game is over.
    #[must_use]
    pub fn legal(&self) -> Vec<String> {
        self.0.legal()
    }

    /// Plays an action. Answers
    /// `{"action","by","captures":[{"at","pattern"}],"earned","lapsed","skipped","check","result","reason"}`:
    /// the action in its canonical text, the removals it earned, those that lapsed by it and the
    /// turns that were skipped after it, and `result` and `reason` null until the game has ended.
    ///
    /// # Errors
    ///
    /// Throws `{"rule","squares"}`; the game is then unchanged.
    pub fn play(&mut self, action: &str) -> Result<String, String> {
        match self.0.play(action) {
            Ok(played) => Ok(played_json(&played)),
            Err(refused) => Err(refused_json(&refused)),
        }
    }

    /// Plays an action that the position allows, even where the rules have ended the game by its
    /// history, as a record of a longer game does. Answers as [`play`](Self::play).
    ///
    /// # Errors
    ///
    /// Throws `{"rule","squares"}`; the game is then unchanged.
    pub fn play_on(&mut self, action: &str) -> Result<String, String> {
        match self.0.play_on(action) {
            Ok(played) => Ok(played_json(&played)),
            Err(refused) => Err(refused_json(&refused)),
        }
    }

    /// The refusal of an action, `{"rule","squares"}`, or undefined if it is legal.
    #[must_use]
    pub fn refuse(&self, action: &str) -> Option<String> {
        self.0.refuse(action).map(|refused| refused_json(&refused))
    }

    /// The number of times the position after `action` will have stood on the board, that time
    /// included; 0 if the position does not allow the action.
    #[must_use]
    pub fn occurrences_after(&self, action: &str) -> usize {
        self.0.occurrences_after(action).unwrap_or(0)
    }

    /// The recurrence of the position after `action`:
    /// `{"occurrences","limit","effect","checker","chaser"}`, or undefined if the position does not
    /// allow the action. At `occurrences` = `limit` the ruleset steps in; until then `effect` is
    /// its effect at that time if the play stays the same: `draw`, `refused`, `lost_by_checker`,
    /// `lost_by_chaser` or `continues`. `checker` is the side whose perpetual check decides that,
    /// `chaser` the one whose perpetual chase does, or null.
    #[must_use]
    pub fn recurrence_after(&self, action: &str) -> Option<String> {
        self.0.recurrence_after(action).ok().map(|recurrence| recurrence_json(&recurrence))
    }

    /// The recurrence of the current position, in the form of
    /// [`recurrence_after`](Self::recurrence_after).
    #[must_use]
    pub fn recurrence(&self) -> String {
        recurrence_json(&self.0.recurrence())
    }

    /// The evidence for an intervention of the ruleset because a position has come back, or
    /// undefined if it does not step in:
    /// `{"stood","plies":[{"action","by","label","chases":[…]}],"barred","ruling","elsewhere"}`.
    /// The cycle begins at the first of the plies `stood`; a label is `check`, `chase` or `idle`; a
    /// chase is `{"attacker","attacker_piece","victim","victim_piece","ground","root",
    /// "perpetual"}`. `barred` are the actions that history forbids where nothing else is left:
    /// then the last of the plies was not played. A ruling is `{"effect","checker","chaser",
    /// "mutual"}`; `elsewhere` has those of the game's other rulesets, with `ruleset`, `version`
    /// and `limit`.
    #[must_use]
    pub fn evidence(&self) -> Option<String> {
        evidence::evidence(&self.0)
    }

    /// The ruleset's rule for positions that come back: `{"limit","effect","perpetual_check"}`, the
    /// occurrence at which it steps in, its effect then, and its effect instead of that on
    /// perpetual check, null in games without check.
    #[must_use]
    pub fn repetition_rule(&self) -> String {
        let rule = self.0.repetition_rule();
        json::object(|json| {
            json.plain("limit", rule.limit);
            json.text("effect", rule.effect.as_str());
            json.text("perpetual_check", rule.perpetual_check.map(RepetitionEffect::as_str));
        })
    }

    /// The number of times the current position has stood on the board, this time included.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        self.0.repetitions()
    }

    /// The position as text.
    #[must_use]
    pub fn position(&self) -> String {
        self.0.position_text()
    }

    /// The position the game started from, as text.
    #[must_use]
    pub fn start(&self) -> String {
        self.0.start_text()
    }

    /// The number of actions played.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.0.ply()
    }

    /// The side to act next, `first` or `second`.
    #[must_use]
    pub fn to_act(&self) -> String {
        self.0.to_act().as_str().to_owned()
    }

    /// `first`, `second` or `draw`; undefined until the game has ended.
    #[must_use]
    pub fn result(&self) -> Option<String> {
        self.0.outcome().map(|outcome| outcome.as_str().to_owned())
    }

    /// The rule that ended the game, such as `checkmate`; undefined until then.
    #[must_use]
    pub fn reason(&self) -> Option<String> {
        self.0.outcome().map(|outcome| outcome.reason.as_str().to_owned())
    }

    /// Whether the side to act is in check.
    #[must_use]
    pub fn check(&self) -> bool {
        self.0.is_check()
    }

    /// The position's key as sixteen hexadecimal digits.
    #[must_use]
    pub fn hash(&self) -> String {
        format!("{:016x}", self.0.key())
    }

    /// Goes back to the position before ply `ply` (0 is the start); later plies are gone.
    pub fn truncate(&mut self, ply: usize) {
        self.0.truncate(ply);
    }

    /// All actions played, oldest first.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        self.0.action_texts()
    }

    /// All actions played, oldest first, as people write them in a notation of the catalogue;
    /// none if the game does not have it.
    #[must_use]
    pub fn notated(&self, notation: &str) -> Vec<String> {
        self.0.notated(notation).unwrap_or_default()
    }

    /// The text of an action that the position allows, in a notation of the catalogue; undefined if
    /// the position does not allow it, or the game does not have the notation.
    #[must_use]
    pub fn notate(&self, notation: &str, action: &str) -> Option<String> {
        self.0.notate(notation, action)
    }

    /// Writes the game as a record in one of its notations. `facts` has every fact as key and value
    /// in turn: `first`, `second`, `date`, `result`, `reason`, and, after that number of actions,
    /// `time.1` in milliseconds and `comment.0`, `comment.1`, …. Half a surrogate pair, which a text
    /// of the page may contain, becomes U+FFFD.
    ///
    /// # Errors
    ///
    /// Throws `{"code","key","args","error"}`: the game has no such notation.
    #[expect(clippy::needless_pass_by_value, reason = "lists cross the border by value")]
    pub fn record(&self, notation: &str, facts: Vec<String>) -> Result<String, String> {
        record::write(&self.0, notation, &facts)
    }

    /// A game of its own that stands where this one stands, history included.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self(self.0.clone())
    }

    /// The number of action sequences of length `depth` from the current position.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        self.0.perft(depth)
    }
}

fn thrown(code: &str, error: &str) -> String {
    json::object(|json| {
        json.text("code", code);
        json.text("error", error);
    })
}

/// Writes a fault, with its parameters.
fn write_fault(json: &mut json::Object<'_>, fault: &Fault) {
    json.text("key", fault.key());
    json.field("args", |out| {
        json::write_object(out, |json| {
            for (name, value) in fault.args() {
                json.text(name, value.as_str());
            }
        });
    });
}

fn setup_json(error: &SetupError) -> String {
    json::object(|json| {
        json.text("code", error.code());
        write_fault(json, &error.fault());
        if let SetupError::Position(PositionError { column: column @ 1.., .. }) = error {
            json.plain("column", column);
        }
        json.text("error", error.to_string().as_str());
    })
}

fn recurrence_json(recurrence: &Recurrence) -> String {
    json::object(|json| {
        json.plain("occurrences", recurrence.occurrences);
        json.plain("limit", recurrence.limit);
        json.text("effect", recurrence.effect.as_str());
        json.text("checker", recurrence.checker.map(Side::as_str));
        json.text("chaser", recurrence.chaser.map(Side::as_str));
    })
}

fn refused_json(refused: &ActionRefused) -> String {
    json::object(|json| {
        json.text("rule", refused.rule.as_str());
        json.texts("squares", &refused.squares);
    })
}

fn played_json(played: &ActionPlayed) -> String {
    json::object(|json| {
        json.text("action", played.action.as_str());
        json.text("by", played.by.as_str());
        json.field("captures", |out| {
            json::write_list(out, &played.captures, |out, capture| {
                json::write_object(out, |json| {
                    json.text("at", capture.at.as_str());
                    json.text("pattern", capture.pattern.as_str());
                });
            });
        });
        json.plain("earned", played.earned);
        json.plain("lapsed", played.lapsed);
        json.plain("skipped", played.skipped);
        json.plain("check", played.check);
        json.text("result", played.outcome.map(engine::Outcome::as_str));
        json.text("reason", played.outcome.map(|outcome| outcome.reason.as_str()));
    })
}
