//! Orders of operators, and players who are deleted.

use super::*;

#[test]
fn operator_ends_a_match_and_removes_chat() {
    let mut table = Table::begun(ClockSetting::None);
    table.command(1, &Command::Chat("hello".to_owned())).expect("allowed");
    let line = table.game.seq();
    let order = |table: &Table, order| table.game.decide_order(order, table.now);
    assert_eq!(order(&table, MatchOrder::RemoveLine(line + 1)), None);
    let removed = order(&table, MatchOrder::RemoveLine(line)).expect("it is there");
    assert_eq!(removed, Event::ChatRemoved { chat: line });
    table.evolve(removed);
    assert_eq!(order(&table, MatchOrder::RemoveLine(line)), None);
    let ended = order(&table, MatchOrder::End).expect("it is played");
    table.evolve(ended);
    table.check_ended(None, EndReason::Aborted);
    assert_eq!(order(&table, MatchOrder::End), None);
}

#[test]
fn deleted_bot_is_still_shown_as_one() {
    let mut table = Table::begun(ClockSetting::None);
    let bot = Player { bot: true, guest: false, ..Player::new(player(2).id, "Li", false) };
    table.game.seats[Second] = Some(bot);
    let erased = table.game.decide_erased(player(2).id, &[]);
    let [Event::Renamed { player, .. }] = &erased[..] else { panic!("{erased:?}") };
    assert_eq!((&*player.name, player.bot, player.guest), (crate::names::SOMEONE, true, false));
}

#[test]
fn deleted_player_leaves_no_name_and_no_chat() {
    let mut table = Table::begun(ClockSetting::None);
    table.game.seats[Second] = Some(Player::new(player(2).id, "Li", true));
    for who in [1, 2, 3] {
        table.command(who, &Command::Chat("hello".to_owned())).expect("allowed");
    }
    let numbers: Vec<u32> = table.game.chat().map(|line| line.seq).collect();
    let [_, of_player, of_spectator] = numbers[..] else { panic!("{numbers:?}") };
    let nobody = Player::new(player(2).id, crate::names::SOMEONE, true);
    let renamed = Event::Renamed { seat: Second, player: nobody };
    let removed = |chat| Event::ChatRemoved { chat };
    let expected = [renamed, removed(of_player)];
    assert_eq!(table.game.decide_erased(player(2).id, &[]), expected);
    for event in expected {
        table.evolve(event);
    }
    assert_eq!(table.game.decide_erased(player(2).id, &[]), [], "once is enough");
    let of_spectators = table.game.decide_erased(player(3).id, &[of_spectator]);
    assert_eq!(of_spectators, [removed(of_spectator)]);
}
