//! Spans of time in milliseconds, for constants.

const SECOND: u64 = 1_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

pub(crate) const fn minutes(count: u64) -> u64 {
    count * MINUTE
}

pub(crate) const fn hours(count: u64) -> u64 {
    count * HOUR
}

pub(crate) const fn days(count: u64) -> u64 {
    count * DAY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_in_milliseconds() {
        assert_eq!((minutes(1), minutes(10)), (60_000, 600_000));
        assert_eq!((hours(1), hours(24)), (3_600_000, 86_400_000));
        assert_eq!((days(1), days(30)), (86_400_000, 2_592_000_000));
    }
}
