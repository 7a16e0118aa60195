//! Runs the end-to-end tests of two servers on one database.

use crate::Run;
use crate::report::{Report, seconds};
use crate::stores::Stores;
use std::process::{Command, Stdio};
use std::time::Instant;

/// Runs the tests of several servers on the throw-away Postgres; it takes cargo.
pub(crate) fn run(run: &Run, stores: &Stores) -> Result<Report, String> {
    let address = stores.fresh(crate::stores::Kind::Postgres)?;
    let address = address.url().ok_or("it has an address")?.to_owned();
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let began = Instant::now();
    let output = Command::new(cargo)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["test", "--quiet", "-p", "e2e", "--test", "e2e", "servers::"])
        .env("TEST_DATABASE_URL", address)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    let said = String::from_utf8_lossy(&output.stdout);
    let result = said.lines().find_map(|line| line.strip_prefix("test result: "));
    let mut report = Report::new(format!("5. two servers on one database, {}", run.seed_text()));
    report.figure("tests of `tests/e2e/servers.rs`", result.unwrap_or("none ran"));
    report.figure("built and run in", seconds(began.elapsed()));
    let ran = result.is_some_and(|result| !result.contains(" 0 passed"));
    report.promise(output.status.success() && ran, || said.into_owned());
    Ok(report)
}
