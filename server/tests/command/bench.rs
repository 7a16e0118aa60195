//! `yiguan bench`: what can be measured in no time at all.

use crate::run::{fed, printed, yiguan};
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn a_server_starts_again_on_the_matches_written_for_it() {
    let small = ["bench", "restart", "--matches", "6", "--plies", "12", "--starts", "2"];
    let report = printed(&small, b"");
    assert!(report.contains("6 matches, 84 events"), "{report}");
    assert!(report.contains("start 2: open after"), "{report}");
}

#[test]
fn attacks_at_a_small_scale_have_no_effect() {
    for (name, found) in [
        ("passkey-begin-flood", "the visitor's own ceremony ends with \"bad_passkey\""),
        ("limiter-flush", "10 guesses at an account before the flood, 0 more after it"),
    ] {
        let report = printed(&["bench", "attacks", "--only", name, "--scale", "3"], b"");
        assert!(report.contains(found), "{report}");
    }
}

#[test]
fn what_can_be_measured_is_listed() {
    let listed = printed(&["bench", "--help"], b"");
    for what in ["engine", "search", "levels", "strength", "server"] {
        assert!(listed.contains(&format!("\n  {what} ")), "{listed}");
    }
}

#[test]
fn a_program_that_measures_and_is_not_there_is_missed_by_name() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let alone = folder.path().join("yiguan");
    let built = Path::new(env!("CARGO_BIN_EXE_yiguan"));
    fs::hard_link(built, &alone).expect("it is on the same disk");
    let mut command = Command::new(&alone);
    command.args(["bench", "engine"]);
    let output = fed(command, b"");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(told.contains("yiguan-bench") && told.contains("cargo build --release"), "{told}");
}

#[test]
fn an_option_that_is_none_is_refused_by_the_program_that_measures() {
    let output = fed(yiguan(&["bench", "engine", "--nonsense"]), b"");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("--nonsense"), "{output:?}");
}
