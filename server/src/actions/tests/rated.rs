//! The matches that may be rated.

use super::*;
use domain::rating::{PairDay, Standing};

async fn refusal(actions: &Actions, by: &Player, new: NewMatch) -> Option<CannotRate> {
    match actions.create(by, new).await {
        Ok(_) => None,
        Err(CreateMatchError::Rated(error)) => Some(error),
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test]
async fn rated_game_needs_registered_players() {
    let actions = Actions::on_new_store().await;
    let (guest, li) = (actions.guest("Du Fu").await, actions.registered("Li Bai").await);
    for (by, opponent, expected) in [
        (&guest, Opponent::Open, Some(CannotRate::Guest)),
        (&guest, Opponent::Computer(1), Some(CannotRate::Guest)),
        (&li, Opponent::Challenged(guest.id), Some(CannotRate::Opponent)),
        (&li, Opponent::Computer(1), None),
    ] {
        assert_eq!(refusal(&actions, by, rated(opponent)).await, expected, "{opponent:?}");
    }
}

#[tokio::test]
async fn rated_game_starts_from_usual_position() {
    let actions = Actions::on_new_store().await;
    let li = actions.registered("Li Bai").await;
    let position = "wwwww/5/5/2b2/bb1bb b -";
    let game = Setup::game(GAME, None, &Options::none(), Some(position)).expect("it is possible");
    let new = NewMatch { game, ..rated(Opponent::Computer(1)) };
    assert_eq!(refusal(&actions, &li, new).await, Some(CannotRate::Start));
}

#[tokio::test]
async fn arranged_rated_game_needs_established_players() {
    let actions = Actions::on_new_store().await;
    let (li, du) = (actions.registered("Li Bai").await, actions.registered("Du Fu").await);
    let (wang, computer) = (actions.registered("Wang Wei").await, Player::computer(1));
    let computer = computer.expect("the lowest level");
    actions.played(&li, &computer, Standing::ARRANGES_FROM - 1, false).await;
    let challenge = || rated(Opponent::Challenged(du.id));
    for new in [rated(Opponent::Open), challenge()] {
        assert_eq!(refusal(&actions, &li, new).await, Some(CannotRate::NotEstablished));
    }
    actions.played(&li, &computer, 1, false).await;
    assert_eq!(refusal(&actions, &li, rated(Opponent::Open)).await, None);
    assert_eq!(refusal(&actions, &li, challenge()).await, Some(CannotRate::NotEstablished));
    actions.played(&du, &computer, Standing::ARRANGES_FROM, false).await;
    assert_eq!(refusal(&actions, &li, challenge()).await, None);
    let open = actions.create(&li, rated(Opponent::Open)).await.expect("it is possible");
    let joined = actions.join(Arc::new(wang), None, open).await;
    assert_eq!(joined, Err(JoinMatchError::Rated(CannotRate::NotEstablished)));
    assert_eq!(actions.join(Arc::new(du), None, open).await, Ok(Side::Second));
}

#[tokio::test]
async fn pair_arranges_limited_rated_games_a_day() {
    let actions = Actions::on_new_store().await;
    let (li, du) = (actions.registered("Li Bai").await, actions.registered("Du Fu").await);
    let computer = Player::computer(1).expect("the lowest level");
    for player in [&li, &du] {
        actions.played(player, &computer, Standing::ARRANGES_FROM, false).await;
    }
    let open = actions.create(&du, rated(Opponent::Open)).await.expect("both are established");
    let mut games = 0;
    let mut day = PairDay::default();
    while let Some(next) = day.with_game(actions.now()) {
        (day, games) = (next, games + 1);
    }
    actions.played(&li, &du, games, false).await;
    let challenge = rated(Opponent::Challenged(du.id));
    assert_eq!(refusal(&actions, &li, challenge).await, Some(CannotRate::PairLimit));
    let joined = actions.join(Arc::new(li), None, open).await;
    assert_eq!(joined, Err(JoinMatchError::Rated(CannotRate::PairLimit)));
}
