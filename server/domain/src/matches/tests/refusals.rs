//! Limits of texts, fouls, and declarations that end a match.

use super::commands::other;
use super::*;

#[test]
fn chat_is_as_long_as_its_limit() {
    let mut table = Table::live(ClockSetting::None);
    let line = |length| Command::Chat("棋".repeat(length));
    table.command(1, &line(MAX_CHAT)).expect("allowed");
    table.check_refused(1, &line(MAX_CHAT + 1), Code::BadChat);
}

#[test]
fn malformed_action_is_refused_where_fouls_lose() {
    let position = "4k4/9/9/9/9/9/9/4p4/4K4 b - 1";
    for (action, is_foul) in [("xyz", false), ("5i9z", false), ("5i5g", true)] {
        let mut game = other("shogi", &[("fouls", "lose")], position);
        let refused = game.apply(&player(1), &play(0, action), Moment(T0)).is_err();
        assert_eq!((refused, game.ending().is_some()), (!is_foul, is_foul), "{action}");
    }
}

/// The opponent of an open match leaves it by losing too early, but may win.
#[test]
fn declaration_of_the_opponent_wins_at_once() {
    let camp = "4K4/9/9/9/9/9/8l/ppppppppp/4k4 w rb2g2s2n2l 1";
    let mut game = other("shogi", &[("impasse", "declaration")], camp);
    let declared = Command::Offer(Offer::Impasse, Answer::Offer);
    game.apply(&player(2), &declared, Moment(T0)).expect("it is a right of the rules");
    assert_eq!(game.ending().map(|ending| ending.result), Some(Some(MatchResult::Won(Second))));
}
