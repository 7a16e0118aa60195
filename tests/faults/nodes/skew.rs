//! A wall clock that is ahead of the others', by the library of Debian's package `faketime`.
//!
//! The program of that name is not used: it stays as the parent of the server, so that a signal to the
//! child of this program would not reach the server.

use tokio::process::Command;

/// The library, whose folder the loader of programs knows.
const LIBRARY: &str = "LD_PRELOAD=/usr/$LIB/faketime/libfaketimeMT.so.1";

/// Only the wall clock is ahead: timers count by the other one. Nothing is left in `/dev/shm` by a process
/// that is killed.
const SETTINGS: [&str; 2] = ["FAKETIME_DONT_FAKE_MONOTONIC=1", "FAKETIME_DISABLE_SHM=1"];

/// How a server is started whose clock is ahead.
pub(super) struct Skew {
    ahead: String,
}

impl Skew {
    /// A clock that is so many seconds ahead, after a look whether it is.
    pub(super) async fn by(seconds: u32) -> Result<Self, String> {
        let skew = Self { ahead: format!("FAKETIME=+{seconds}s") };
        let (own, ahead) =
            (date(&["date"]).await?, date(&[&skew.prefix()[..], &["date"]].concat()).await?);
        // It may be a second later by now.
        if (u64::from(seconds)..=u64::from(seconds) + 1).contains(&ahead.saturating_sub(own)) {
            Ok(skew)
        } else {
            Err("clocks cannot be set apart: install the package `faketime`".to_owned())
        }
    }

    /// The command that becomes the server in the end.
    pub(super) fn prefix(&self) -> Vec<&str> {
        let [first, second] = SETTINGS;
        vec!["env", LIBRARY, first, second, &self.ahead]
    }
}

/// The seconds since 1970 by a command.
async fn date(command: &[&str]) -> Result<u64, String> {
    let output = Command::new(command[0]).args(&command[1..]).arg("+%s").output().await;
    let output = output.map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.trim().parse().map_err(|_| format!("`date` answers {text:?}"))
}
