//! A notice as web push carries it: its text as the service worker reads it, for how long a push
//! service stores it, and the topic by which a later one replaces it.
//!
//! The text contains keys that the service worker translates, the game, the match and the
//! opponent's chosen name. It is small enough for one encrypted record. A later notice about the
//! same match replaces an earlier one that has not been shown.

use crate::notifications::Notice;
use domain::NotificationKind;
use serde_json::json;
use std::time::Duration;

/// For how long a push service stores a notice that is still true tomorrow.
const LASTING_TTL: Duration = Duration::from_secs(24 * 3_600);

/// For how long it stores a question that must be answered within ten seconds.
const BRIEFLY: Duration = Duration::from_secs(15);

/// For how long a push service keeps it for a browser that is not running.
pub(super) const fn kept(notice: &Notice) -> Duration {
    match notice.of() {
        Some(_) => LASTING_TTL,
        None => BRIEFLY,
    }
}

/// The topic, by which a later notice replaces this one: 32 characters, the most there can be.
pub(super) fn topic(notice: &Notice) -> Option<String> {
    notice.of().map(|id| id.0.simple().to_string())
}

/// The text for the service worker, as `static/sw.js` knows it: some 150 bytes.
pub(super) fn text(notice: &Notice, kind: NotificationKind) -> String {
    json!({"kind": kind.as_str(), "game": notice.game(), "match": notice.of(),
        "opponent": notice.opponent()})
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{MatchId, Player, PlayerId};

    #[test]
    fn notice_is_small_and_translatable() {
        let (to, of) = (PlayerId::fresh(), MatchId::fresh());
        let opponent = Player::new(PlayerId::fresh(), "弈".repeat(20), false);
        let notice = Notice::turn(to, of, "xiangqi", Some(&opponent));
        let long = text(&notice, NotificationKind::Turn);
        assert!(long.len() < 300, "{long}");
        assert_eq!(topic(&notice).map(|topic| topic.len()), Some(32));
        let nobody = Player::guest(PlayerId::fresh());
        let found = Notice::found(to, None, "shogi", &nobody);
        let expected = r#"{"game":"shogi","kind":"found","match":null,"opponent":null}"#;
        assert_eq!(text(&found, NotificationKind::Found), expected);
        assert!(kept(&found) < kept(&notice) && topic(&found).is_none());
    }
}
