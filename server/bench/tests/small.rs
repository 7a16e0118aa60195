//! Measurements that are so small that they take no time.

use std::process::Command;

/// The output of a run that succeeds.
#[track_caller]
fn measured(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_yiguan-bench"))
        .args(arguments)
        .output()
        .expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?} failed: {errors}");
    String::from_utf8(output.stdout).expect("it prints text")
}

#[test]
fn a_server_starts_again_on_the_matches_written_for_it() {
    let report = measured(&["restart", "--matches", "6", "--plies", "12", "--starts", "2"]);
    assert!(report.contains("6 matches, 84 events"), "{report}");
    assert!(report.contains("start 2: open after"), "{report}");
}

#[test]
fn games_are_rated_after_their_end() {
    let report = measured(&["feed", "--games", "2"]);
    assert!(report.contains("sqlite: 2 games rated after "), "{report}");
}

#[test]
fn servers_on_one_database_are_killed_and_stopped() {
    let url = std::env::var("TEST_DATABASE_URL")
        .expect("TEST_DATABASE_URL is set by `tests/support/postgres.sh cargo test`");
    let nats = std::env::var("TEST_NATS_URL").expect("it is set together with TEST_DATABASE_URL");
    for (only, found) in [
        ("news", "seeks: 100 pairs at two servers: found after "),
        ("kill", "kill: a server with 60 matches; the next move"),
        ("drain", "; 0 of 200 connections of the other servers ended"),
    ] {
        let small = ["--only", only, "--matches", "60", "--connections", "240"];
        let report =
            measured(&[&["nodes", "--postgres", &url, "--nats", &nats][..], &small].concat());
        assert!(report.contains(found), "{report}");
    }
}

#[test]
fn attacks_at_a_small_scale_have_no_effect() {
    for (name, found) in [
        ("passkey-begin-flood", "the visitor's own ceremony ends with \"bad_passkey\""),
        ("limiter-flush", "10 guesses at an account before the flood, 0 more after it"),
    ] {
        let report = measured(&["attacks", "--only", name, "--scale", "3"]);
        assert!(report.contains(found), "{report}");
    }
}

#[test]
fn every_measurement_is_listed() {
    let listed = measured(&["--help"]);
    for what in ["engine", "search", "levels", "strength", "server"] {
        assert!(listed.contains(&format!("\n  {what} ")), "{listed}");
    }
}

#[test]
fn an_option_that_is_none_is_refused() {
    let output = Command::new(env!("CARGO_BIN_EXE_yiguan-bench"))
        .args(["engine", "--nonsense"])
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("--nonsense"), "{output:?}");
}
