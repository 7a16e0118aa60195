//! The work of moderators: the open reports, recent operations and one-sided results that they see, and
//! closing reports.

use super::Actions;
use super::game_facts::GameFacts;
use crate::moderation::measures::Moderator;
use domain::rating::{OneSided, one_sided};
use domain::{Player, PlayerId};
use std::collections::HashMap;
use store::{Operation, Report, StoreError};

/// The number of open reports read, of reported players, the ones with the oldest reports first, and of
/// reports about one of them.
const MAX_READ: u32 = 1_000;
const MAX_REPORTED: usize = 50;
const MAX_OF_ONE: usize = 10;

/// The number of recent operations.
const MAX_OPERATIONS: u32 = 50;

/// The number of latest rated games searched for one-sided results, of winners, and of players who lose to
/// one of them.
pub(crate) const SEARCHED_GAMES: u32 = 20_000;
const MAX_WINNERS: usize = 50;
const MAX_LOSERS: usize = 50;

/// A player with open reports.
#[derive(Debug)]
pub(crate) struct Reported {
    pub(crate) name: Box<str>,
    /// The number of open reports about them, shown or not.
    pub(crate) count: usize,
    pub(crate) cases: Vec<ReportedCase>,
}

/// An open report.
#[derive(Debug)]
pub(crate) struct ReportedCase {
    /// The name of the reporter.
    pub(crate) by: Box<str>,
    pub(crate) report: Report,
    pub(crate) game: Option<GameFacts>,
}

impl Actions {
    /// A moderator at work, by the name that the audit log records.
    pub(crate) fn moderator<'a>(&'a self, operator: &'a str) -> Moderator<'a> {
        Moderator { store: &self.store, operator, now: self.registry.now() }
    }

    /// Has all servers read what a moderator has ordered.
    pub(crate) fn announce_orders(&self) {
        self.cluster.announce_orders();
    }

    /// The players with open reports.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn reported(&self) -> Result<Vec<Reported>, StoreError> {
        let mut files: Vec<(PlayerId, Vec<Report>)> = Vec::new();
        for report in self.store.reports(MAX_READ).await? {
            match files.iter_mut().find(|(about, _)| *about == report.about) {
                Some((_, reports)) => reports.push(report),
                None => files.push((report.about, vec![report])),
            }
        }
        let mut reported = Vec::new();
        for (about, reports) in files.into_iter().take(MAX_REPORTED) {
            let (count, name) = (reports.len(), self.player(about).await?.name);
            let mut cases = Vec::new();
            for report in reports.into_iter().take(MAX_OF_ONE) {
                let by = self.player(report.by).await?.name;
                let game = self.facts(&report).await?;
                cases.push(ReportedCase { by, report, game });
            }
            reported.push(Reported { name, count, cases });
        }
        Ok(reported)
    }

    /// The latest operations of moderators and operators.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn operations(&self) -> Result<Vec<Operation>, StoreError> {
        self.store.operations(MAX_OPERATIONS).await
    }

    /// Players who win nearly all rated games against others who play few opponents besides, and all of
    /// these players by their ids.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn one_sided(
        &self,
    ) -> Result<(Vec<OneSided>, HashMap<PlayerId, Player>), StoreError> {
        let mut found = one_sided(&self.store.latest_rated(SEARCHED_GAMES).await?);
        found.truncate(MAX_WINNERS);
        for winner in &mut found {
            winner.losers.truncate(MAX_LOSERS);
        }
        let losers =
            |one: &OneSided| one.losers.iter().map(|loser| loser.player).collect::<Vec<_>>();
        let ids: Vec<PlayerId> =
            found.iter().flat_map(|one| std::iter::once(one.winner).chain(losers(one))).collect();
        let players = self.players(&ids).await?.into_iter().map(|player| (player.id, player));
        Ok((found, players.collect()))
    }
}
