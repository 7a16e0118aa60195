//! The pairing of waiting players: as many as can be, and of them those who have waited
//! longest. Pure: no time, tasks or store.
//!
//! The best matching is found for a limited number of players, those who are there first. All others
//! are paired in the same order, each with the first that fits, looked up by game and clock: any number
//! of seeks that fit no other blocks none from being paired.

use crate::clock::ClockSetting;
use crate::{Deal, Moment, Seek, SoughtGame};
use engine::Side;
use integer_blossom::max_weight_matching;
use std::collections::{HashMap, VecDeque};

/// How many of those who wait longest take part in one matching. Its cost grows with the cube: some 3 ms
/// for so many, a second's budget for none of the others.
pub(super) const MOST_MATCHED: usize = 128;

/// How many who seek the same are tried for one of the others.
const MOST_TRIED: usize = 32;

/// How many games and clocks of all seeks together are looked up in one round.
const MOST_KINDS: usize = 400_000;

/// The least of one seek, however many seeks there are.
const LEAST_KINDS: usize = 16;

/// The worth of a pair, against which waiting is nothing, so that as many as possible are paired.
const A_PAIR: i64 = 1 << 40;

/// The most that waiting is worth, in seconds: two weeks.
const MOST_WAITED: i64 = 1_209_600;

/// A waiting player, as the matching sees them.
#[derive(Debug, Clone)]
pub(super) struct Candidate<'a> {
    /// The games they would play.
    pub(super) seek: &'a Seek,
    /// Whether they are there to begin at once.
    pub(super) is_awake: bool,
}

impl Candidate<'_> {
    /// Whether they could play now: while they are away, correspondence alone.
    fn can_play(&self) -> bool {
        self.is_awake || self.seek.clocks().iter().any(|clock| !clock.expects_presence())
    }

    /// The games they would play now, with their clocks, the preferred ones first.
    fn kinds(&self) -> impl Iterator<Item = Kind> {
        let rated = self.seek.terms().rated;
        let clocks = move |game: &SoughtGame| {
            let playable = |clock: &&ClockSetting| self.is_awake || !clock.expects_presence();
            let game = *game;
            self.seek.clocks().iter().filter(playable).map(move |&clock| (game, clock, rated))
        };
        self.seek.games().iter().flat_map(clocks)
    }

    /// The game that two would play; only correspondence unless both are online.
    pub(super) fn deal(&self, other: &Self, coin: bool) -> Option<Deal> {
        self.seek.deal(other.seek, !(self.is_awake && other.is_awake), coin)
    }
}

/// The pairs, as places in `candidates`; `may_meet` decides whether two may meet.
pub(super) fn pairs(
    candidates: &[Candidate<'_>],
    may_meet: impl Fn(usize, usize) -> bool,
    now: Moment,
) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> =
        (0..candidates.len()).filter(|&place| candidates[place].can_play()).collect();
    order.sort_by_key(|&place| {
        let Candidate { seek, is_awake } = &candidates[place];
        (!is_awake, seek.made_at(), seek.who.id)
    });
    let first = &order[..order.len().min(MOST_MATCHED)];
    let mut pairs = best_pairs(candidates, first, &may_meet, now);
    if order.len() > MOST_MATCHED {
        let mut met = vec![false; candidates.len()];
        for &(one, other) in &pairs {
            (met[one], met[other]) = (true, true);
        }
        order.retain(|&place| !met[place]);
        pairs.extend(further_pairs(candidates, &order, may_meet));
    }
    pairs
}

/// The best matching of those at the places `order`.
fn best_pairs(
    candidates: &[Candidate<'_>],
    order: &[usize],
    may_meet: impl Fn(usize, usize) -> bool,
    now: Moment,
) -> Vec<(usize, usize)> {
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

/// The game, its clock, and whether it counts.
type Kind = (SoughtGame, ClockSetting, bool);

/// Pairs those at the places `order`, each with the first before it that fits.
fn further_pairs(
    candidates: &[Candidate<'_>],
    order: &[usize],
    may_meet: impl Fn(usize, usize) -> bool,
) -> Vec<(usize, usize)> {
    let most_kinds = (MOST_KINDS / order.len().max(1)).max(LEAST_KINDS);
    let mut waiting: HashMap<Kind, ByChoice> = HashMap::new();
    let mut met = vec![false; candidates.len()];
    let mut pairs = Vec::new();
    for (rank, &place) in order.iter().enumerate() {
        let candidate = &candidates[place];
        let kinds: Vec<Kind> = candidate.kinds().take(most_kinds).collect();
        let own = choice(candidate.seek);
        let fits = |&other: &usize| {
            may_meet(other, place) && candidates[other].deal(candidate, false).is_some()
        };
        let found = kinds.iter().find_map(|kind| {
            let of_kind = waiting.get_mut(kind)?;
            let others = (0..3).filter(|&theirs| own == EITHER || theirs != own);
            others.filter_map(|theirs| first_of(&mut of_kind[theirs], &met, fits)).min()
        });
        if let Some((_, other)) = found {
            (met[place], met[other]) = (true, true);
            pairs.push((other, place));
        } else {
            for kind in kinds {
                waiting.entry(kind).or_default()[own].push_back((rank, place));
            }
        }
    }
    pairs
}

/// Those who wait for one kind of game, each with its rank, by the side that they choose: the first,
/// the second, or either.
type ByChoice = [VecDeque<(usize, usize)>; 3];

/// The place in [`ByChoice`] of a seek that takes either side.
const EITHER: usize = 2;

fn choice(seek: &Seek) -> usize {
    match seek.terms().side {
        Some(Side::First) => 0,
        Some(Side::Second) => 1,
        None => EITHER,
    }
}

/// The first of those who wait that has no opponent and fits.
fn first_of(
    waiting: &mut VecDeque<(usize, usize)>,
    met: &[bool],
    fits: impl Fn(&usize) -> bool,
) -> Option<(usize, usize)> {
    while waiting.front().is_some_and(|&(_, place)| met[place]) {
        waiting.pop_front();
    }
    let free = waiting.iter().take(MOST_TRIED).filter(|&&(_, place)| !met[place]);
    free.copied().find(|(_, place)| fits(place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{Correspondence, Fischer};
    use crate::{Player, PlayerId, Terms};
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

    /// The same by a registered player, rated alike in all games.
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

    /// The pairs by who is in them, in order.
    fn named(found: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
        let mut named: Vec<_> =
            found.into_iter().map(|(one, other)| (one.min(other), one.max(other))).collect();
        named.sort_unstable();
        named
    }

    #[test]
    fn waiting_counts_in_seconds_also_of_players_away() {
        let seeks = [80_000, 70_000, 0].map(|at| seek(u128::from(at), &[0], &[2], None, at));
        let mut candidates = awake(&seeks);
        candidates[2].is_awake = false;
        let found = pairs(&candidates, |_, _| true, Moment(90_000));
        assert_eq!(named(found), [(1, 2)], "the two who have waited longest");
    }

    #[test]
    fn pairs_are_those_that_have_waited_longest_together() {
        // Each may meet its neighbours alone, so one of the ends is left.
        let waited = [1, 1, 100, 100, 2];
        let seeks: Vec<Seek> = (0..5_u8)
            .map(|who| {
                seek(who.into(), &[0], &[0], None, 200_000 - waited[usize::from(who)] * 1_000)
            })
            .collect();
        let neighbours = |one: usize, other: usize| one.abs_diff(other) == 1;
        let found = pairs(&awake(&seeks), neighbours, Moment(200_000));
        assert_eq!(named(found), [(1, 2), (3, 4)]);
    }

    /// Games, clocks and beginning of a seek.
    type Wish<'a> = (&'a [usize], &'a [usize], u64);

    /// Checks that four who fit in a row are paired, however many `others` are away. Were the second and
    /// third paired, who have waited longest, the first and fourth would be left.
    #[track_caller]
    fn check_row(mut seeks: Vec<Seek>, row: [Wish<'_>; 4], is_awake: bool) {
        let others = seeks.len();
        for (who, (games, clocks, at)) in (1_000..).zip(row) {
            seeks.push(seek(who, games, clocks, None, at));
        }
        let awake = (0..).map(|place| is_awake && place >= others);
        let candidates: Vec<Candidate<'_>> =
            seeks.iter().zip(awake).map(|(seek, is_awake)| Candidate { seek, is_awake }).collect();
        let found = pairs(&candidates, |_, _| true, Moment(1_000));
        assert_eq!(named(found), [(others, others + 1), (others + 2, others + 3)]);
    }

    #[test]
    fn players_away_from_live_games_take_no_place_in_the_matching() {
        let others = (0..200).map(|who| seek(who, &[0], &[0], None, 0)).collect();
        let row: [Wish<'_>; 4] =
            [(&[1], &[2], 30), (&[1, 2], &[2], 10), (&[2, 0], &[2], 20), (&[0], &[2], 40)];
        check_row(others, row, false);
    }

    #[test]
    fn players_who_are_there_are_matched_first() {
        let others = (0..200).map(|who| seek(who, &[0], &[2], Some(Side::First), 0)).collect();
        let row: [Wish<'_>; 4] =
            [(&[1], &[0], 30), (&[1, 2], &[0], 10), (&[2], &[0, 1], 20), (&[2], &[1], 40)];
        check_row(others, row, true);
    }

    #[test]
    fn players_away_are_paired_by_days_beyond_the_matching() {
        let seeks: Vec<Seek> = (0..300_u32)
            .map(|number| seek(number.into(), &[0], &[2], None, number.into()))
            .collect();
        let candidates: Vec<Candidate<'_>> =
            seeks.iter().map(|seek| Candidate { seek, is_awake: false }).collect();
        assert_eq!(pairs(&candidates, |_, _| true, Moment(1_000)).len(), 150);
    }

    /// A seek of games with as many clocks as there may be.
    fn wide(who: u128, games: &[&str], at: u64) -> Seek {
        let player = Player::guest(PlayerId(Uuid::from_u128((who + 1) << 96)));
        let games = games.iter().map(|game| SoughtGame::new(game, None).expect("known"));
        let clocks = (0..16)
            .map(|number| ClockSetting::Fischer(Fischer::new(60 + number, 5).expect("in range")));
        Seek::new(player, games, clocks, Terms::casual(None), 60, Moment(at)).expect("in bounds")
    }

    #[test]
    fn seek_among_thousands_is_looked_up_by_its_first_choices() {
        let all: Vec<&str> = engine::GAMES.iter().map(|game| game.id).collect();
        // None of them fit, so that 400,000 / 4,002 = 99 of the 128 choices are looked up.
        let mut seeks: Vec<Seek> =
            (0..4_000).map(|who| seek(who, &[0], &[0], Some(Side::First), 0)).collect();
        for (game, is_found) in [(5, true), (7, false)] {
            seeks.push(wide(5_000, &all, 10));
            seeks.push(wide(5_001, &all[game..=game], 20));
            let found = pairs(&awake(&seeks), |_, _| true, Moment(1_000));
            assert_eq!(found, if is_found { vec![(4_000, 4_001)] } else { vec![] }, "{game}");
            seeks.truncate(4_000);
        }
    }

    #[test]
    fn sides_are_respected_beyond_the_matching() {
        let side = |number| if number % 2 == 0 { Side::First } else { Side::Second };
        let seeks: Vec<Seek> = (0..300_u32)
            .map(|number| seek(number.into(), &[0], &[0], Some(side(number)), number.into()))
            .collect();
        assert_eq!(pairs(&awake(&seeks), |_, _| true, Moment(1_000)).len(), 150);
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
    fn more_than_can_be_matched_are_paired_one_by_one() {
        let seeks: Vec<Seek> =
            (0..300).map(|number| seek(u128::from(number), &[0], &[0], None, number)).collect();
        let found = pairs(&awake(&seeks), |_, _| true, Moment(1_000));
        assert_eq!(found.len(), 150);
        let best = &found[..MOST_MATCHED / 2];
        assert!(best.iter().all(|&(one, other)| one < MOST_MATCHED && other < MOST_MATCHED));
        let of_one = |place| found.iter().filter(|&&(a, b)| a == place || b == place).count();
        assert!((0..300).all(|place| of_one(place) == 1));
    }

    #[test]
    fn stale_seeks_block_no_pairing() {
        for clock in [0, 2] {
            // Away for long, all on one side, and there, all on one side.
            for is_awake in [false, true] {
                let stale = (0..400).map(|who| seek(who, &[0], &[clock], Some(Side::First), 0));
                let mut seeks: Vec<Seek> = stale.collect();
                seeks.push(seek(900, &[1], &[0], Some(Side::First), 90_000));
                seeks.push(seek(901, &[1], &[0], None, 91_000));
                let candidate = |seek| Candidate { seek, is_awake: true };
                let mut candidates: Vec<Candidate<'_>> = seeks.iter().map(candidate).collect();
                for stale in &mut candidates[..400] {
                    stale.is_awake = is_awake;
                }
                let found = pairs(&candidates, |_, _| true, Moment(100_000));
                assert_eq!(found, [(400, 401)], "{clock} {is_awake}");
            }
        }
    }

    #[test]
    fn seekers_who_must_not_meet_are_passed_over() {
        let seeks: Vec<Seek> =
            (0..200).map(|number| seek(u128::from(number), &[0], &[0], None, number)).collect();
        let may_meet = |one: usize, other: usize| one / 2 != other / 2;
        let found = pairs(&awake(&seeks), may_meet, Moment(1_000));
        assert_eq!(found.len(), 100);
        assert!(found.iter().all(|&(one, other)| may_meet(one, other)));
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

    /// Whether a player may meet one of that strength, written again.
    fn suits(own: Strength, other: Strength) -> bool {
        let rating = |of: Strength| of.map(|(_, _, rating)| rating);
        let counts = |of: Strength| of.is_some_and(|(rated, _, _)| rated);
        let within = own.and_then(|(_, within, _)| within).map_or(i32::MAX, i32::from);
        let distance = rating(own).zip(rating(other)).map(|(one, other)| (one - other).abs());
        counts(own) == counts(other) && distance.map_or(within == i32::MAX, |is| is <= within)
    }

    proptest! {
        #[test]
        fn pairing_is_valid_and_complete(
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
