//! Ceremonies with an authenticator in software, and with a store that two nodes share.

#[expect(unreachable_pub, reason = "the end-to-end tests use it as well")]
#[path = "../../../../../tests/support/authenticator.rs"]
mod authenticator;

use super::*;
use crate::accounts::identity::Keys;
use authenticator::Authenticator;

const ADDRESS: &str = "https://play.example";
const NOW: Moment = Moment(1_760_000_000_000);

fn ceremonies(secret: u8, retired: &[[u8; 32]]) -> Ceremonies {
    Ceremonies::new(Keys::new([secret; 32], retired).seals())
}

/// A player's device with a passkey, whose public half the server has.
fn passkey(ceremonies: &Ceremonies, player: PlayerId) -> (Authenticator, String) {
    let mut device = Authenticator::new(ADDRESS);
    let begun = ceremonies.begin_making(ADDRESS, player, "Li", &[], NOW).expect("it has a name");
    let answer = device.create(&begun.options);
    let made = ceremonies
        .end_making(ADDRESS, &begun.ceremony, player, answer, NOW)
        .expect("it is what was asked for");
    assert_eq!(made.result.id, device.id());
    (device, made.result.credential)
}

#[tokio::test]
async fn ceremony_counts_once_on_any_node() {
    let store = Database::in_memory().await;
    let (one, other) = (ceremonies(3, &[]), ceremonies(4, &[[3; 32]]));
    let (device, credential) = passkey(&one, PlayerId::fresh());
    let begun = one.begin_signing_in(ADDRESS, NOW).expect("it has a name");
    let answer = device.get(&begun.options);
    let end = |node: &Ceremonies| {
        node.end_signing_in(ADDRESS, &begun.ceremony, answer.clone(), Some(&credential), NOW)
            .expect("the answer holds")
    };
    let (first, second) = (end(&other), end(&one));
    assert!(first.once(&store).await.is_ok());
    assert_eq!(second.once(&store).await, Err(AccountError::CeremonyOver));
}

#[test]
fn ceremony_ends_only_in_its_own_context() {
    let ceremonies = ceremonies(3, &[]);
    let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
    let (device, credential) = passkey(&ceremonies, one);
    let confirm = ceremonies
        .begin_confirming(ADDRESS, one, &[device.id().to_vec()], NOW)
        .expect("it has a name");
    assert_eq!(confirm.options["allowCredentials"].as_array().map(Vec::len), Some(1));
    let answer = device.get(&confirm.options);
    let end = |address: &str, player: PlayerId, now: Moment| {
        ceremonies
            .end_confirming(
                address,
                &confirm.ceremony,
                player,
                answer.clone(),
                Some(&credential),
                now,
            )
            .map(|ended| ended.expires_at)
    };
    let over = Err(AccountError::CeremonyOver);
    assert_eq!(end(ADDRESS, one, NOW), Ok(NOW.after(LASTS)));
    assert_eq!(end(ADDRESS, one, NOW.after(LASTS - 1)), Ok(NOW.after(LASTS)));
    assert_eq!(end(ADDRESS, one, NOW.after(LASTS)), over, "it has expired");
    assert_eq!(end(ADDRESS, other, NOW), over, "another player");
    assert_eq!(end("https://play.example:444", one, NOW), over, "another site");
    let as_sign_in = ceremonies
        .end_signing_in(ADDRESS, &confirm.ceremony, answer.clone(), Some(&credential), NOW)
        .map(|ended| ended.expires_at);
    assert_eq!(as_sign_in, over, "another kind");
    let as_making = ceremonies
        .end_making(ADDRESS, &confirm.ceremony, one, answer, NOW)
        .map(|ended| ended.expires_at);
    assert_eq!(as_making, over, "another kind");
}

#[test]
fn forged_ceremony_is_refused_before_its_answer() {
    let ceremonies = ceremonies(3, &[]);
    let begun = ceremonies.begin_signing_in(ADDRESS, NOW).expect("it has a name").ceremony;
    let foreign = super::tests::ceremonies(4, &[]).begin_signing_in(ADDRESS, NOW);
    let foreign = foreign.expect("it has a name").ceremony;
    let end = |ceremony: &str| {
        ceremonies.end_signing_in(ADDRESS, ceremony, json!({}), None, NOW).map(|_| ()).err()
    };
    assert_eq!(end(&begun), Some(AccountError::BadPasskey));
    let longer = format!("{begun}{}", "A".repeat(MAX_SEALED));
    for forged in ["", "x", &foreign, &begun[1..], &begun[..begun.len() - 2], &longer] {
        assert_eq!(end(forged), Some(AccountError::CeremonyOver), "{forged}");
    }
}

#[test]
fn answer_to_another_challenge_is_refused() {
    let ceremonies = ceremonies(3, &[]);
    let (device, credential) = passkey(&ceremonies, PlayerId::fresh());
    let begin = || ceremonies.begin_signing_in(ADDRESS, NOW).expect("it has a name");
    let (asked, other) = (begin(), begin());
    let answer = device.get(&asked.options);
    let ended = ceremonies.end_signing_in(ADDRESS, &other.ceremony, answer, Some(&credential), NOW);
    assert_eq!(ended.map(|_| ()), Err(AccountError::BadPasskey));
}

#[test]
fn sealed_ceremony_has_a_bounded_size() {
    let ceremonies = ceremonies(3, &[]);
    let name = "名".repeat(20);
    let known = vec![vec![7; 1_023]; 20];
    let made = ceremonies.begin_making(ADDRESS, PlayerId::fresh(), &name, &known, NOW);
    let made = made.expect("it has a name");
    assert_eq!(made.options["excludeCredentials"].as_array().map(Vec::len), Some(20));
    let sign_in = ceremonies.begin_signing_in(ADDRESS, NOW).expect("it has a name");
    for text in [&made.ceremony, &sign_in.ceremony] {
        assert!(text.len() <= MAX_SEALED / 2, "{} bytes", text.len());
    }
}

#[test]
fn passkey_options_ask_for_a_discoverable_key() {
    let made = ceremonies(3, &[])
        .begin_making(ADDRESS, PlayerId::fresh(), "Li", &[], NOW)
        .expect("it has a name");
    let selection = &made.options["authenticatorSelection"];
    assert_eq!(selection["residentKey"], "required");
    assert_eq!(selection["userVerification"], "required");
    assert_eq!(made.options["rp"]["id"], "play.example");
}

#[test]
fn address_without_a_name_has_no_passkeys() {
    let ceremonies = ceremonies(3, &[]);
    for address in ["http://127.0.0.1:8080", "http://[::1]", "nonsense"] {
        let begun = ceremonies.begin_signing_in(address, NOW);
        assert_eq!(begun.err(), Some(AccountError::NoPasskeys), "{address}");
    }
    assert!(ceremonies.begin_signing_in("http://localhost:8080", NOW).is_ok());
}

/// The attack that ended every visitor's ceremony: a flood of beginnings.
#[tokio::test]
async fn ten_thousand_begun_ceremonies_end_no_other() {
    let store = Database::in_memory().await;
    let ceremonies = ceremonies(3, &[]);
    let (device, credential) = passkey(&ceremonies, PlayerId::fresh());
    let own = ceremonies.begin_signing_in(ADDRESS, NOW).expect("it has a name");
    for _ in 0..10_000 {
        ceremonies.begin_signing_in(ADDRESS, NOW).expect("it has a name");
    }
    assert_eq!(store.forget_ceremonies(Moment(u64::MAX >> 16), 1).await, Ok(0), "rows");
    let answer = device.get(&own.options);
    let ended = ceremonies.end_signing_in(ADDRESS, &own.ceremony, answer, Some(&credential), NOW);
    assert!(ended.expect("the answer holds").once(&store).await.is_ok());
    assert_eq!(store.forget_ceremonies(Moment(u64::MAX >> 16), 9).await, Ok(1), "one ended");
}
