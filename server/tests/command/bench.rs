//! `yiguan bench` hands over to the program beside it.

use crate::run::{fed, free_of_settings};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// The command in a folder of its own.
fn alone() -> (TempDir, Command) {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let program = folder.path().join("yiguan");
    let built = Path::new(env!("CARGO_BIN_EXE_yiguan"));
    fs::hard_link(built, &program).expect("it is on the same disk");
    (folder, free_of_settings(Command::new(&program)))
}

#[test]
fn the_program_that_measures_gets_the_arguments_and_its_status_counts() {
    let (folder, mut command) = alone();
    let program = folder.path().join("yiguan-bench");
    fs::write(&program, "#!/bin/sh\necho \"$YIGUAN_LOG $*\"\nexit 3\n").expect("it is written");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("it may be run");
    command.args(["--log", "warn", "bench", "engine", "--help"]);
    let output = fed(command, b"");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "warn engine --help\n");
}

#[test]
fn a_program_that_measures_and_is_not_there_is_missed_by_name() {
    let (_folder, mut command) = alone();
    command.args(["bench", "engine"]);
    let output = fed(command, b"");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(told.contains("yiguan-bench") && told.contains("cargo build --release"), "{told}");
}
