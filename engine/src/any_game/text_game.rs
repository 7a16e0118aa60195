//! The interface through which `AnyGame` plays a game of any kind by texts, implemented once for
//! every `Game<P>`.
//!
//! Texts are parsed once, on entry; a text that is not an action of the game is refused with
//! `Rule::Syntax`, or `Rule::OffBoard` if it names a point outside the board. Points in refusals
//! and captures are translated back into names. No rule is decided here.

use super::{ActionPlayed, ActionRefused, CapturedAt, EvidenceAt};
use crate::{
    Game, GameInfo, Impasse, Notated, Outcome, Picture, Pictured, Played, Position, Recurrence,
    Refusal, RepetitionRule, Rule, Ruling, Side,
};
use std::any::Any;

/// A [`Game`] played by texts; `AnyGame` holds one of these.
pub(super) trait TextGame {
    fn as_any(&self) -> &dyn Any;
    fn info(&self) -> &'static GameInfo;
    fn to_act(&self) -> Side;
    fn ply(&self) -> usize;
    fn quiet(&self) -> u32;
    fn outcome(&self) -> Option<Outcome>;
    fn is_check(&self) -> bool;
    fn position_text(&self) -> String;
    fn start_text(&self) -> String;
    fn picture(&self) -> Picture;
    fn key(&self) -> u64;
    fn repetitions(&self) -> usize;
    fn legal(&self) -> Vec<String>;
    fn action_text(&self, ply: usize) -> Option<String>;
    fn action_texts(&self) -> Vec<String>;
    fn notated(&self, notation: &str) -> Option<Vec<String>>;
    fn notate(&self, notation: &str, text: &str) -> Option<String>;
    fn refuse(&self, text: &str) -> Option<ActionRefused>;
    fn play(&mut self, text: &str) -> Result<ActionPlayed, ActionRefused>;
    fn play_on(&mut self, text: &str) -> Result<ActionPlayed, ActionRefused>;
    fn repetition_rule(&self) -> RepetitionRule;
    fn recurrence_after(&self, text: &str) -> Result<Recurrence, ActionRefused>;
    fn recurrence(&self) -> Recurrence;
    fn evidence(&self) -> Option<EvidenceAt>;
    fn ruling_under(&self, rule: &RepetitionRule, first: usize) -> Ruling;
    fn truncate(&mut self, ply: usize);
    fn foul(&mut self, side: Side) -> Option<Outcome>;
    fn end_with(&mut self, outcome: Outcome) -> Option<Outcome>;
    fn impasse(&self, side: Side) -> Result<Impasse, ActionRefused>;
    fn perft(&self, depth: u32) -> u64;
    fn perft_built(&self, depth: u32) -> u64;
    fn playout(&self, cap: u32, choose: &mut dyn FnMut(usize) -> usize) -> u32;
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
}

fn refused<P: Position>(position: &P, refusal: &Refusal) -> ActionRefused {
    let squares = refusal.points.as_slice().iter().map(|&p| position.point_name(p)).collect();
    ActionRefused { rule: refusal.rule, squares }
}

/// Parses an action that the position allows, without regard to history.
fn allowed<P: Position>(position: &P, text: &str) -> Result<P::Action, ActionRefused> {
    let action = position.parse_action(text).map_err(|refusal| refused(position, &refusal))?;
    match position.refuse(action) {
        None => Ok(action),
        Some(refusal) => Err(refused(position, &refusal)),
    }
}

/// Plays a text in one of the ways a game has of playing an action.
fn play_with<P: Position>(
    game: &mut Game<P>,
    text: &str,
    play: impl FnOnce(&mut Game<P>, P::Action) -> Result<Played, Refusal>,
) -> Result<ActionPlayed, ActionRefused> {
    let position = game.position();
    let by = position.to_act();
    let action = position.parse_action(text).map_err(|refusal| refused(position, &refusal))?;
    let action_text = position.action_text(action);
    let Played { effects, check, outcome } =
        play(game, action).map_err(|refusal| refused(game.position(), &refusal))?;
    let captures = effects.captures().iter().map(|capture| CapturedAt {
        at: game.position().point_name(capture.at),
        pattern: capture.pattern,
    });
    Ok(ActionPlayed {
        action: action_text,
        by,
        captures: captures.collect(),
        earned: effects.earned,
        lapsed: effects.lapsed,
        skipped: effects.skipped,
        check,
        outcome,
    })
}

/// Whether actions of a game are written in a notation.
fn writes<P: Notated>(notation: &str) -> bool {
    P::INFO.notations.contains(&notation) || P::MOVE_NOTATIONS.contains(&notation)
}

impl<P: Notated + Pictured> TextGame for Game<P> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn info(&self) -> &'static GameInfo {
        P::INFO
    }

    fn to_act(&self) -> Side {
        self.position().to_act()
    }

    fn ply(&self) -> usize {
        self.plies().len()
    }

    fn quiet(&self) -> u32 {
        Self::quiet(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        Self::outcome(self)
    }

    fn is_check(&self) -> bool {
        self.position().is_check()
    }

    fn position_text(&self) -> String {
        self.position().to_text()
    }

    fn start_text(&self) -> String {
        self.start().to_text()
    }

    fn picture(&self) -> Picture {
        self.position().picture()
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn repetitions(&self) -> usize {
        Self::repetitions(self)
    }

    fn legal(&self) -> Vec<String> {
        let mut actions = Vec::new();
        Self::legal(self, &mut actions);
        let mut texts: Vec<String> =
            actions.into_iter().map(|action| self.position().action_text(action)).collect();
        texts.sort_unstable();
        texts
    }

    fn action_text(&self, ply: usize) -> Option<String> {
        self.plies().get(ply).map(|record| self.start().action_text(record.action))
    }

    fn action_texts(&self) -> Vec<String> {
        self.plies().iter().map(|record| self.start().action_text(record.action)).collect()
    }

    fn notated(&self, notation: &str) -> Option<Vec<String>> {
        if !writes::<P>(notation) {
            return None;
        }
        let (mut position, mut previous) = (self.start().clone(), None);
        let texts = self.plies().iter().map(|record| {
            let action = record.action;
            let text = position.notate(notation, action, previous);
            let text = text.unwrap_or_else(|| position.action_text(action));
            position.apply(action);
            previous = Some(action);
            text
        });
        Some(texts.collect())
    }

    fn notate(&self, notation: &str, text: &str) -> Option<String> {
        if !writes::<P>(notation) {
            return None;
        }
        let position = self.position();
        let action = allowed(position, text).ok()?;
        let previous = self.plies().last().map(|record| record.action);
        let written = position.notate(notation, action, previous);
        Some(written.unwrap_or_else(|| position.action_text(action)))
    }

    fn refuse(&self, text: &str) -> Option<ActionRefused> {
        if Self::outcome(self).is_some() {
            return Some(ActionRefused { rule: Rule::GameOver, squares: Vec::new() });
        }
        let position = self.position();
        match position.parse_action(text) {
            Err(refusal) => Some(refusal),
            Ok(action) => Self::refuse(self, action),
        }
        .map(|refusal| refused(position, &refusal))
    }

    fn play(&mut self, text: &str) -> Result<ActionPlayed, ActionRefused> {
        if Self::outcome(self).is_some() {
            return Err(ActionRefused { rule: Rule::GameOver, squares: Vec::new() });
        }
        play_with(self, text, Self::play)
    }

    fn play_on(&mut self, text: &str) -> Result<ActionPlayed, ActionRefused> {
        play_with(self, text, Self::play_on)
    }

    fn repetition_rule(&self) -> RepetitionRule {
        self.position().repetition_rule()
    }

    fn recurrence_after(&self, text: &str) -> Result<Recurrence, ActionRefused> {
        allowed(self.position(), text).map(|action| Self::recurrence_after(self, action))
    }

    fn recurrence(&self) -> Recurrence {
        Self::recurrence(self)
    }

    fn evidence(&self) -> Option<EvidenceAt> {
        Self::evidence(self).map(|evidence| EvidenceAt::of(self.position(), &evidence))
    }

    fn ruling_under(&self, rule: &RepetitionRule, first: usize) -> Ruling {
        Self::ruling_under(self, rule, first)
    }

    fn truncate(&mut self, ply: usize) {
        Self::truncate(self, ply);
    }

    fn foul(&mut self, side: Side) -> Option<Outcome> {
        Self::foul(self, side)
    }

    fn end_with(&mut self, outcome: Outcome) -> Option<Outcome> {
        Self::end_with(self, outcome)
    }

    fn impasse(&self, side: Side) -> Result<Impasse, ActionRefused> {
        P::impasse(self, side).map_err(|refusal| refused(self.position(), &refusal))
    }

    fn perft(&self, depth: u32) -> u64 {
        crate::perft(self.position(), depth)
    }

    fn perft_built(&self, depth: u32) -> u64 {
        crate::perft_built(self.position(), depth)
    }

    fn playout(&self, cap: u32, choose: &mut dyn FnMut(usize) -> usize) -> u32 {
        crate::playout(self.position(), cap, choose)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let position = self.position();
        crate::divide(position, depth)
            .into_iter()
            .map(|(action, nodes)| (position.action_text(action), nodes))
            .collect()
    }
}
