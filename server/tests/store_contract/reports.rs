//! Reports, mutes and warnings.

use domain::{MatchId, Moment, PlayerId};
use store::{Database, Mute, Report, ReportLimits, Warning};
use uuid::Uuid;

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

fn limits(origin: u8, of_person: u32, of_address: u32) -> ReportLimits {
    ReportLimits { origin: [origin; 16], of_person, of_address }
}

async fn open_reports_are_counted_by_address(store: Database) {
    let about = PlayerId::fresh();
    let by = |at| Report { about, ..report(PlayerId::fresh(), at) };
    let (first, second) = (by(0), by(1));
    for report in [&first, &second] {
        assert_eq!(store.add_report(report, limits(1, 9, 2)).await, Ok(true));
    }
    assert_eq!(store.add_report(&by(2), limits(1, 9, 2)).await, Ok(false), "whoever asks");
    assert_eq!(store.add_report(&by(3), limits(2, 9, 2)).await, Ok(true), "from elsewhere");
    assert_eq!(store.close_report(first.id, Some("warn"), NOW.after(5)).await, Ok(true));
    assert_eq!(store.add_report(&by(4), limits(1, 9, 2)).await, Ok(true));
    assert_eq!(store.reports_about(about, 9).await.map(|found| found.len()), Ok(3));
    assert_eq!(store.reports_about(about, 1).await, Ok(vec![second]));
    assert_eq!(store.reports_about(first.by, 9).await, Ok(vec![]));
}

async fn closed_report_is_reported_back_once_and_forgotten(store: Database) {
    let one = PlayerId::fresh();
    let (first, second) = (report(one, 0), report(one, 1));
    for report in [&first, &second] {
        assert_eq!(store.add_report(report, limits(1, 9, 9)).await, Ok(true));
    }
    assert_eq!(store.reports_by(one).await, Ok(vec![first.clone(), second.clone()]));
    assert_eq!(store.handled_reports(one).await, Ok(vec![]));
    assert_eq!(store.close_report(first.id, Some("mute"), NOW.after(5)).await, Ok(true));
    let handled = store.handled_reports(one).await.expect("they read");
    assert_eq!((handled.len(), handled[0].0.id, handled[0].1), (1, first.id, NOW.after(5)));
    assert_eq!(store.read_warnings(one, NOW.after(6)).await, Ok(()));
    assert_eq!(store.handled_reports(one).await, Ok(vec![]));
    store.forget_reports(NOW.after(5)).await.expect("it is done");
    assert_eq!(store.reports_by(one).await.map(|found| found.len()), Ok(2), "not old enough");
    store.forget_reports(NOW.after(6)).await.expect("it is done");
    assert_eq!(store.reports_by(one).await, Ok(vec![second]), "an open one remains");
}

async fn reports_are_listed_until_they_are_closed(store: Database) {
    let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
    let (first, second, third) = (report(one, 0), report(other, 1), report(one, 2));
    for report in [&second, &first, &third] {
        assert_eq!(store.add_report(report, limits(1, 2, 9)).await, Ok(true));
    }
    assert_eq!(
        store.add_report(&report(one, 3), limits(1, 2, 9)).await,
        Ok(false),
        "that is too many"
    );
    let all = vec![first.clone(), second.clone(), third.clone()];
    assert_eq!(store.reports(10).await, Ok(all));
    assert_eq!(store.reports(1).await, Ok(vec![first.clone()]));
    assert_eq!(store.close_report(first.id, Some("muted"), NOW.after(9)).await, Ok(true));
    assert_eq!(store.close_report(first.id, Some("again"), NOW).await, Ok(false));
    assert_eq!(store.reports(10).await, Ok(vec![second, third]));
    assert_eq!(
        store.add_report(&report(one, 4), limits(1, 2, 9)).await,
        Ok(true),
        "there is room again"
    );
    assert_eq!(store.close_report(first.id, None, NOW).await, Ok(true), "it is opened again");
    assert_eq!(store.close_report(first.id, None, NOW).await, Ok(false));
    assert_eq!(store.close_report(Uuid::new_v4(), Some(""), NOW).await, Ok(false));
}

async fn mutes_and_warnings_are_lifted(store: Database) {
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

crate::on_both!(
    open_reports_are_counted_by_address,
    closed_report_is_reported_back_once_and_forgotten,
    reports_are_listed_until_they_are_closed,
    mutes_and_warnings_are_lifted,
);
