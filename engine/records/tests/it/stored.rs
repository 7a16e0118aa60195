//! Records of games that were played here, in the forms that the engine does not write.

use crate::support::{game, moves};
use engine::{Options, Record, RecordedMove};
use records::{more_notations, write_record};

/// A game that continues after its position stood there a third and fourth time, as one played
/// under former rules does.
fn shuffled(id: &str, ruleset: &str, cycle: [&str; 4]) -> Record {
    let actions = cycle.iter().cycle().take(18);
    Record {
        game: id.to_owned(),
        ruleset: Some(ruleset.to_owned()),
        options: Options::none(),
        start: None,
        players: engine::BySide::from_fn(|_| None),
        date: None,
        comment: String::new(),
        moves: actions
            .map(|action| RecordedMove {
                action: (*action).to_owned(),
                time: None,
                comment: String::new(),
            })
            .collect(),
        result: None,
    }
}

#[test]
fn game_longer_than_current_rules_is_written_whole() {
    for (id, ruleset, cycle) in [
        ("shogi", "standard", ["2h3h", "8b7b", "3h2h", "7b8b"]),
        ("xiangqi", "standard", ["b0c2", "b9c7", "c2b0", "c7b9"]),
    ] {
        let record = shuffled(id, ruleset, cycle);
        record.replay().expect_err("the rules have ended it before");
        let notations = more_notations(id, ruleset);
        assert_eq!(notations.len(), 1);
        for notation in notations {
            let text = write_record(&record, notation).expect("it is written");
            assert_eq!(moves(&game(&text)).split(' ').count(), 18, "{text}");
        }
    }
}

#[test]
fn ruleset_unknown_to_a_form_is_not_written() {
    assert!(more_notations("xiangqi", "walker").is_empty());
    let record = shuffled("xiangqi", "walker", ["b0c2", "b9c7", "c2b0", "c7b9"]);
    write_record(&record, "dhtmlxq").expect_err("it has other rules");
    write_record(&record, "iccs").expect("it is of the game");
}
