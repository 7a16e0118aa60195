//! Who of those who wait is paired with whom: as many as can be, and of them those who have waited
//! longest. Pure: no time, tasks or store.

use domain::{Deal, Moment, Seek};
use integer_blossom::max_weight_matching;

/// How many of those who wait longest take part in one matching. Its cost grows with the cube: some 3 ms
/// for so many, a second's budget for none of the others.
pub(super) const MOST_MATCHED: usize = 128;

/// What a pair is worth beside which waiting is nothing, so that as many as possible are paired.
const A_PAIR: i64 = 1 << 40;

/// The most that waiting is worth, in seconds: two weeks.
const MOST_WAITED: i64 = 1_209_600;

/// Somebody who waits, as the matching sees them.
#[derive(Debug, Clone)]
pub(super) struct Candidate<'a> {
    /// What they would play.
    pub(super) seek: &'a Seek,
    /// Whether they are there to begin at once.
    pub(super) is_awake: bool,
}

impl Candidate<'_> {
    /// What two would play; only by days unless both are there.
    pub(super) fn deal(&self, other: &Self, coin: bool) -> Option<Deal> {
        self.seek.deal(other.seek, !(self.is_awake && other.is_awake), coin)
    }
}

/// The pairs, as places in `candidates`; `may_meet` says of two whether they may.
pub(super) fn pairs(
    candidates: &[Candidate<'_>],
    may_meet: impl Fn(usize, usize) -> bool,
    now: Moment,
) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by_key(|&place| (candidates[place].seek.made_at(), candidates[place].seek.who.id));
    order.truncate(MOST_MATCHED);
    let waited = |place: usize| {
        let seconds = now.since(candidates[place].seek.made_at()) / 1_000;
        i64::try_from(seconds).unwrap_or(MOST_WAITED).min(MOST_WAITED)
    };
    let count = order.len();
    let mut weights = vec![0_i64; count * count];
    for (row, &one) in order.iter().enumerate() {
        for (column, &other) in order.iter().enumerate().skip(row + 1) {
            let fits = candidates[one].deal(&candidates[other], false).is_some();
            if fits && may_meet(one, other) {
                weights[row * count + column] = A_PAIR + waited(one) + waited(other);
            }
        }
    }
    let mates = max_weight_matching(&weights, count);
    let pairs = mates.iter().enumerate().filter_map(|(row, mate)| {
        let column = (*mate).filter(|&column| row < column)?;
        Some((order[row], order[column]))
    });
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::clock::{ClockSetting, Correspondence, Fischer};
    use domain::{Player, PlayerId, SoughtGame, Terms};
    use engine::Side;
    use proptest::prelude::*;
    use uuid::Uuid;

    const GAMES: [&str; 3] = ["shogi", "xiangqi", "xia-si"];

    fn clock(number: usize) -> ClockSetting {
        match number {
            0 => ClockSetting::Fischer(Fischer::new(300, 5).expect("in range")),
            1 => ClockSetting::Fischer(Fischer::new(600, 10).expect("in range")),
            _ => ClockSetting::Correspondence(Correspondence::new(3).expect("in range")),
        }
    }

    fn seek(who: u128, games: &[usize], clocks: &[usize], side: Option<Side>, at: u64) -> Seek {
        let player = Player::guest(PlayerId(Uuid::from_u128((who + 1) << 96)));
        let games = games.iter().map(|&game| SoughtGame::new(GAMES[game], None).expect("known"));
        let clocks = clocks.iter().map(|&number| clock(number));
        Seek::new(player, games, clocks, Terms::casual(side), 60, Moment(at)).expect("in bounds")
    }

    /// The same by somebody who keeps the identity, rated alike in all games.
    fn by_rating(seek: &Seek, rated: bool, within: Option<u16>, rating: i32) -> Seek {
        let who = Player { guest: false, ..seek.who.clone() };
        let ratings = seek.games().iter().filter_map(|game| Some((game.pool()?, rating))).collect();
        let terms = Terms { side: seek.terms().side, rated, within, ratings };
        let (games, clocks) = (seek.games().to_vec(), seek.clocks().to_vec());
        Seek::kept(who, games, clocks, terms, seek.made_at(), seek.expires_at()).expect("in bounds")
    }

    fn awake(seeks: &[Seek]) -> Vec<Candidate<'_>> {
        seeks.iter().map(|seek| Candidate { seek, is_awake: true }).collect()
    }

    #[test]
    fn as_many_as_can_be_are_paired() {
        // The second and third fit, but then the first and the fourth would be left.
        let seeks = [
            seek(0, &[0], &[0], None, 30),
            seek(1, &[0, 1], &[0], None, 0),
            seek(2, &[1, 2], &[0], None, 0),
            seek(3, &[2], &[0], None, 40),
        ];
        let mut found = pairs(&awake(&seeks), |_, _| true, Moment(100));
        found.sort_unstable();
        let ends = |&(one, other): &(usize, usize)| (one.min(other), one.max(other));
        assert_eq!(found.iter().map(ends).collect::<Vec<_>>(), [(0, 1), (2, 3)]);
    }

    #[test]
    fn of_three_the_two_who_have_waited_longest_are_paired() {
        let seeks = [5_000, 60_000, 0].map(|at| seek(u128::from(at), &[0], &[0], None, at));
        let found = pairs(&awake(&seeks), |_, _| true, Moment(90_000));
        assert_eq!(found, [(2, 0)]);
    }

    #[test]
    fn who_is_away_plays_by_days_alone() {
        let seeks = [seek(0, &[0], &[0, 2], None, 0), seek(1, &[0], &[0, 2], None, 1)];
        let mut candidates = awake(&seeks);
        let deal = |candidates: &[Candidate<'_>]| candidates[0].deal(&candidates[1], true);
        assert_eq!(deal(&candidates).map(|deal| deal.clock), Some(clock(0)));
        candidates[1].is_awake = false;
        assert_eq!(deal(&candidates).map(|deal| deal.clock), Some(clock(2)));
    }

    #[test]
    fn more_than_can_be_matched_are_matched_in_the_order_of_their_coming() {
        let seeks: Vec<Seek> =
            (0..300).map(|number| seek(u128::from(number), &[0], &[0], None, number)).collect();
        let found = pairs(&awake(&seeks), |_, _| true, Moment(1_000));
        assert_eq!(found.len(), MOST_MATCHED / 2);
        assert!(found.iter().all(|&(one, other)| one < MOST_MATCHED && other < MOST_MATCHED));
    }

    fn some_of(count: usize) -> impl Strategy<Value = Vec<usize>> {
        proptest::sample::subsequence((0..count).collect::<Vec<_>>(), 1..=count)
    }

    /// Rated or not, at what distance, and how strong; nothing for a guest.
    type Strength = Option<(bool, Option<u16>, i32)>;

    prop_compose! {
        fn somebody()(
            games in some_of(3), clocks in some_of(3), side in 0..3_u8, at in 0..5_000_u64, is_awake: bool,
            strength in proptest::option::of((any::<bool>(), proptest::option::of(25..=400_u16), 1_200..1_800_i32)),
        ) -> (Vec<usize>, Vec<usize>, Option<Side>, u64, bool, Strength) {
            let side = match side { 0 => Some(Side::First), 1 => Some(Side::Second), _ => None };
            (games, clocks, side, at, is_awake, strength)
        }
    }

    /// Whether somebody may meet somebody that strong, said anew.
    fn suits(own: Strength, other: Strength) -> bool {
        let rating = |of: Strength| of.map(|(_, _, rating)| rating);
        let counts = |of: Strength| of.is_some_and(|(rated, _, _)| rated);
        let within = own.and_then(|(_, within, _)| within).map_or(i32::MAX, i32::from);
        let distance = rating(own).zip(rating(other)).map(|(one, other)| (one - other).abs());
        counts(own) == counts(other) && distance.map_or(within == i32::MAX, |is| is <= within)
    }

    proptest! {
        #[test]
        fn nobody_meets_twice_nor_whom_they_must_not_meet_and_nobody_is_left_who_could_be_paired(
            people in proptest::collection::vec(somebody(), 0..14),
            apart in proptest::collection::vec((0..14_usize, 0..14_usize), 0..40),
        ) {
            let seeks: Vec<Seek> = people.iter().zip(0..).map(|((games, clocks, side, at, _, strength), who)| {
                let seek = seek(who, games, clocks, *side, *at);
                match *strength {
                    Some((rated, within, rating)) => by_rating(&seek, rated, within, rating),
                    None => seek,
                }
            }).collect();
            let candidates: Vec<Candidate<'_>> = seeks.iter().zip(&people)
                .map(|(seek, (.., is_awake, _))| Candidate { seek, is_awake: *is_awake }).collect();
            let may_meet = |one, other| !apart.contains(&(one, other)) && !apart.contains(&(other, one));
            let found = pairs(&candidates, may_meet, Moment(9_000));
            let mut met = vec![false; people.len()];
            for &(one, other) in &found {
                prop_assert!(one != other && may_meet(one, other));
                let (own, theirs) = (people[one].5, people[other].5);
                prop_assert!(suits(own, theirs) && suits(theirs, own), "{own:?} and {theirs:?}");
                let deal = candidates[one].deal(&candidates[other], true);
                let deal = deal.expect("they fit");
                prop_assert!(!deal.clock.expects_presence() || (candidates[one].is_awake && candidates[other].is_awake));
                prop_assert!(!std::mem::replace(&mut met[one], true) && !std::mem::replace(&mut met[other], true));
            }
            for one in 0..people.len() {
                for other in one + 1..people.len() {
                    let fits = may_meet(one, other) && candidates[one].deal(&candidates[other], true).is_some();
                    prop_assert!(!fits || met[one] || met[other], "{one} and {other} wait on");
                }
            }
        }
    }
}
