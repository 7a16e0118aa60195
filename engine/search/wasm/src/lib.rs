//! The computer players in the browser, for a worker to load when they are asked for.
//!
//! Built apart from the engine of `engine/wasm`, which every page needs, and without the words and
//! notations of the catalogue. A search keeps its thread busy until it ends, so it belongs into a
//! worker. Answers are JSON texts; scores are in hundredths of the game's smallest piece, for the
//! side to act.

use engine::Options;
use search::{AnyReport, Limits, Score, Session, TextHost, Width, distance};
use std::fmt::Write as _;
use wasm_bindgen::prelude::wasm_bindgen;

/// The table of a searcher: 16 MB.
const TABLE_BITS: u32 = 18;

#[wasm_bindgen]
extern "C" {
    /// The receiver of a search's reports: an object with the methods `report(text)` and `stop()`.
    pub type Listener;

    /// A depth is finished; `text` is the answer that [`Searcher::analyse`] would give now.
    #[wasm_bindgen(method)]
    fn report(this: &Listener, text: &str);

    /// Whether the search is to end; asked every thousand positions.
    #[wasm_bindgen(method)]
    fn stop(this: &Listener) -> bool;
}

impl TextHost for &Listener {
    fn stop(&self) -> bool {
        Listener::stop(self)
    }

    fn report(&mut self, report: &AnyReport) {
        Listener::report(self, &report_json(report));
    }
}

/// A game with its history, and the results of searches of its positions.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Searcher(Session);

#[wasm_bindgen]
impl Searcher {
    /// Sets up a game: its id, the ruleset's, every option as key and value in turn, and the
    /// position, or the ruleset's start. The engine has checked them: a game that the engine
    /// refuses is not necessarily refused here.
    ///
    /// # Errors
    ///
    /// Throws `{"code"}`, a code of `docs/protocol.md`.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::needless_pass_by_value, reason = "lists cross the border by value")]
    pub fn new(
        game: &str,
        ruleset: &str,
        options: Vec<String>,
        position: Option<String>,
    ) -> Result<Self, String> {
        let options: Options =
            options.chunks_exact(2).map(|pair| (pair[0].as_str(), pair[1].as_str())).collect();
        Session::new(game, ruleset, &options, position.as_deref(), TABLE_BITS)
            .map(Self)
            .map_err(|error| format!("{{\"code\":\"{}\"}}", error.code()))
    }

    /// Plays an action. Answers whether it was legal; if not, nothing has changed.
    pub fn play(&mut self, action: &str) -> bool {
        self.0.play(action)
    }

    /// Goes back to the position before `ply`; later plies are gone.
    pub fn truncate(&mut self, ply: usize) {
        self.0.truncate(ply);
    }

    /// The number of actions played.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.0.ply()
    }

    /// Chooses an action at a level, 1 to 8, looking at no more positions than `budget_nodes`:
    /// `{"action","score","best","win_in","line":[…],"nodes"}`; undefined if the game is over.
    /// `best` is the value of the best action, `win_in` as in [`analyse`](Self::analyse). The same
    /// game, level, seed and budget give the same answer everywhere.
    pub fn choose_move(&mut self, level: u8, seed: f64, budget_nodes: f64) -> Option<String> {
        let choice = self.0.choose(level, whole(seed), whole(budget_nodes))?;
        let mut out = String::from("{");
        // Writing to a string cannot fail.
        let _ = write!(out, "\"action\":\"{}\",\"best\":{},", choice.action, choice.best);
        write_score(&mut out, choice.score);
        write_line(&mut out, &choice.line);
        let _ = write!(out, ",\"nodes\":{}}}", choice.nodes);
        Some(out)
    }

    /// Searches that many positions and answers with the values of the best `lines` actions:
    /// `{"depth","nodes","lines":[{"score","win_in","line":[…]},…]}`, without a line if the game is
    /// over. `win_in` is the number of actions to a forced win, negative to a forced loss, or null.
    /// The listener, if there is one, receives a report after every depth. Called again with more
    /// positions, the search continues from its results.
    #[expect(clippy::needless_pass_by_value, reason = "objects cross the border by value")]
    pub fn analyse(
        &mut self,
        budget_nodes: f64,
        lines: usize,
        listener: Option<Listener>,
    ) -> String {
        let limits = Limits::nodes(whole(budget_nodes)).with_width(Width::Lines(lines.max(1)));
        let report = match &listener {
            Some(listener) => self.0.analyse(&limits, &mut &*listener),
            None => self.0.analyse(&limits, &mut search::Unattended),
        };
        report_json(&report)
    }
}

/// The whole number of at most 53 bits that a number of the page means; 0 for any other number.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a number that does not fit is taken for the nearest that does"
)]
const fn whole(number: f64) -> u64 {
    number as u64
}

/// Actions are made of letters, digits and `@*+`, which need no escape.
fn write_line(out: &mut String, line: &[String]) {
    out.push_str("\"line\":[");
    for (place, action) in line.iter().enumerate() {
        if place > 0 {
            out.push(',');
        }
        let _ = write!(out, "\"{action}\"");
    }
    out.push(']');
}

fn write_score(out: &mut String, score: Score) {
    let _ = match distance(score) {
        Some(plies) => write!(out, "\"score\":{score},\"win_in\":{plies},"),
        None => write!(out, "\"score\":{score},\"win_in\":null,"),
    };
}

fn report_json(report: &AnyReport) -> String {
    let mut out = String::new();
    let _ = write!(out, "{{\"depth\":{},\"nodes\":{},\"lines\":[", report.depth, report.nodes);
    for (place, line) in report.lines.iter().filter(|line| line.exact).enumerate() {
        out.push_str(if place > 0 { ",{" } else { "{" });
        write_score(&mut out, line.score);
        write_line(&mut out, &line.actions);
        out.push('}');
    }
    out.push_str("]}");
    out
}
