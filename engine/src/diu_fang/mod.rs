//! Diu Fang 丢方 (Fang, square chess).
//!
//! Two sides place stones in turn, then move them. Stones that form a *fang*, in most rulesets the
//! four corners of a cell, earn the removal of an enemy stone and are protected from removal
//! themselves. The side that removes the last enemy stone wins.
//!
//! Five rulesets, each from its own source: `salmi` (O. Salmi's page), `chinese` (the Chinese
//! text and the article 方棋 of the Chinese Wikipedia, with the option `style`), `shimizu`
//! (Shimizu and Miyahara, Board Game Studies 5), `ludii` (the prose of the Ludii portal) and
//! `ludii-1.3` (the program Ludii 1.3.13). The module `rules` holds them as data. Choices where the
//! sources are silent:
//!
//! - A side whose removal or exchange is skipped has not acted: the side that did not act last
//!   begins the next phase.
//! - An exchange is the side's until the removals that its fang earned are made: `e2` is followed
//!   by `e1` only then.
//! - A position after a pass is another one than the same stones after an action. An action that
//!   brings a position about for the third time and is the hundredth without progress draws by
//!   repetition, as in the other games.
//! - Under `ludii-1.3` repetition and a hundred actions without progress draw as everywhere;
//!   the 1,250 turns a side come on top.
//! - Once a side has no stone left, or both have passed, the side to act and the phase stay
//!   those of the last action; a removal still owed, or a point to fill, is forgotten. Where a
//!   side has no step and loses by that, it is shown as the side to act.
//! - A step that forms a fang is no progress by itself, only the removal that follows is. So where
//!   the hundredth action without progress is such a step, the game is drawn, and the removal
//!   forgotten.

mod action;
mod actions;
mod adjudicate;
mod apply;
mod board;
mod fang;
mod info;
mod phases;
mod position;
mod refuse;
mod rules;
mod stones;
mod text;

pub use action::{Act, Action};
pub use position::DiuFang;
pub use rules::Rules;

use crate::{
    BySide, Effects, Game, GameInfo, Notated, Options, Outcome, Picture, PictureHand, Pictured,
    Position, Refusal, SetupError, Side, Sink,
};
use board::CENTRE;
use position::Phase;

impl Position for DiuFang {
    type Action = Action;
    type Rules = Rules;
    const INFO: &'static GameInfo = &info::INFO;

    fn rules(ruleset: &str, options: &Options) -> Result<Rules, SetupError> {
        Rules::read(ruleset, options)
    }

    fn start(rules: Rules) -> Self {
        Self::start(rules)
    }

    fn parse(rules: Rules, text: &str) -> Result<Self, SetupError> {
        Ok(text::read(rules, text)?)
    }

    fn to_text(&self) -> String {
        text::write(self)
    }

    fn parse_action(&self, text: &str) -> Result<Action, Refusal> {
        action::parse(self.rules.board, text)
    }

    fn action_text(&self, action: Action) -> String {
        action::text(self.rules.board, action)
    }

    fn point_name(&self, point: u8) -> String {
        action::point_name(self.rules.board, point)
    }

    fn to_act(&self) -> Side {
        self.to_act
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    #[inline]
    fn actions<S: Sink<Action>>(&self, sink: &mut S) {
        self.generate(sink);
    }

    fn refuse(&self, action: Action) -> Option<Refusal> {
        self.refusal(action)
    }

    #[inline]
    fn apply(&mut self, action: Action) -> Effects {
        self.play(action)
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key()
    }

    fn adjudicate(game: &Game<Self>) -> Option<Outcome> {
        adjudicate::adjudicate(game)
    }
}

impl Notated for DiuFang {}

impl Pictured for DiuFang {
    fn picture(&self) -> Picture {
        let mut picture = Picture::from_stones(&self.to_text());
        if self.rules.draws_diagonals() {
            let (file, rank) = (self.rules.board.file(CENTRE), self.rules.board.rank(CENTRE));
            let ends = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
            picture.lines.extend(ends.map(|(files, ranks)| {
                [
                    (file, rank),
                    (file.saturating_add_signed(files), rank.saturating_add_signed(ranks)),
                ]
            }));
        }
        if let Phase::Placing(left) = self.phase {
            picture.hands = BySide::from_fn(|side| {
                let hand = PictureHand { label: "", count: left[side] };
                Vec::from_iter((left[side] > 0).then_some(hand))
            });
        }
        picture
    }
}
