//! Trees, with invented people.

use super::*;
use domain::Moment;
use engine::{Options, Rule};
use protocol::AnalysisNack;

const MOVES: [&str; 3] = ["7g7f", "3c3d", "2g2f"];

fn person(number: u128) -> Player {
    Player::guest(PlayerId(uuid::Uuid::from_u128(number)))
}

fn start() -> AnyGame {
    AnyGame::new("shogi", None, &Options::none(), None).expect("the catalogue has it")
}

/// A tree of a short game, and what each command did to it.
struct Table {
    tree: Tree,
    start: AnyGame,
}

impl Table {
    fn new() -> Self {
        let moves: Vec<String> = MOVES.map(str::to_owned).into();
        Self { tree: Tree::new(&moves), start: start() }
    }

    /// A command of a spectator, or of a player where the number is below 10.
    #[track_caller]
    #[expect(clippy::needless_pass_by_value, reason = "the cases read better as values")]
    fn check(&mut self, who: u128, command: Command, expected: Result<usize, AnalysisNack>) {
        let by = person(who);
        let decided = self.tree.decide(&by, who < 10, &command, &self.start);
        let count = decided.as_ref().map(Vec::len).map_err(Refusal::code);
        assert_eq!(count, expected, "{command:?}");
        for change in decided.unwrap_or_default() {
            let seq = self.tree.seq() + 1;
            self.tree.apply(&TreeChange { seq, at: Moment(0), by: by.clone(), change });
        }
    }

    fn add(node: u32, moves: &[&str]) -> Command {
        Command::Add(node, moves.iter().map(|&action| action.to_owned()).collect())
    }

    fn note(node: u32, text: &str, of: Option<u128>) -> Command {
        Command::Note(node, text.to_owned(), of.map(|number| person(number).id))
    }

    /// The listed nodes with their parents and actions.
    fn nodes(&self) -> Vec<(u32, u32, String)> {
        let nodes = self.tree.view().nodes;
        nodes.iter().map(|node| (node.node, node.parent, node.action.to_string())).collect()
    }
}

#[test]
fn existing_nodes_are_reused_and_others_added() {
    let mut table = Table::new();
    table.check(10, Table::add(0, &["7g7f", "8c8d", "2g2f"]), Ok(2));
    assert_eq!(table.nodes(), [(4, 1, "8c8d".to_owned()), (5, 4, "2g2f".to_owned())]);
    table.check(11, Table::add(0, &["7g7f", "8c8d"]), Ok(0));
    table.check(11, Table::add(4, &["2g2f", "8d8e"]), Ok(1));
    assert_eq!(table.tree.seq(), 3);
}

#[test]
fn the_engine_refuses_and_nothing_of_it_is_added() {
    let mut table = Table::new();
    let command = Table::add(3, &["8c8d", "2f2d"]);
    let refused = table.tree.decide(&person(10), false, &command, &table.start);
    let Err(Refusal::Illegal(refused)) = refused else { panic!("{refused:?}") };
    assert_eq!(refused.rule, Rule::PieceMovement);
    table.check(10, command, Err(AnalysisNack::Illegal));
    table.check(10, Table::add(9, &["8c8d"]), Err(AnalysisNack::Stale));
    table.check(10, Table::add(0, &[]), Err(AnalysisNack::BadMessage));
    assert!(table.nodes().is_empty());
}

#[test]
fn only_the_own_is_deleted_unless_one_played() {
    let mut table = Table::new();
    table.check(10, Table::add(1, &["8c8d"]), Ok(1));
    table.check(11, Table::add(4, &["2g2f"]), Ok(1));
    table.check(10, Command::Delete(4), Err(AnalysisNack::NotAllowed));
    table.check(11, Command::Delete(5), Ok(1));
    table.check(10, Command::Delete(4), Ok(1));
    table.check(10, Command::Delete(4), Err(AnalysisNack::Stale));
    table.check(10, Table::add(1, &["8c8d"]), Ok(1));
    assert_eq!(table.nodes(), [(6, 1, "8c8d".to_owned())], "no number is given twice");
    table.check(1, Command::Delete(6), Ok(1));
    for node in 0..=3 {
        table.check(1, Command::Delete(node), Err(AnalysisNack::NotAllowed));
    }
}

#[test]
fn a_variation_rises_but_the_game_stays_first() {
    let mut table = Table::new();
    for action in ["8c8d", "4a3b"] {
        table.check(10, Table::add(1, &[action]), Ok(1));
    }
    table.check(11, Command::Promote(5), Err(AnalysisNack::NotAllowed));
    table.check(10, Command::Promote(5), Ok(1));
    assert_eq!(table.nodes().iter().map(|node| node.0).collect::<Vec<_>>(), [5, 4]);
    table.check(1, Command::Promote(2), Err(AnalysisNack::NotAllowed));
}

#[test]
fn each_has_one_note_on_a_node_and_players_take_any_back() {
    let mut table = Table::new();
    table.check(10, Table::note(2, " one ", None), Ok(1));
    table.check(10, Table::note(2, "one", None), Ok(0));
    table.check(10, Table::note(2, "two", None), Ok(1));
    table.check(11, Table::note(2, "", None), Ok(0));
    table.check(11, Table::note(2, "", Some(10)), Err(AnalysisNack::NotAllowed));
    table.check(1, Table::note(2, "words", Some(10)), Err(AnalysisNack::NotAllowed));
    assert_eq!(&*table.tree.view().notes[0].text, "two");
    table.check(1, Table::note(2, "", Some(10)), Ok(1));
    assert!(table.tree.view().notes.is_empty());
    table.check(10, Table::note(2, "a\nb", None), Err(AnalysisNack::BadMessage));
    table.check(10, Table::note(2, &"長".repeat(500), None), Ok(1));
    table.check(10, Table::note(2, &"長".repeat(501), None), Err(AnalysisNack::BadMessage));
}

#[test]
fn a_locked_tree_is_the_players_own() {
    let mut table = Table::new();
    table.check(10, Command::Lock(true), Err(AnalysisNack::NotAllowed));
    table.check(1, Command::Lock(true), Ok(1));
    table.check(2, Command::Lock(true), Ok(0));
    table.check(10, Table::add(0, &["2g2f"]), Err(AnalysisNack::NotAllowed));
    table.check(10, Table::note(0, "x", None), Err(AnalysisNack::NotAllowed));
    table.check(2, Table::add(0, &["2g2f"]), Ok(1));
    table.check(2, Command::Lock(false), Ok(1));
    table.check(10, Table::note(0, "x", None), Ok(1));
}

/// A person who is not a player cannot fill a tree, nor can many of them.
#[test]
fn strangers_leave_the_players_room_for_nodes() {
    let mut table = Table::new();
    let game = table.start.clone();
    let firsts = game.legal();
    // Each adds lines of two actions at the start of the game.
    let line = |index: usize| {
        let mut after = game.clone();
        let first = firsts[index % firsts.len()].clone();
        after.play(&first).expect("legal");
        let seconds = after.legal();
        Command::Add(0, vec![first, seconds[index / firsts.len() % seconds.len()].clone()])
    };
    let mut index = 0;
    let mut fill = |table: &mut Table, who: u128| {
        let before = table.nodes().len();
        for _ in 0..2_000 {
            index += 1;
            let by = person(who);
            match table.tree.decide(&by, who < 10, &line(index), &table.start) {
                Ok(changes) => {
                    for change in changes {
                        let seq = table.tree.seq() + 1;
                        let frame = TreeChange { seq, at: Moment(0), by: by.clone(), change };
                        table.tree.apply(&frame);
                    }
                }
                Err(refusal) => {
                    assert_eq!(refusal, Refusal::Full);
                    break;
                }
            }
        }
        table.nodes().len() - before
    };
    for who in 10..15 {
        assert!((MAX_NODES_OF_ONE - 1..=MAX_NODES_OF_ONE).contains(&fill(&mut table, who)));
    }
    assert!(fill(&mut table, 15) <= 5, "the rest is reserved");
    let nodes = table.nodes().len();
    assert!(nodes <= MAX_NODES - RESERVED_NODES && nodes + 5 > MAX_NODES - RESERVED_NODES);
    assert!(fill(&mut table, 1) >= 100, "a player goes on");
}

#[test]
fn stranger_has_so_many_bytes_of_notes_and_changes() {
    let mut table = Table::new();
    let moves: Vec<String> = std::iter::repeat_n("7g7f".to_owned(), 100).collect();
    table.tree = Tree::new(&moves);
    let long = "x".repeat(MAX_NOTE);
    let count = u32::try_from(MAX_NOTE_BYTES_OF_ONE / MAX_NOTE).expect("small");
    for node in 0..count {
        table.check(10, Table::note(node, &long, None), Ok(1));
        table.check(1, Table::note(node, &long, None), Ok(1));
    }
    table.check(10, Table::note(count, &long, None), Err(AnalysisNack::Full));
    table.check(10, Table::note(0, "short", None), Ok(1));
    table.check(1, Table::note(count, &long, None), Ok(1));
    for change in count + 1..MAX_CHANGES_OF_ONE {
        table.check(10, Table::note(0, &change.to_string(), None), Ok(1));
    }
    table.check(10, Table::note(0, "", None), Err(AnalysisNack::Full));
    table.check(11, Table::note(0, "another", None), Ok(1));
}

#[test]
fn cleared_tree_is_the_game_alone() {
    let mut table = Table::new();
    table.check(10, Table::add(1, &["8c8d", "2g2f"]), Ok(2));
    table.check(10, Table::note(1, "x", None), Ok(1));
    table.check(1, Command::Clear, Ok(1));
    assert!(table.nodes().is_empty() && table.tree.view().notes.is_empty());
    assert_eq!((table.tree.seq(), table.tree.cleared()), (4, 4));
    // A tree that is read again has that change and later ones alone.
    table.check(10, Table::add(1, &["8c8d"]), Ok(1));
    let mut again = Tree::new(&MOVES.map(str::to_owned));
    let by = person(10);
    again.apply(&TreeChange { seq: 4, at: Moment(0), by: by.clone(), change: Change::Cleared });
    let node = table.nodes()[0].0;
    let change = Change::Added { node, parent: 1, action: "8c8d".into() };
    again.apply(&TreeChange { seq: 5, at: Moment(0), by, change });
    assert_eq!(again.view(), table.tree.view());
}

/// The first message of every connection must not become larger than a socket can take.
#[test]
fn notes_take_so_much_of_each_person_and_of_all() {
    let moves: Vec<String> = std::iter::repeat_n("7g7f".to_owned(), 100).collect();
    let mut table = Table { tree: Tree::new(&moves), start: start() };
    // As long as can be, in characters of four bytes, by many people.
    let long = "\u{2070e}".repeat(MAX_NOTE);
    let (mut bytes, mut refused) = (0, false);
    for who in 100..2_000 {
        let node = u32::try_from(who % 100).expect("small");
        let command = Table::note(node, &long, None);
        match table.tree.decide(&person(who), false, &command, &table.start) {
            Ok(changes) => {
                for change in changes {
                    let seq = table.tree.seq() + 1;
                    table.tree.apply(&TreeChange { seq, at: Moment(0), by: person(who), change });
                    bytes += long.len();
                }
            }
            Err(error) => {
                assert_eq!(error, Refusal::Full);
                refused = true;
            }
        }
    }
    assert!(refused && bytes <= MAX_NOTE_BYTES, "{bytes} bytes");
}

#[test]
fn a_person_has_so_many_notes() {
    let moves: Vec<String> =
        std::iter::repeat_n(["7g7f", "3c3d"], 150).flatten().map(str::to_owned).collect();
    let mut table = Table { tree: Tree::new(&moves), start: start() };
    for node in 0..200 {
        table.check(10, Table::note(node, "x", None), Ok(1));
    }
    table.check(10, Table::note(200, "x", None), Err(AnalysisNack::Full));
    table.check(10, Table::note(0, "y", None), Ok(1));
    table.check(10, Table::note(0, "", None), Ok(1));
    table.check(10, Table::note(200, "x", None), Ok(1));
    table.check(11, Table::note(200, "x", None), Ok(1));
}

#[test]
fn a_node_has_so_many_notes_and_a_tree_so_many_changes() {
    let mut table = Table::new();
    for who in 10..18 {
        table.check(who, Table::note(0, "x", None), Ok(1));
    }
    table.check(18, Table::note(0, "x", None), Err(AnalysisNack::Full));
    for change in table.tree.seq()..MAX_CHANGES - RESERVED_CHANGES {
        let who = change % 16;
        let note = Table::note(who / 8, &change.to_string(), None);
        table.check(10 + u128::from(who), note, Ok(1));
    }
    table.check(10, Table::note(0, "x", None), Err(AnalysisNack::Full));
    for change in table.tree.seq()..MAX_CHANGES {
        table.check(1, Table::note(2, &change.to_string(), None), Ok(1));
    }
    table.check(1, Table::note(2, "", None), Err(AnalysisNack::Full));
}
