//! Addresses for mail, and the limits of mails to them.

use domain::{Moment, NotificationKind, NotificationKinds, PlayerId};
use store::{Database, MailAddress};

pub(crate) const NOW: Moment = Moment(1_760_000_000_000);

pub(crate) fn kinds() -> NotificationKinds {
    [NotificationKind::Turn, NotificationKind::Challenge].into_iter().collect()
}

pub(crate) fn address(player: PlayerId, number: u8) -> MailAddress {
    MailAddress {
        player,
        address: format!("{number}@example.org"),
        language: "zh".to_owned(),
        kinds: kinds(),
        created_at: NOW,
        confirmed_at: None,
        refused_at: None,
        stop: [number; 16],
    }
}

pub(crate) async fn put(store: &Database, address: &MailAddress, code: u8) {
    store.put_mail(address, [code; 32], NOW.after(1_000)).await.expect("it is kept");
}

async fn an_address_is_kept_until_it_is_removed(store: Database) {
    let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
    assert_eq!(store.mail(one).await, Ok(None));
    put(&store, &address(one, 1), 1).await;
    put(&store, &address(other, 9), 9).await;
    assert_eq!(store.mail(one).await, Ok(Some(address(one, 1))));
    let refused = MailAddress { refused_at: Some(NOW), ..address(one, 2) };
    put(&store, &refused, 2).await;
    assert_eq!(store.mail(one).await, Ok(Some(refused)), "there is one for each");
    let wanted = [NotificationKind::Challenge, NotificationKind::Found].into_iter().collect();
    assert_eq!(store.set_mail_kinds(one, wanted, "ja").await, Ok(true));
    let kept = store.mail(one).await.expect("it answers").expect("it is kept");
    assert_eq!((kept.kinds, &*kept.language), (wanted, "ja"));
    assert_eq!(store.remove_mail(one).await, Ok(true));
    assert_eq!(store.remove_mail(one).await, Ok(false));
    assert_eq!(store.set_mail_kinds(one, wanted, "en").await, Ok(false));
    assert_eq!(store.set_mail_code(one, [7; 32], NOW).await, Ok(false));
    assert_eq!(store.mail(other).await, Ok(Some(address(other, 9))), "of one account alone");
    store.erase(other, NOW).await.expect("it is done");
    assert_eq!(store.mail(other).await, Ok(None), "who is deleted has no address");
}

async fn a_code_confirms_once_and_in_time(store: Database) {
    let one = PlayerId::fresh();
    put(&store, &address(one, 1), 1).await;
    assert_eq!(store.confirm_mail([2; 32], NOW).await, Ok(false), "another code");
    assert_eq!(store.confirm_mail([1; 32], NOW.after(1_000)).await, Ok(false), "too late");
    assert_eq!(store.set_mail_code(one, [3; 32], NOW.after(5_000)).await, Ok(true));
    assert_eq!(store.confirm_mail([1; 32], NOW).await, Ok(false), "there is a new one");
    assert_eq!(store.confirm_mail([3; 32], NOW.after(4_999)).await, Ok(true));
    assert_eq!(store.confirm_mail([3; 32], NOW.after(4_999)).await, Ok(false), "it is used");
    let expected = MailAddress { confirmed_at: Some(NOW.after(4_999)), ..address(one, 1) };
    assert_eq!(store.mail(one).await, Ok(Some(expected.clone())));
    assert!(expected.is_usable());
    put(&store, &address(one, 2), 4).await;
    assert_eq!(store.mail(one).await, Ok(Some(address(one, 2))), "another has to be confirmed");
}

async fn a_refused_address_is_off_until_it_is_confirmed_again(store: Database) {
    let one = PlayerId::fresh();
    put(&store, &address(one, 1), 1).await;
    assert_eq!(store.confirm_mail([1; 32], NOW).await, Ok(true));
    store.refuse_mail(one, "former@example.org", NOW).await.expect("it is done");
    let is_usable = async || {
        store.mail(one).await.expect("it answers").is_some_and(|address| address.is_usable())
    };
    assert!(is_usable().await, "it has been changed since");
    store.refuse_mail(one, "1@example.org", NOW).await.expect("it is done");
    assert!(!is_usable().await);
    assert_eq!(store.set_mail_code(one, [2; 32], NOW.after(1)).await, Ok(true));
    assert_eq!(store.confirm_mail([2; 32], NOW).await, Ok(true));
    assert!(is_usable().await);
}

async fn one_secret_ends_the_notices_to_one_address(store: Database) {
    let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
    put(&store, &address(one, 1), 1).await;
    put(&store, &address(other, 2), 2).await;
    assert_eq!(store.stop_mail([3; 16]).await, Ok(false));
    assert_eq!(store.stop_mail([1; 16]).await, Ok(true));
    assert_eq!(store.stop_mail([1; 16]).await, Ok(true), "again it changes nothing");
    let wanted = async |who| store.mail(who).await.expect("it answers").map(|kept| kept.kinds);
    assert_eq!(
        (wanted(one).await, wanted(other).await),
        (Some(NotificationKinds::default()), Some(kinds()))
    );
    put(&store, &MailAddress { stop: [4; 16], ..address(one, 1) }, 3).await;
    assert_eq!(store.stop_mail([1; 16]).await, Ok(false), "it was for the former address");
}

async fn so_many_mails_are_sent_a_day_and_no_more(store: Database) {
    let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
    assert_eq!(store.count_mail(one, 20_000, 2).await, Ok(false), "there is no address");
    put(&store, &address(one, 1), 1).await;
    put(&store, &address(other, 2), 2).await;
    for allowed in [true, true, false, false] {
        assert_eq!(store.count_mail(one, 20_000, 2).await, Ok(allowed));
    }
    put(&store, &address(one, 3), 3).await;
    assert_eq!(store.count_mail(one, 20_000, 2).await, Ok(false), "whichever the address");
    assert_eq!(store.count_mail(other, 20_000, 2).await, Ok(true), "somebody else");
    assert_eq!(store.count_mail(one, 20_001, 2).await, Ok(true), "another day");
}

async fn what_nobody_confirmed_is_forgotten(store: Database) {
    let people = [PlayerId::fresh(), PlayerId::fresh(), PlayerId::fresh()];
    for (number, &player) in (1..).zip(&people) {
        put(&store, &address(player, number), number).await;
    }
    assert_eq!(store.confirm_mail([1; 32], NOW).await, Ok(true));
    assert_eq!(store.set_mail_code(people[1], [5; 32], NOW.after(2_000)).await, Ok(true));
    store.forget_unconfirmed_mail(NOW.after(1_000)).await.expect("it is done");
    for (player, stays) in people.into_iter().zip([true, true, false]) {
        assert_eq!(store.mail(player).await.map(|kept| kept.is_some()), Ok(stays));
    }
}

crate::on_both!(
    an_address_is_kept_until_it_is_removed,
    a_code_confirms_once_and_in_time,
    a_refused_address_is_off_until_it_is_confirmed_again,
    one_secret_ends_the_notices_to_one_address,
    so_many_mails_are_sent_a_day_and_no_more,
    what_nobody_confirmed_is_forgotten,
);
