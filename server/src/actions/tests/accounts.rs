//! Names that may be taken, and tokens that may be created and revoked.

use super::*;
use crate::accounts::{AccountError, Password};
use domain::names::BadName;

const HOUR: u64 = 3_600_000;

fn name(text: &str) -> Option<Name> {
    Some(Name::parse(text).expect("a name"))
}

#[tokio::test]
async fn taken_reserved_and_filtered_names_are_refused() {
    let actions = Actions::on_new_store().await;
    let (guest, _) = (actions.guest("Du Fu").await, actions.registered("Li Bai").await);
    for (wanted, expected) in [
        ("Li  Bai", AccountError::NameTaken),
        ("admin", AccountError::NameTaken),
        ("rude one", AccountError::Name(BadName::Words)),
    ] {
        let Ok(wanted) = Name::parse(wanted) else { panic!("{wanted} is a name") };
        let renamed = actions.rename(&guest, Some(wanted.clone()), false).await;
        assert_eq!(renamed, Err(expected), "{wanted:?}");
    }
    assert_eq!(actions.player(guest.id).await.expect("it reads").name, guest.name);
}

#[tokio::test]
async fn rename_is_shown_in_unfinished_matches() {
    let actions = Actions::on_new_store().await;
    let guest = actions.guest("Du Fu").await;
    let id = actions.create(&guest, against(Opponent::Open)).await.expect("it is open");
    let renamed = actions.rename(&guest, name("Wang Wei"), false).await.expect("it is free");
    assert_eq!(&*renamed.name, "Wang Wei");
    let summary = actions.live(id).await.expect("it runs").summary().await.expect("it answers");
    assert_eq!(summary.players.first.map(|player| player.name), Some("Wang Wei".into()));
}

#[tokio::test]
async fn declaring_oneself_a_bot_is_final() {
    let actions = Actions::on_new_store().await;
    let guest = actions.guest("Du Fu").await;
    let bot = actions.rename(&guest, name("Du Fu"), true).await.expect("it is free");
    assert!(bot.bot);
    let still = actions.rename(&bot, name("Du Fu"), false).await.expect("it is free");
    assert!(still.bot && actions.player(guest.id).await.expect("it reads").bot);
}

#[tokio::test]
async fn token_of_registered_player_revokes_only_itself() {
    let actions = Actions::on_new_store().await;
    let li = actions.registered("Li Bai").await;
    let (guest, of_guest) = actions.create_guest(true, HOUR).await.expect("it is possible");
    assert!(guest.bot);
    let session = actions.store.sessions(li.id).await.expect("it reads")[0].id;
    let by = Pass::Session(session);
    let mut tokens = Vec::new();
    for _ in 0..2 {
        tokens.push(actions.create_token(li.id, by, HOUR).await.expect("it is possible"));
    }
    let own = Pass::Token(tokens[0].id);
    let refused = actions.revoke_token(&li, own, tokens[1].id).await;
    assert_eq!(refused, Err(TokenError::NotAllowed));
    assert_eq!(actions.revoke_token(&li, own, tokens[0].id).await, Ok(()));
    assert_eq!(actions.revoke_token(&li, by, tokens[1].id).await, Ok(()));
    let unknown = actions.revoke_token(&li, by, of_guest.id).await;
    assert_eq!(unknown, Err(TokenError::NotFound));
    assert_eq!(actions.tokens(li.id).await, Ok(Vec::new()));
}

#[tokio::test]
async fn tokens_of_one_player_are_limited() {
    let actions = Actions::on_new_store().await;
    let (guest, _) = actions.create_guest(false, HOUR).await.expect("it is possible");
    let created = loop {
        if let Err(error) = actions.create_token(guest.id, Pass::Guest, HOUR).await {
            assert_eq!(error, TokenError::TooMany);
            break actions.tokens(guest.id).await.expect("it reads").len();
        }
    };
    assert_eq!(created, 20);
}

#[tokio::test]
async fn failed_registration_leaves_no_session() {
    let actions = Actions::on_new_store().await;
    let guest = actions.guest("Du Fu").await;
    actions.registered("Li Bai").await;
    let password = || Password::typed("a long password".to_owned()).expect("not too long");
    let taken = actions.allow_name(Name::parse("Li Bai").expect("a name")).expect("no word");
    let failed = actions.register(&guest, &taken, password(), Pass::Guest, "").await;
    assert_eq!(failed.map(drop), Err(AccountError::NameTaken));
    let credentials = actions.credentials(guest.id).await.expect("it reads");
    assert!(credentials.sessions.is_empty());
    let free = actions.allow_name(Name::parse("Wang Wei").expect("a name")).expect("no word");
    let registered = actions.register(&guest, &free, password(), Pass::Guest, "").await;
    let registered = registered.expect("the name is free");
    assert!(!registered.player.guest && registered.session.is_some());
    let again = actions.register(&registered.player, &free, password(), Pass::Guest, "").await;
    assert_eq!(again.map(drop), Err(AccountError::AlreadyRegistered));
    let credentials = actions.credentials(guest.id).await.expect("it reads");
    assert!(credentials.has_password && credentials.recovery_codes > 0);
    assert_eq!(credentials.sessions.len(), 1);
}

#[tokio::test]
async fn erased_player_has_no_seek_name_or_challenge() {
    let actions = Actions::on_new_store().await;
    let (li, du) = (Arc::new(actions.registered("Li Bai").await), actions.guest("Du Fu").await);
    let challenge = against(Opponent::Challenged(li.id));
    let id = actions.create(&du, challenge).await.expect("nothing forbids it");
    actions.erase(&li).await.expect("it is written");
    let handle = actions.live(id).await.expect("it is in memory for a while");
    assert_eq!(handle.is_over().await, Ok(true));
    assert_eq!(actions.players(&[li.id]).await, Ok(Vec::new()));
    assert!(actions.seek_state(li.id).await.seek.is_none());
}
