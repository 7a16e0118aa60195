//! Seeks: looking for an opponent by wishes.

use super::{Actions, Admission};
use crate::matchmaking::{AnswerError, SeekError, ratings_of};
use domain::clock::ClockSetting;
use domain::seek_pool::Found;
use domain::{BadSeek, Caller, Player, PlayerId, SEEK_MINUTES, Seek, SoughtGame, Terms};
use engine::Side;
use protocol::{FoundView, SeekView, StandingView};
use store::StoreError;
use uuid::Uuid;

/// The time for which a seek is open by default, in minutes; a guest's at most.
const MINUTES: u32 = 60;

/// The wishes of a player who seeks.
#[derive(Debug)]
pub(crate) struct NewSeek {
    pub(crate) games: Vec<SoughtGame>,
    pub(crate) clocks: Vec<ClockSetting>,
    /// The side; `None` for either.
    pub(crate) side: Option<Side>,
    pub(crate) rated: bool,
    /// The largest difference between the two ratings.
    pub(crate) within: Option<u16>,
    pub(crate) minutes: Option<u32>,
}

/// A seek was not opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NewSeekError {
    /// It has a correspondence clock, and the player is on vacation.
    #[error("the player is on vacation")]
    OnVacation,
    /// The wishes are out of range, or only for registered players.
    #[error(transparent)]
    Bad(#[from] BadSeek),
    /// The matchmaker did not take it.
    #[error(transparent)]
    Seek(#[from] SeekError),
}

impl From<StoreError> for NewSeekError {
    fn from(error: StoreError) -> Self {
        Self::Seek(error.into())
    }
}

impl Actions {
    /// Opens a seek in place of the player's earlier one.
    ///
    /// # Errors
    ///
    /// [`NewSeekError`].
    pub(crate) async fn seek(
        &self,
        Admission(()): Admission,
        player: &Player,
        caller: Option<Caller>,
        new: NewSeek,
    ) -> Result<(), NewSeekError> {
        let NewSeek { games, clocks, side, rated, within, minutes } = new;
        if has_correspondence(&clocks) && self.registry.vacation_until(player.id).is_some() {
            return Err(NewSeekError::OnVacation);
        }
        let minutes = minutes.unwrap_or(MINUTES);
        // A guest's seek ends with the page in any case.
        let is_bounded = player.guest && (SEEK_MINUTES.0..=SEEK_MINUTES.1).contains(&minutes);
        let minutes = if is_bounded { minutes.min(MINUTES) } else { minutes };
        let ratings = ratings_of(&self.store, player, &games).await?;
        let terms = Terms { side, rated, within, ratings };
        let now = self.registry.now();
        let seek = Seek::new(player.clone(), games, clocks, terms, minutes, now)?;
        Ok(self.matchmaker.seek(seek, caller).await?)
    }

    /// Withdraws a player's seek; does nothing if there is none.
    ///
    /// # Errors
    ///
    /// [`SeekError`] if the match of the seek is about to begin.
    pub(crate) async fn withdraw_seek(&self, player: PlayerId) -> Result<(), SeekError> {
        self.matchmaker.withdraw(player).await.map(drop)
    }

    /// Accepts or declines the opponent found.
    ///
    /// # Errors
    ///
    /// [`AnswerError`].
    pub(crate) async fn answer_found(
        &self,
        player: PlayerId,
        found: Uuid,
        accepts: bool,
    ) -> Result<(), AnswerError> {
        self.matchmaker.answer(player, found, accepts).await
    }

    /// The state of a player's seek for a client that polls, which counts as being online.
    pub(crate) async fn poll_seek(&self, player: PlayerId) -> StandingView {
        self.presence.touch(player);
        self.seek_state(player).await
    }

    /// The state of a player's seek.
    pub(crate) async fn seek_state(&self, player: PlayerId) -> StandingView {
        // While the store is away, the matches of this node are counted.
        let matches = self.cluster.count_seats(player).await;
        let matches = matches.unwrap_or_else(|_| self.registry.seated(player));
        let standing = self.matchmaker.standing(player);
        let found = |Found { id, deal, side, until, accepted }: &Found| {
            FoundView::of(*id, deal, *side, until.0, *accepted)
        };
        StandingView {
            now: self.registry.now().0,
            seek: standing.seek.as_ref().map(SeekView::from),
            found: standing.found.as_ref().map(found),
            missed: standing.has_missed,
            started: standing.started,
            seekers: u32::try_from(self.matchmaker.len()).unwrap_or(u32::MAX),
            matches: u32::try_from(matches).unwrap_or(u32::MAX),
        }
    }
}

/// Whether one of the clocks counts days.
pub(super) fn has_correspondence(clocks: &[ClockSetting]) -> bool {
    clocks.iter().any(|clock| !clock.expects_presence())
}
