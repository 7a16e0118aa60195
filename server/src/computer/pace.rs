//! How long computer players take, as people would: a second or two, less where there is little to
//! choose, and never so long that their own clock suffers.

use std::time::Duration;

/// The least and the most for an action, in milliseconds.
const ACTION: (u64, u64) = (600, 1_900);

/// The same where there is only one.
const ONLY_ACTION: (u64, u64) = (300, 600);

/// The same for the answer to an offer.
const ANSWER: (u64, u64) = (700, 1_500);

/// The share of the time left on the clock that may go into one action.
const SHARE: u64 = 20;

/// How long an action takes, with `choices` legal actions and `left` milliseconds on the clock.
pub(super) fn of_an_action(seed: u64, choices: usize, left: Option<u64>) -> Duration {
    let pause = between(seed, if choices == 1 { ONLY_ACTION } else { ACTION });
    left.map_or(pause, |left| pause.min(Duration::from_millis(left / SHARE)))
}

/// How long the answer to an offer takes.
pub(super) fn of_an_answer(seed: u64) -> Duration {
    between(seed, ANSWER)
}

fn between(seed: u64, (least, most): (u64, u64)) -> Duration {
    let spread = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    Duration::from_millis(least + spread % (most - least))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_takes_as_long_as_a_person_would() {
        for seed in 0..200 {
            let pause = of_an_action(seed, 30, None);
            assert!((600..1_900).contains(&pause.as_millis()), "{pause:?}");
            assert!(of_an_action(seed, 1, None).as_millis() < 600);
            assert!(of_an_action(seed, 30, Some(4_000)).as_millis() <= 200, "the clock is short");
            assert!((700..1_500).contains(&of_an_answer(seed).as_millis()));
        }
        assert_ne!(of_an_action(1, 30, None), of_an_action(2, 30, None));
    }
}
