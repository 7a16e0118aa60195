//! The evidence of a repetition as JSON: the reason why a ruleset intervenes when a position
//! recurs.
//!
//! Lists the plies at which the position stood, the conduct of each ply of the cycle (check, chase
//! or neither, and for a chase the attacker, the victim and the ground), the actions that are
//! barred now and the ruling. If nothing is barred, it adds the rulings of other rulesets of the
//! same game. The words of the JSON are those of the engine's own names, which the client
//! translates.

use crate::json::{Object, object, write_list, write_object};
use engine::{AnyGame, ChaseAt, ConductAt, Offence, Ruling, Side};

/// The evidence for an intervention of the ruleset because a position has recurred.
pub(crate) fn evidence(game: &AnyGame) -> Option<String> {
    let evidence = game.evidence()?;
    let elsewhere = match (evidence.barred.is_empty(), evidence.stood.first()) {
        (true, Some(&first)) => game.rulings_elsewhere(first),
        _ => Vec::new(),
    };
    Some(object(|json| {
        json.field("stood", |out| {
            write_list(out, &evidence.stood, |out, ply| out.push_str(&ply.to_string()));
        });
        json.field("plies", |out| {
            write_list(out, &evidence.plies, |out, ply| {
                write_object(out, |json| write_ply(json, ply));
            });
        });
        json.texts("barred", &evidence.barred);
        json.field("ruling", |out| write_object(out, |json| write_ruling(json, &evidence.ruling)));
        json.field("elsewhere", |out| {
            write_list(out, &elsewhere, |out, other| {
                write_object(out, |json| {
                    json.text("ruleset", other.ruleset);
                    json.plain("version", other.version);
                    json.plain("limit", other.limit);
                    write_ruling(json, &other.ruling);
                });
            });
        });
    }))
}

fn write_ply(json: &mut Object<'_>, ply: &ConductAt) {
    json.text("action", ply.action.as_str());
    json.text("by", ply.by.as_str());
    json.text(
        "label",
        match (ply.check, ply.chases.is_empty()) {
            (true, _) => "check",
            (false, false) => "chase",
            (false, true) => "idle",
        },
    );
    json.field("chases", |out| {
        write_list(out, &ply.chases, |out, chase| {
            write_object(out, |json| write_chase(json, chase));
        });
    });
}

fn write_chase(json: &mut Object<'_>, chase: &ChaseAt) {
    json.text("attacker", chase.attacker.as_str());
    json.text("attacker_piece", chase.attacker_piece);
    json.text("victim", chase.victim.as_str());
    json.text("victim_piece", chase.victim_piece);
    json.text("ground", chase.ground.as_str());
    json.text("root", chase.root.as_deref());
    json.plain("perpetual", chase.perpetual);
}

fn write_ruling(json: &mut Object<'_>, ruling: &Ruling) {
    json.text("effect", ruling.effect.as_str());
    json.text("checker", ruling.checker.map(Side::as_str));
    json.text("chaser", ruling.chaser.map(Side::as_str));
    json.text("mutual", ruling.mutual.map(Offence::as_str));
}
