//! The log, on standard error, in the form that an operator asks for.
//!
//! Panics are logged here, too: each is an error in the log, in the log's form. Chat is in no
//! log, whatever level the operator sets. Once a node has a name, every line carries it.

use crate::config::{LogConfig, LogFormat};
use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{IsTerminal, stderr};
use std::panic;
use std::sync::OnceLock;
use store::LOG_DIRECTIVE;
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::filter::{FilterExt, LevelFilter, ParseError, filter_fn};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::LookupSpan;
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

/// The name of this node, in every line from the moment it is known.
static NODE: OnceLock<String> = OnceLock::new();

/// Gives the node its name in the log; the first name of a process stays.
pub(crate) fn name_node(name: &str) {
    let _ = NODE.set(name.to_owned());
}

/// A format of lines, which adds the name of the node.
struct Named<F> {
    format: F,
    form: LogFormat,
    name: fn() -> Option<&'static str>,
}

impl<F> Named<F> {
    fn of(format: F, form: LogFormat) -> Self {
        Self { format, form, name: || NODE.get().map(String::as_str) }
    }
}

impl<S, N, F> FormatEvent<S, N> for Named<F>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
    F: FormatEvent<S, N>,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> std::fmt::Result {
        let Some(name) = (self.name)() else {
            return self.format.format_event(context, writer, event);
        };
        match self.form {
            LogFormat::Text => {
                write!(writer, "{name} ")?;
                self.format.format_event(context, writer, event)
            }
            LogFormat::Json => {
                let mut line = String::new();
                self.format.format_event(context, Writer::new(&mut line), event)?;
                // A name needs no escapes: `--node-name` accepts letters and digits.
                match line.strip_prefix('{') {
                    Some(rest) => write!(writer, "{{\"node\":\"{name}\",{rest}"),
                    None => writer.write_str(&line),
                }
            }
        }
    }
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
            let log = log.with_ansi(stderr().is_terminal());
            let log = log.map_event_format(|format| Named::of(format, LogFormat::Text));
            lines.with(log.with_filter(filter)).init();
        }
        LogFormat::Json => {
            let log = log.json().flatten_event(true);
            let log = log.map_event_format(|format| Named::of(format, LogFormat::Json));
            lines.with(log.with_filter(filter)).init();
        }
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

    /// A log that is kept in memory.
    #[derive(Clone, Default)]
    struct Written(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

    impl std::io::Write for Written {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("nothing panics").extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn every_line_carries_the_name() {
        let name = || Some("hall-1");
        let kept = Written::default();
        let (one, other) = (kept.clone(), kept.clone());
        let text = fmt::layer().with_ansi(false).with_writer(move || one.clone());
        let text = text.map_event_format(|format| Named { format, form: LogFormat::Text, name });
        let json = fmt::layer().json().flatten_event(true).with_writer(move || other.clone());
        let json = json.map_event_format(|format| Named { format, form: LogFormat::Json, name });
        let lines = tracing_subscriber::registry().with(text).with(json);
        tracing::subscriber::with_default(lines, || tracing::info!(count = 2, "serving"));
        let written = kept.0.lock().expect("nothing panics").clone();
        let written = String::from_utf8(written).expect("a log is text");
        let (text, json) = written.split_once('\n').expect("two lines");
        assert!(text.starts_with("hall-1 ") && text.ends_with("serving count=2"), "{text}");
        let json: serde_json::Value = serde_json::from_str(json).expect("it is JSON");
        assert_eq!((&json["node"], &json["count"]), (&"hall-1".into(), &2.into()));
    }

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
