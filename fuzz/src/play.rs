//! Whole games: any bytes, taken as choices.

use crate::record::check_written;
use crate::setup::Setup;
use crate::state::{check_actions, check_text, state};
use engine::{AnyGame, Record, RecordedMove, RecordedResult, Side};

/// The longest game that is played; longer ones repeat what shorter ones do.
const PLIES: usize = 300;

/// Every how many plies all actions are tried.
const TRY_ALL: usize = 24;

/// A byte that takes back: to which ply, the next byte says.
const TAKE_BACK: u8 = 255;

/// A byte that ends the game on a side's request, on a copy of it.
const REQUEST: u8 = 254;

/// The setup's line, then choices.
pub(crate) fn run(bytes: &[u8]) {
    let Some((setup, choices)) = Setup::read(bytes) else { return };
    let Some(mut game) = setup.start(None) else { return };
    let mut states = vec![(state(&game), game.quiet(), game.repetitions())];
    let mut choices = choices.iter();
    while let Some(&choice) = choices.next() {
        let legal = game.legal();
        assert_eq!(legal.is_empty(), game.outcome().is_some(), "{}", game.position_text());
        match choice {
            TAKE_BACK => {
                let ply = choices.next().map_or(0, |&ply| usize::from(ply)).min(game.ply());
                game.truncate(ply);
                states.truncate(ply + 1);
                let now = (state(&game), game.quiet(), game.repetitions());
                assert_eq!(Some(&now), states.last(), "taken back to ply {ply}");
            }
            REQUEST => request(&game),
            _ if legal.is_empty() || game.ply() >= PLIES => {}
            _ => {
                // A shogi position can have more actions than a byte has values.
                let more = if legal.len() > 254 { choices.next().copied().unwrap_or(0) } else { 0 };
                let index = (usize::from(choice) + 254 * usize::from(more)) % legal.len();
                let told = game.recurrence_after(&legal[index]).expect("a legal action");
                game.play(&legal[index]).expect("a legal action");
                assert_eq!(game.repetitions(), told.occurrences);
                if told.at_limit() {
                    assert!(game.outcome().is_some(), "{told:?} at {}", game.position_text());
                }
                check_text(&setup, &game);
                if game.ply().is_multiple_of(TRY_ALL) {
                    check_actions(&setup, &game);
                }
                states.push((state(&game), game.quiet(), game.repetitions()));
            }
        }
    }
    check_actions(&setup, &game);
    check_records(&game);
}

/// The requests of a side, on a copy of the game.
fn request(game: &AnyGame) {
    for side in Side::ALL {
        let mut fouled = game.clone();
        if let Some(outcome) = fouled.foul(side) {
            assert_eq!(fouled.outcome(), Some(outcome));
            assert!(fouled.legal().is_empty());
        }
        if let Ok(impasse) = game.impasse(side) {
            let mut ended = game.clone();
            let end = ended.end_with(impasse.outcome);
            assert_eq!(end.is_some(), game.outcome().is_none());
            assert!(ended.legal().is_empty());
        }
    }
}

/// Writes the game in every notation it has.
fn check_records(game: &AnyGame) {
    let moves = game.action_texts().into_iter();
    let record = Record {
        game: game.info().id.to_owned(),
        ruleset: Some(game.ruleset().id.to_owned()),
        options: game.options().clone(),
        start: Some(game.start_text()),
        moves: moves.map(|action| RecordedMove { action, ..RecordedMove::default() }).collect(),
        result: game.outcome().map(|outcome| RecordedResult {
            winner: outcome.winner,
            reason: outcome.reason.as_str().to_owned(),
        }),
        ..Record::default()
    };
    for notation in game.info().notations {
        let read = check_written(&record, notation);
        assert_eq!(read.write(notation), record.write(notation));
        let again = read.replay().expect("what is read has been played");
        assert_eq!(again.position_text(), game.position_text(), "{notation}");
        assert_eq!(again.action_texts(), game.action_texts(), "{notation}");
        let texts = game.notated(notation).expect("a notation of the game");
        assert_eq!(texts.len(), game.ply(), "{notation}");
    }
}
