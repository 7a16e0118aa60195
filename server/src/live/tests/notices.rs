//! Notices of the tasks of matches, with paused time and a store in memory.

use super::node::{Node, Table, check_done, fischer, player, setup};
use crate::notifications::{Channel, Notices, Update};
use domain::clock::{ClockSetting, Correspondence};
use domain::{MatchId, PlayerId, Setup};
use engine::Side::First;
use tokio::sync::mpsc::Receiver;

fn by_days() -> ClockSetting {
    ClockSetting::Correspondence(Correspondence::new(2).expect("in range"))
}

/// A node, and its notices.
async fn node() -> (Node, Noticed) {
    let (channel, updates) = Channel::batched(|| panic!("there is room"));
    (Node::with_notices(Notices::by(vec![channel])).await, Noticed(updates))
}

struct Noticed(Receiver<Update>);

impl Noticed {
    /// The notices since the last call: the player and the match, no player for a withdrawal.
    fn take(&mut self) -> Vec<(Option<PlayerId>, MatchId)> {
        let mut taken = Vec::new();
        while let Ok(update) = self.0.try_recv() {
            taken.push(match update {
                Update::Notice(notice) => (Some(notice.to()), notice.of().expect("it has begun")),
                Update::Past(of) => (None, of),
            });
        }
        taken
    }
}

/// Plays as a player, and waits for the event.
async fn play(table: &mut Table, who: u128, ply: u32, action: &str) {
    check_done(&table.play(who, &format!("c{ply}"), ply, action).await);
    table.next_event().await;
}

#[tokio::test(start_paused = true)]
async fn player_to_act_is_notified_unless_on_the_page() {
    let (node, mut noticed) = node().await;
    let mut table = node.table(fischer(300)).await;
    let id = table.handle.id();
    assert_eq!(noticed.take(), [(None, id), (Some(player(1).id), id)]);
    play(&mut table, 1, 0, "a1a2").await;
    assert_eq!(noticed.take(), [(Some(player(2).id), id)]);
    let page = table.handle.connect(player(1), None).await.expect("it runs");
    play(&mut table, 2, 1, "a5a4").await;
    assert_eq!(noticed.take(), [], "they see it");
    drop(page);
}

#[tokio::test(start_paused = true)]
async fn correspondence_player_is_notified_also_on_the_page() {
    let (node, mut noticed) = node().await;
    let mut table = node.table(by_days()).await;
    let (id, [one, other]) = (table.handle.id(), [1, 2].map(|number| player(number).id));
    assert_eq!(noticed.take(), [(None, id), (Some(one), id)]);
    let _page = table.handle.connect(player(2), None).await.expect("it runs");
    play(&mut table, 1, 0, "a1a2").await;
    assert_eq!(noticed.take(), [(None, id), (Some(other), id)]);

    node.registry.begin_vacation(one).await.expect("all is left");
    table.next_event().await;
    play(&mut table, 2, 1, "a5a4").await;
    assert_eq!(noticed.take(), [(None, id)], "they are on vacation");
    node.registry.end_vacation(one).await.expect("it lasts");
    table.next_event().await;
    assert_eq!(noticed.take(), [(Some(one), id)]);
}

#[tokio::test(start_paused = true)]
async fn challenge_is_withdrawn_for_a_vacation_and_notified_after() {
    let (node, mut noticed) = node().await;
    let [challenger, invited] = [1, 2].map(player);
    let setup = Setup { invited: Some((*invited).clone()), ..setup(by_days(), First) };
    let id = node.registry.create(&setup).await.expect("there is room").id();
    node.registry.begin_vacation(challenger.id).await.expect("all is left");
    node.registry.end_vacation(challenger.id).await.expect("it lasts");
    assert_eq!(noticed.take(), [], "it waits for the other player");
    node.registry.begin_vacation(invited.id).await.expect("all is left");
    assert_eq!(noticed.take(), [(None, id)]);
    node.registry.end_vacation(invited.id).await.expect("it lasts");
    assert_eq!(noticed.take(), [(Some(invited.id), id)]);
}
