//! Runs the command.

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The command, free of whatever the environment says.
pub(crate) fn yiguan(arguments: &[&str]) -> Command {
    let mut command = free_of_settings(Command::new(env!("CARGO_BIN_EXE_yiguan")));
    command.args(arguments);
    command
}

/// `command` without the settings that the environment has.
pub(crate) fn free_of_settings(mut command: Command) -> Command {
    for (name, _) in std::env::vars() {
        if name.starts_with("YIGUAN_") || name == "DATABASE_URL" {
            command.env_remove(name);
        }
    }
    command
}

/// Runs `command` to its end on `input`.
pub(crate) fn fed(mut command: Command, input: &[u8]) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    let input = input.to_owned();
    // Apart, since the command answers before it has read everything.
    let feeder = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("the command ends");
    // A command may end before it has read everything.
    let _ = feeder.join().expect("the feeder does not panic");
    output
}

/// The output of a run that succeeds.
#[track_caller]
pub(crate) fn printed(arguments: &[&str], input: &[u8]) -> String {
    let output = fed(yiguan(arguments), input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?} failed: {errors}");
    String::from_utf8(output.stdout).expect("it prints text")
}

/// The errors of a run that fails.
#[track_caller]
pub(crate) fn complained(arguments: &[&str]) -> String {
    let output = fed(yiguan(arguments), b"");
    assert!(!output.status.success(), "{arguments:?} succeeded");
    String::from_utf8(output.stderr).expect("it complains in text")
}

/// The lines that answer `input`.
#[track_caller]
pub(crate) fn answers(arguments: &[&str], input: &[u8]) -> Vec<Value> {
    printed(arguments, input)
        .lines()
        .map(|line| serde_json::from_str(line).expect("an answer is JSON"))
        .collect()
}
