//! `yiguan bench`: what can be measured in no time at all.

use crate::run::printed;

#[test]
fn a_server_starts_again_on_the_matches_written_for_it() {
    let small = ["bench", "restart", "--matches", "6", "--plies", "12", "--starts", "2"];
    let report = printed(&small, b"");
    assert!(report.contains("6 matches, 84 events"), "{report}");
    assert!(report.contains("start 2: open after"), "{report}");
}
