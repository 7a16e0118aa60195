//! Times in the comments of a PGN: `[%emt 0:00:01.200]`, and engines' remarks on their moves.

use crate::text::narrow;

/// The time of `[%emt 0:00:01.200]` in a comment, and the comment without it.
pub(super) fn time_in(text: &str) -> Option<(u64, String)> {
    let (before, rest) = text.split_once("[%emt")?;
    let (time, after) = rest.split_once(']')?;
    let millis = clock(time)?;
    let (before, after) = (before.trim_end(), after.trim_start());
    let between = if before.is_empty() || after.is_empty() { "" } else { " " };
    Some((millis, format!("{before}{between}{after}")))
}

/// The time in a comment that an engine's judgement is, as `+0.30/18 41`, `-1.5/12 1:36` or
/// `+0.63/6 0.120s, mate`.
pub(super) fn of_engine(text: &str) -> Option<u64> {
    let (judgement, rest) = text.split_once(char::is_whitespace)?;
    let (value, depth) = judgement.trim_end_matches([',', ';']).split_once('/')?;
    let number = |text: &str| {
        let text = text.trim_start_matches(['+', '-', 'M', 'm', '#']);
        text.replace(',', ".").parse::<f64>().is_ok()
    };
    if !number(value) || !depth.split('/').all(number) {
        return None;
    }
    let time = rest.split_whitespace().next()?.trim_end_matches([',', ';']);
    let time = narrow(time).replace(',', ".");
    if let Some(millis) = time.strip_suffix("ms") {
        return millis.parse().ok();
    }
    clock(time.strip_suffix('s').unwrap_or(&time))
}

/// Milliseconds of `1:36`, `0:00:01.200` or `41`.
fn clock(text: &str) -> Option<u64> {
    let mut total: u64 = 0;
    let parts: Vec<&str> = text.trim().split(':').collect();
    let (last, higher) = parts.split_last()?;
    for part in higher {
        total = total.checked_mul(60)?.checked_add(part.trim().parse().ok()?)?;
    }
    total.checked_mul(60_000)?.checked_add(crate::text::seconds(last)?)
}
