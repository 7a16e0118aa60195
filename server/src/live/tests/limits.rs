//! How many matches players may have open, with small limits and invented time.

use super::super::handle::Reply;
use super::super::*;
use super::node::{Node, Table, check_done, fischer, player, setup};
use crate::live::limits::MatchLimits;
use domain::clock::ClockSetting;
use domain::{Caller, Command, NoPlace, PlaceLimits, Player, Setup, Visibility};
use engine::Side::{First, Second};
use std::net::IpAddr;
use std::time::Duration;
use tokio::time::sleep;

const SMALL: MatchLimits = MatchLimits {
    open: PlaceLimits { player: 2, address: 3, network: 5, all: 100, idle: None },
    computer: PlaceLimits { player: 2, address: 3, network: 5, all: 6, idle: Some(3_600_000) },
    challenges_of_pair: 2,
    challenges_of_strangers: 3,
    ..MatchLimits::USUAL
};

fn from(address: u8) -> Opening {
    let address = IpAddr::from([192, 0, 2, address]);
    Opening { caller: Some(Caller { address, network: address }), is_stranger: true }
}

fn by(who: u128, visibility: Visibility) -> Setup {
    Setup { creator: (*player(who)).clone(), visibility, ..setup(ClockSetting::None, First) }
}

fn against_computer(who: u128) -> Setup {
    Setup { opponent: Player::computer(1), ..by(who, Visibility::Link) }
}

impl Node {
    /// A match that a player has made.
    pub(crate) async fn open_match_of(&self, who: u128) -> MatchHandle {
        self.registry.create(&by(who, Visibility::Public)).await.expect("there is room")
    }

    /// The same with an opponent, who has not acted yet.
    pub(crate) async fn table_of(&self, who: u128, opponent: u128) -> Table {
        let handle = self.open_match_of(who).await;
        let watching = handle.connect(player(999), None).await.expect("it runs");
        assert_eq!(handle.join(player(opponent)).await, Ok(Second));
        let mut table = Table { handle, events: watching.events };
        table.next_event().await;
        table
    }

    async fn make(&self, setup: &Setup, opening: Opening) -> Result<MatchHandle, CreateError> {
        self.registry.create_within(setup, opening).await
    }
}

async fn abort(handle: &MatchHandle, who: u128) {
    let abort = handle.ask(player(who), "a".parse().expect("plain"), Command::Abort);
    check_done(&abort.expect("room").await.expect("it answers"));
}

#[tokio::test(start_paused = true)]
async fn open_matches_of_player_and_address_are_limited() {
    let node = Node::within(SMALL).await;
    let public = |who| by(who, Visibility::Public);
    let first = node.make(&public(1), from(1)).await.expect("the first");
    let second = node.make(&public(1), from(1)).await.expect("the second");
    let refused = node.make(&public(1), from(2)).await.expect_err("the third");
    assert_eq!(refused, CreateError::Open(NoPlace::Player));
    node.make(&by(1, Visibility::Link), from(1)).await.expect("found by its link alone");
    node.make(&public(2), from(1)).await.expect("the third of the address");
    let refused = node.make(&public(3), from(1)).await.expect_err("the fourth");
    assert_eq!(refused, CreateError::Open(NoPlace::Address));
    node.make(&public(3), from(2)).await.expect("from another address");

    assert_eq!(first.join(player(9)).await, Ok(Second));
    node.make(&public(1), from(1)).await.expect("one is being played");
    abort(&first, 9).await;
    let refused = node.make(&public(1), from(3)).await.expect_err("it is open again");
    assert_eq!(refused, CreateError::Open(NoPlace::Player));
    for handle in [&first, &second] {
        abort(handle, 1).await;
    }
    node.make(&public(1), from(3)).await.expect("two were ended");
}

#[tokio::test(start_paused = true)]
async fn open_matches_count_for_their_player_after_a_restart() {
    let node = Node::within(SMALL).await;
    for _ in 0..2 {
        node.make(&by(1, Visibility::Public), from(1)).await.expect("a place");
    }
    node.registry.stop().await;
    let again = Node::open(&node, domain::Moment(2_000_000)).await;
    again.make(&by(1, Visibility::Public), from(1)).await.expect("the third");
    let refused = again.make(&by(1, Visibility::Public), from(1)).await.expect_err("the fourth");
    assert_eq!(refused, CreateError::Open(NoPlace::Player));
}

#[tokio::test(start_paused = true)]
async fn computer_matches_are_limited_and_idle_ones_give_up_their_place() {
    let node = Node::within(SMALL).await;
    let mut own = Vec::new();
    for _ in 0..2 {
        own.push(node.make(&against_computer(1), from(1)).await.expect("a place"));
    }
    let refused = node.make(&against_computer(1), from(1)).await.expect_err("the third");
    assert_eq!(refused, CreateError::Computer(NoPlace::Player));
    sleep(Duration::from_secs(3_600)).await;
    for who in [2, 3] {
        for _ in 0..2 {
            node.make(&against_computer(who), from(10 + u8::try_from(who).expect("small")))
                .await
                .expect("the first two are idle");
        }
    }
    for who in [4, 5] {
        node.make(&against_computer(who), from(u8::try_from(who).expect("small")))
            .await
            .expect("the last places");
    }
    let refused = node.make(&against_computer(6), from(6)).await.expect_err("all are taken");
    assert_eq!(refused, CreateError::Computer(NoPlace::All));
    assert_eq!(node.registry.limits().computer_matches(), 6);

    // The idle one stays, and takes a place again when its player moves.
    let play = |ply| Command::Play { ply, action: "a1a2".to_owned(), lag: 0 };
    let ask = async |id: &str| {
        let reply = own[0].ask(player(1), id.parse().expect("plain"), play(0));
        reply.expect("room").await.expect("it answers")
    };
    assert!(matches!(ask("c1").await, Reply::Busy { .. }), "there is no place");
    sleep(Duration::from_secs(3_600)).await;
    check_done(&ask("c1").await);
}

#[tokio::test(start_paused = true)]
async fn challenges_of_pair_and_of_strangers_are_limited() {
    let node = Node::within(SMALL).await;
    let challenge = |by_whom, to| Setup {
        invited: Some((*player(to)).clone()),
        ..by(by_whom, Visibility::Link)
    };
    let stranger = from(1);
    let friend = Opening { is_stranger: false, ..stranger };
    let first = node.make(&challenge(1, 9), stranger).await.expect("the first");
    node.make(&challenge(1, 9), stranger).await.expect("the second");
    let refused = node.make(&challenge(1, 9), stranger).await.expect_err("the third");
    assert_eq!(refused, CreateError::Challenges(TooManyChallenges::OfPair));
    node.make(&challenge(2, 9), stranger).await.expect("the third of strangers");
    let refused = node.make(&challenge(3, 9), stranger).await.expect_err("the fourth");
    assert_eq!(refused, CreateError::Challenges(TooManyChallenges::OfStrangers));
    node.make(&challenge(4, 9), friend).await.expect("of a player they follow");
    abort(&first, 9).await;
    node.make(&challenge(3, 9), stranger).await.expect("one was declined");
}

/// An hour of ordinary use: every player plays a few games against each other and the computer, opens
/// tables, aborts now and then, and challenges a friend.
async fn play_an_hour(people: u128) {
    let node = Node::new().await;
    let opening = from(1);
    for round in 0..6_u128 {
        for who in 1..=people {
            let with = (who + round) % people + 1;
            let game = node.make(&against_computer(who), opening).await.expect("a game");
            if round % 3 > 0 {
                let resign = game.ask(player(who), "r".parse().expect("plain"), Command::Resign);
                check_done(&resign.expect("room").await.expect("it answers"));
            }
            if with == who || (who + round) % 6 != 0 {
                continue;
            }
            let table = Setup { clock: fischer(300), ..by(who, Visibility::Public) };
            let table = node.make(&table, opening).await.expect("a table");
            let joined = table.join_from(player(with), opening.caller).await;
            assert_eq!(joined, Ok(Second), "{who} and {with} in round {round}");
            if round == 0 && who % 10 == 0 {
                abort(&table, with).await;
                abort(&table, who).await;
                continue;
            }
            for (mover, ply, action) in [(who, 0, "a1a2"), (with, 1, "a5a4")] {
                let play = Command::Play { ply, action: action.to_owned(), lag: 0 };
                let id = format!("p{ply}").parse().expect("plain");
                let played = table.ask(player(mover), id, play);
                check_done(&played.expect("room").await.expect("it answers"));
            }
            let resign = table.ask(player(with), "r".parse().expect("plain"), Command::Resign);
            check_done(&resign.expect("room").await.expect("it answers"));
            let friend =
                Setup { invited: Some((*player(with)).clone()), ..by(who, Visibility::Link) };
            let challenge = node.make(&friend, opening).await.expect("a challenge");
            abort(&challenge, with).await;
        }
        sleep(Duration::from_secs(600)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn one_person_notices_no_limit() {
    play_an_hour(1).await;
}

#[tokio::test(start_paused = true)]
async fn family_of_five_notices_no_limit() {
    play_an_hour(5).await;
}

#[tokio::test(start_paused = true)]
async fn class_of_thirty_notices_no_limit() {
    play_an_hour(30).await;
}
