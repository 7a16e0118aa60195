//! The content of a mail: a line for each match, up to a limit.

use domain::NotificationKinds;
use store::MailNotification;

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
        gathered.retain(|notice| wanted.contains(notice.kind));
        let more = gathered.len().saturating_sub(MAX_LINES);
        gathered.truncate(MAX_LINES);
        (!gathered.is_empty()).then_some(Self { lines: gathered, more })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{MatchId, NotificationKind};

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
        let [turn, challenge, found] = NotificationKind::ALL;
        for (wanted, expected) in [
            (vec![turn, challenge, found], Some((20, 5))),
            (vec![turn, found], Some((20, 2))),
            (vec![challenge, found], Some((3, 0))),
            (vec![found], None),
        ] {
            let bundle = Bundle::of(gathered.clone(), wanted.into_iter().collect());
            assert_eq!(bundle.map(|bundle| (bundle.lines.len(), bundle.more)), expected);
        }
    }
}
