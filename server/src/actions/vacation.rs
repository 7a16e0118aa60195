//! A player's vacation from correspondence matches.

use super::Actions;
use super::seek::has_correspondence;
use crate::live::VacationError;
use domain::{PlayerId, Vacation};
use store::StoreError;

impl Actions {
    /// The vacation that a player has had this year, and is on.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn vacation(&self, player: PlayerId) -> Result<Vacation, StoreError> {
        self.registry.vacation(player).await
    }

    /// Begins a player's vacation: their clocks stop in all correspondence matches, and a seek for
    /// one is withdrawn, since no player should be paired with one who is away.
    ///
    /// # Errors
    ///
    /// [`VacationError`].
    pub(crate) async fn begin_vacation(&self, player: PlayerId) -> Result<Vacation, VacationError> {
        let vacation = self.registry.begin_vacation(player).await?;
        let seek = self.matchmaker.standing(player).seek;
        if seek.is_some_and(|seek| has_correspondence(seek.clocks())) {
            // A match that is about to begin begins with a clock that stands still.
            let _ = self.matchmaker.withdraw(player).await;
        }
        Ok(vacation)
    }

    /// Ends a player's vacation.
    ///
    /// # Errors
    ///
    /// [`VacationError`].
    pub(crate) async fn end_vacation(&self, player: PlayerId) -> Result<Vacation, VacationError> {
        self.registry.end_vacation(player).await
    }
}
