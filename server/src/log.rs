//! The log, on standard error, in the form that an operator asks for.
//!
//! What happens to panics is decided here, too: each is an error in the log, in the log's form.

use crate::config::{LogConfig, LogFormat};
use crate::store::LOG_DIRECTIVE;
use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{IsTerminal, stderr};
use std::panic;
use tracing::Level;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::ParseError;

/// The text that says what to log makes no sense.
#[derive(Debug, thiserror::Error)]
#[error("`{log}` is not a valid log filter")]
pub struct LogError {
    log: String,
    #[source]
    reason: ParseError,
}

/// Starts the log of a program; once for each process.
///
/// # Errors
///
/// [`LogError`] if the setting cannot be read.
pub fn start_log(config: &LogConfig) -> Result<(), LogError> {
    let filter = EnvFilter::try_new(&config.log)
        .map_err(|reason| LogError { log: config.log.clone(), reason })?
        .add_directive(LOG_DIRECTIVE.parse().expect("it names a module and a level"));
    // The library reports a line that could not be written by writing another, and panics if that
    // fails too: a server whose log is no longer read could then not stop in order.
    let log = tracing_subscriber::fmt()
        .log_internal_errors(false)
        .with_env_filter(filter)
        .with_writer(stderr);
    // A panic is a line of the log like any other, so a log in JSON stays valid.
    let otherwise = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if tracing::enabled!(Level::ERROR) {
            let place = panic.location().map(ToString::to_string);
            let trace = Backtrace::capture();
            let asked_for = trace.status() == BacktraceStatus::Captured;
            let trace = asked_for.then(|| trace.to_string());
            tracing::error!(place, reason = panic.payload_as_str(), trace, "panicked");
        } else {
            otherwise(panic);
        }
    }));
    match config.log_format {
        LogFormat::Text => log.with_ansi(stderr().is_terminal()).init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
    Ok(())
}
