//! Progress bars of long commands, drawn on standard error.
//!
//! Nothing is drawn where standard error is not a terminal, so logs and pipes stay clean; the
//! results themselves go to standard output.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// How often a bar is redrawn even if nothing was counted, because it shows the elapsed time.
const TICK: Duration = Duration::from_millis(200);

/// A bar to `total`, counting `what`.
pub(super) fn of(total: usize, what: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(u64::try_from(total).unwrap_or(u64::MAX));
    styled(bar, "{elapsed_precise} {wide_bar} {pos}/{len} {msg}, {eta} left", what)
}

/// A count of `what` whose end is unknown.
pub(super) fn count(what: &'static str) -> ProgressBar {
    styled(ProgressBar::no_length(), "{elapsed_precise} {pos} {msg}, {per_sec}", what)
}

fn styled(bar: ProgressBar, template: &str, what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("the template is well formed");
    let bar = bar.with_style(style).with_message(what);
    if !bar.is_hidden() {
        bar.enable_steady_tick(TICK);
    }
    bar
}
