//! Reports, mutes and warnings.

use domain::{MatchId, Moment, PlayerId};
use uuid::Uuid;
use yiguan::store::{Mute, Report, SharedStore, Warning};

const NOW: Moment = Moment(1_760_000_000_000);

fn report(by: PlayerId, at: u64) -> Report {
    Report {
        id: Uuid::new_v4(),
        at: NOW.after(at),
        by,
        about: PlayerId::fresh(),
        match_id: MatchId::fresh(),
        reason: "abuse".to_owned(),
        evidence: r#"[{"seq":12,"text":"弈"}]"#.to_owned(),
        note: String::new(),
        outcome: None,
    }
}

async fn reports_are_listed_until_they_are_closed(store: SharedStore) {
    let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
    let (first, second, third) = (report(one, 0), report(other, 1), report(one, 2));
    for report in [&second, &first, &third] {
        assert_eq!(store.add_report(report, 2).await, Ok(true));
    }
    assert_eq!(store.add_report(&report(one, 3), 2).await, Ok(false), "that is too many");
    let all = vec![first.clone(), second.clone(), third.clone()];
    assert_eq!(store.reports(10).await, Ok(all));
    assert_eq!(store.reports(1).await, Ok(vec![first.clone()]));
    assert_eq!(store.close_report(first.id, Some("muted"), NOW.after(9)).await, Ok(true));
    assert_eq!(store.close_report(first.id, Some("again"), NOW).await, Ok(false));
    assert_eq!(store.reports(10).await, Ok(vec![second, third]));
    assert_eq!(store.add_report(&report(one, 4), 2).await, Ok(true), "there is room again");
    assert_eq!(store.close_report(first.id, None, NOW).await, Ok(true), "it is opened again");
    assert_eq!(store.close_report(first.id, None, NOW).await, Ok(false));
    assert_eq!(store.close_report(Uuid::new_v4(), Some(""), NOW).await, Ok(false));
}

async fn mutes_and_warnings_are_lifted(store: SharedStore) {
    let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
    let mute =
        |until: u64| Mute { player: one, until: NOW.after(until), reason: "insults".to_owned() };
    assert_eq!(store.mute(&mute(5)).await, Ok(()));
    assert_eq!(store.mute(&mute(10)).await, Ok(()), "in place of the one before");
    assert_eq!(store.mutes(NOW.after(9)).await, Ok(vec![mute(10)]));
    assert_eq!(store.mutes(NOW.after(10)).await, Ok(vec![]), "it has ended");
    assert_eq!(store.unmute(other).await, Ok(false));
    assert_eq!(store.unmute(one).await, Ok(true));
    assert_eq!(store.mutes(NOW).await, Ok(vec![]));

    let warning = |at: u64| Warning {
        id: Uuid::new_v4(),
        player: one,
        at: NOW.after(at),
        text: "please be kind".to_owned(),
    };
    let (first, second) = (warning(0), warning(1));
    for warning in [&second, &first] {
        assert_eq!(store.warn(warning).await, Ok(()));
    }
    assert_eq!(store.warnings(one).await, Ok(vec![first.clone(), second.clone()]));
    assert_eq!(store.warnings(other).await, Ok(vec![]));
    assert_eq!(store.unwarn(first.id).await, Ok(true));
    assert_eq!(store.unwarn(first.id).await, Ok(false));
    assert_eq!(store.warnings(one).await, Ok(vec![second]));
    assert_eq!(store.read_warnings(one, NOW).await, Ok(()));
    assert_eq!(store.warnings(one).await, Ok(vec![]));
}

crate::on_both!(reports_are_listed_until_they_are_closed, mutes_and_warnings_are_lifted);
