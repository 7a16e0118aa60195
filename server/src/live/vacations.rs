//! Vacations, and how the correspondence matches of their players come to know.
//!
//! The store has a row for each person; this is the part of it that tasks of matches ask, without
//! waiting. A match whose clock differs from it writes an event (`Actor::settle`): when its task
//! begins, when it is asked to look, and before it decides a command. So it does not matter at which
//! point a server is killed: the state of the store is in every journal soon after the next start. Changes by another server are read every few seconds.

use super::handle::MatchHandle;
use super::registry::Registry;
use domain::{Moment, NoVacation, PlayerId, Vacation};
use futures_util::future::join_all;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::StoreError;

/// How many matches of a person look at the same time; the others wait for them.
const MAX_CONCURRENT_MATCHES: usize = 64;

/// How often a change is tried that another server has just crossed.
const TRIES: usize = 3;

/// Until when a player is on vacation.
#[derive(Debug, Default)]
pub(super) struct Vacations {
    until: Mutex<HashMap<PlayerId, Moment>>,
    /// Held from reading or writing the store until the result is noted here, so that nothing older
    /// replaces something newer.
    turn: tokio::sync::Mutex<()>,
}

impl Vacations {
    fn lock(&self) -> MutexGuard<'_, HashMap<PlayerId, Moment>> {
        // Nothing under the lock panics half-way, so a poisoned one is still whole.
        self.until.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Until when a player is on vacation; the moment may have passed.
    pub(super) fn until(&self, who: PlayerId) -> Option<Moment> {
        self.lock().get(&who).copied()
    }

    fn record(&self, who: PlayerId, until: Option<Moment>) {
        match until {
            Some(until) => self.lock().insert(who, until),
            None => self.lock().remove(&who),
        };
    }

    /// Takes over the state of the store; returns the players for whom it changed.
    fn replace(&self, found: HashMap<PlayerId, Moment>) -> Vec<PlayerId> {
        let mut until = self.lock();
        let before = std::mem::replace(&mut *until, found);
        let begun = until.iter().filter(|&(who, end)| before.get(who) != Some(end));
        let over = before.iter().filter(|&(who, _)| !until.contains_key(who));
        begun.chain(over).map(|(&who, _)| who).collect()
    }
}

/// A vacation could not begin or end.
#[derive(Debug, thiserror::Error)]
pub enum VacationError {
    /// It cannot begin.
    #[error(transparent)]
    No(#[from] NoVacation),
    /// There is none to end.
    #[error("you are not on vacation")]
    NotOnVacation,
    /// The store is away, or the player does the same on another server.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Registry {
    /// The vacation that a player has had, and whether they are on vacation.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the store is away.
    pub async fn vacation(&self, who: PlayerId) -> Result<Vacation, StoreError> {
        self.store().vacation(who).await
    }

    /// Whether a player is on vacation now, as far as this server knows.
    #[must_use]
    pub fn is_on_vacation(&self, who: PlayerId) -> bool {
        self.context().is_on_vacation(who)
    }

    /// Until when a player is on vacation at the latest, as far as this server knows; `None` if they
    /// are not.
    #[must_use]
    pub fn vacation_until(&self, who: PlayerId) -> Option<Moment> {
        self.vacations().until(who).filter(|&until| until > self.now())
    }

    /// Begins a player's vacation, also in all their correspondence matches on this server.
    ///
    /// # Errors
    ///
    /// [`VacationError`]; nothing has changed then.
    pub async fn begin_vacation(
        self: &Arc<Self>,
        who: PlayerId,
    ) -> Result<Vacation, VacationError> {
        self.change_vacation(who, |vacation, now| Ok(vacation.begin(now)?)).await
    }

    /// Ends a player's vacation, also in all their correspondence matches on this server.
    ///
    /// # Errors
    ///
    /// [`VacationError`]; nothing has changed then.
    pub async fn end_vacation(self: &Arc<Self>, who: PlayerId) -> Result<Vacation, VacationError> {
        let end = |vacation: Vacation, now| vacation.end(now).ok_or(VacationError::NotOnVacation);
        self.change_vacation(who, end).await
    }

    async fn change_vacation(
        self: &Arc<Self>,
        who: PlayerId,
        change: impl Fn(Vacation, Moment) -> Result<Vacation, VacationError> + Send + 'static,
    ) -> Result<Vacation, VacationError> {
        let registry = Arc::clone(self);
        // By a task of its own: the client may disconnect before it is done, and the matches must be notified.
        let changed = self.tasks().spawn(async move {
            let vacation = registry.write_vacation(who, change).await?;
            registry.settle_matches_of(who).await;
            Ok(vacation)
        });
        changed.await.unwrap_or(Err(VacationError::Store(StoreError::Failed)))
    }

    async fn write_vacation(
        &self,
        who: PlayerId,
        change: impl Fn(Vacation, Moment) -> Result<Vacation, VacationError>,
    ) -> Result<Vacation, VacationError> {
        let vacations = self.vacations();
        let _turn = vacations.turn.lock().await;
        for _ in 0..TRIES {
            let before = self.store().vacation(who).await?;
            let now = self.now();
            let after = change(before, now)?;
            if self.store().put_vacation(who, before, after).await? {
                vacations.record(who, after.until(now));
                return Ok(after);
            }
        }
        Err(VacationError::Store(StoreError::Unavailable))
    }

    /// Reads who is on vacation, and notifies the matches of the players for whom it changed.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the store is away; nothing has changed then.
    pub async fn refresh_vacations(&self) -> Result<(), StoreError> {
        let vacations = self.vacations();
        let turn = vacations.turn.lock().await;
        let found = self.store().on_vacation(self.now()).await?;
        let news = vacations.replace(found.into_iter().collect());
        drop(turn);
        for who in news {
            self.settle_matches_of(who).await;
        }
        Ok(())
    }

    /// Lets every match of a player that has a task do due work; any other looks when its
    /// task begins.
    async fn settle_matches_of(&self, who: PlayerId) {
        let ids = self.context().seats.of(who, usize::MAX);
        let handles: Vec<MatchHandle> =
            ids.into_iter().filter_map(|id| self.table().get(id)).collect();
        for some in handles.chunks(MAX_CONCURRENT_MATCHES) {
            join_all(some.iter().map(|handle| handle.settle(Some(who)))).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_changes_are_returned() {
        let vacations = Vacations::default();
        let [one, other, third] = [(); 3].map(|()| PlayerId::fresh());
        vacations.record(one, Some(Moment(9)));
        vacations.record(other, Some(Moment(9)));
        let found = [(one, Moment(9)), (third, Moment(9))];
        let mut news = vacations.replace(found.into());
        let mut expected = [other, third];
        news.sort();
        expected.sort();
        assert_eq!(news, expected);
        assert_eq!(vacations.replace([(one, Moment(8)), (third, Moment(9))].into()), [one]);
        assert_eq!((vacations.until(one), vacations.until(other)), (Some(Moment(8)), None));
        vacations.record(one, None);
        assert_eq!(vacations.until(one), None);
    }
}
