//! The log, on standard error, in the form that an operator asks for.
//!
//! What happens to panics is decided here, too: each is an error in the log, in the log's form. Chat is in no
//! log, whatever level the operator sets.

use crate::config::{LogConfig, LogFormat};
use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{IsTerminal, stderr};
use std::panic;
use store::LOG_DIRECTIVE;
use tracing::Level;
use tracing_subscriber::filter::{FilterExt, LevelFilter, ParseError, filter_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt};

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
    // A filter of its own: a directive of the operator may be more specific than any of ours.
    let public = filter_fn(|line| !is_private(line.target(), *line.level()));
    let filter = filter.and(public.with_max_level_hint(LevelFilter::TRACE));
    // The library reports a line that could not be written by writing another, and panics if that
    // fails too: a server whose log is no longer read could then not stop in order.
    let log = fmt::layer().log_internal_errors(false).with_writer(stderr);
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
    let lines = tracing_subscriber::registry();
    match config.log_format {
        LogFormat::Text => {
            lines.with(log.with_ansi(stderr().is_terminal()).with_filter(filter)).init();
        }
        LogFormat::Json => lines.with(log.json().flatten_event(true).with_filter(filter)).init(),
    }
    Ok(())
}

/// Whether a line may contain chat: below `info` the WebSocket library logs whole
/// frames.
fn is_private(target: &str, level: Level) -> bool {
    let library = target.split("::").next().unwrap_or_default();
    level > Level::INFO && matches!(library, "tungstenite" | "tokio_tungstenite")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_never_logged() {
        for target in ["tungstenite::protocol::frame", "tungstenite", "tokio_tungstenite::compat"] {
            assert!(
                is_private(target, Level::TRACE) && is_private(target, Level::DEBUG),
                "{target}"
            );
            assert!(!is_private(target, Level::INFO), "{target}");
        }
        assert!(!is_private("yiguan::live", Level::TRACE));
        assert!(!is_private("tungstenites", Level::TRACE));
    }
}
