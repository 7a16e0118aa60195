//! Tables in files: whole, cut short, altered, of another ruleset, and in parts.

use engine::{AnyGame, Options};
use std::fs;
use tables::file::{load_table, open_table, part_path, table_path, write_table};
use tables::{Maker, SingleThreaded, Solved, TableError};

fn solve(game: &str, ruleset: &str) -> (Maker, Solved) {
    let solved = Solved::find(game, Some(ruleset)).expect("it is solved");
    let mut maker = Maker::new(solved);
    for pair in solved.pairs() {
        maker.solve(&pair, &SingleThreaded, &mut |_| {}).expect("distances are short");
    }
    (maker, solved)
}

#[test]
fn table_alone_is_read_back_by_offset() {
    let folder = tempfile::tempdir().expect("there is room");
    let (maker, solved) = solve("tui-da-che", "original");
    let path = table_path(folder.path(), &solved);
    write_table(&path, &maker, maker.known()).expect("it is written");
    let start =
        AnyGame::new("tui-da-che", Some("original"), &Options::none(), None).expect("it starts");
    for table in [open_table(&path, solved), load_table(&path, solved)] {
        let value = table.expect("it opens").value(&start).expect("it answers");
        assert_eq!((value.as_str(), value.distance()), ("loss", Some(40)));
    }

    let check = |bytes: &[u8], solved: Solved, expected: fn(&TableError) -> bool| {
        fs::write(&path, bytes).expect("it is written");
        for table in [open_table(&path, solved), load_table(&path, solved)] {
            let error = table.expect_err("it is refused");
            assert!(expected(&error), "{error}");
        }
    };
    let bytes = fs::read(&path).expect("it is there");
    let other = Solved::find("tui-da-che", Some("as-printed")).expect("it is solved");
    check(&bytes, other, |error| matches!(error, TableError::Other { .. }));
    let short = &bytes[..bytes.len() - 1];
    check(short, solved, |error| matches!(error, TableError::Length { .. }));
    let mut altered = bytes.clone();
    let last = altered.last_mut().expect("it is not empty");
    *last ^= 1;
    check(&altered, solved, |error| matches!(error, TableError::Altered));
    altered.clone_from(&bytes);
    altered.push(0);
    check(&altered, solved, |error| matches!(error, TableError::Length { .. }));
    // Another ruleset in the header, or another value of a code.
    for (old, new) in [("ruleset original", "ruleset originals"), (" values 0,", " values 1,")] {
        let at = bytes.windows(old.len()).position(|part| part == old.as_bytes()).expect("it has");
        let altered = [&bytes[..at], new.as_bytes(), &bytes[at + old.len()..]].concat();
        check(&altered, solved, |error| {
            matches!(error, TableError::Altered | TableError::Header(_))
        });
    }
    check(b"", solved, |error| matches!(error, TableError::NotATable));
    check(b"\x7fELF and so on\n", solved, |error| matches!(error, TableError::NotATable));
    let next = [b"yiguan-table 2".as_slice(), &bytes[14..]].concat();
    check(&next, solved, |error| matches!(error, TableError::Format(version) if version == "2"));
    for len in 0..400 {
        check(&bytes[..len], solved, |_| true);
    }
}

#[test]
fn stopped_solution_continues_from_its_parts() {
    let folder = tempfile::tempdir().expect("there is room");
    let (whole, solved) = solve("xia-si", "original");
    let mut maker = Maker::new(solved);
    for (number, pair) in solved.pairs().iter().enumerate() {
        let part = part_path(folder.path(), &solved, pair);
        if number % 2 == 0 {
            write_table(&part, &whole, pair).expect("it is written");
            let mut file = fs::File::open(&part).expect("it is there");
            maker.restore(pair, &mut file).expect("it is whole");
        } else {
            // The part of another class is refused.
            let before = part_path(folder.path(), &solved, &solved.pairs()[number - 1]);
            let mut file = fs::File::open(before).expect("it is there");
            maker.restore(pair, &mut file).expect_err("it is another class");
            maker.solve(pair, &SingleThreaded, &mut |_| {}).expect("distances are short");
        }
    }
    let (mut expected, mut found) = (Vec::new(), Vec::new());
    whole.write(whole.known(), &mut expected).expect("memory does not fail");
    maker.write(maker.known(), &mut found).expect("memory does not fail");
    assert_eq!(found, expected);
}
