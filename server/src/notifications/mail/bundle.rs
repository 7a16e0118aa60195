//! The content of a mail: a line for each match, up to a limit.

use store::{MailNotification, NotificationKinds};

/// How many matches a mail names; of more it has only the number.
const MAX_LINES: usize = 20;

/// The notices for one person.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Bundle {
    pub(super) lines: Vec<MailNotification>,
    /// How many more matches there are.
    pub(super) more: usize,
}

impl Bundle {
    /// The rest for a player who wants notices of these kinds; `None` if nothing is.
    pub(super) fn of(
        mut gathered: Vec<MailNotification>,
        wanted: NotificationKinds,
    ) -> Option<Self> {
        gathered.retain(|notice| wanted.wants(notice.kind));
        let more = gathered.len().saturating_sub(MAX_LINES);
        gathered.truncate(MAX_LINES);
        (!gathered.is_empty()).then_some(Self { lines: gathered, more })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::MatchId;
    use store::NotificationKind;

    #[test]
    fn mail_has_a_limit_of_wanted_lines() {
        let of_kind = |kind, count| {
            (0..count).map(move |_| MailNotification {
                kind,
                game: "shogi".into(),
                of: MatchId::fresh(),
                opponent: None,
            })
        };
        let gathered: Vec<_> = of_kind(NotificationKind::Turn, MAX_LINES + 2)
            .chain(of_kind(NotificationKind::Challenge, 3))
            .collect();
        for (turn, challenge, expected) in [
            (true, true, Some((20, 5))),
            (true, false, Some((20, 2))),
            (false, true, Some((3, 0))),
            (false, false, None),
        ] {
            let wanted = NotificationKinds { turn, challenge, found: true };
            let bundle = Bundle::of(gathered.clone(), wanted);
            assert_eq!(bundle.map(|bundle| (bundle.lines.len(), bundle.more)), expected);
        }
    }
}
