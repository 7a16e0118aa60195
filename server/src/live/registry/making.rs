//! Making matches, within the limits of their players and without.

use super::{CannotOpen, CreateError, MOST_MATCHES, Opening, Registry};
use crate::live::handle::MatchHandle;
use crate::live::journal::AppendError;
use crate::live::recent::Recent;
use domain::{Event, Match, MatchId, Moment, NumberedEvent, Setup, Visibility};
use std::sync::Arc;
use store::{Append, Conflict, Event as Stored, Seekers, codec};

impl Registry {
    /// Makes a match.
    ///
    /// # Errors
    ///
    /// [`CannotOpen`]: nothing was made, or the server stops and only its next start will show.
    pub async fn create(self: &Arc<Self>, setup: &Setup) -> Result<MatchHandle, CannotOpen> {
        self.create_of(setup, None).await
    }

    /// Makes a match of the seeks of `seekers`, which end with it; none if one of them is gone, or another
    /// node pairs them by now.
    ///
    /// # Errors
    ///
    /// [`CannotOpen`] as [`create`](Self::create); then the seeks are as they were.
    pub async fn create_of(
        self: &Arc<Self>,
        setup: &Setup,
        seekers: Option<Seekers>,
    ) -> Result<MatchHandle, CannotOpen> {
        let now = self.now();
        let (state, events) = begin(setup, now)?;
        self.open_of(state, events, seekers, now).await
    }

    /// Makes a match as a player asks, within the limits for matches that are open.
    ///
    /// # Errors
    ///
    /// [`CreateError`].
    pub async fn create_within(
        self: &Arc<Self>,
        setup: &Setup,
        opening: Opening,
    ) -> Result<MatchHandle, CreateError> {
        let now = self.now();
        let (state, events) = begin(setup, now)?;
        let (limits, id) = (self.limits(), state.id());
        limits.challenge(&state, opening.is_stranger)?;
        if let Err(error) = limits.admit(&state, opening.caller, now) {
            limits.forget(id);
            return Err(match state.computer_seat() {
                Some(_) => CreateError::Computer(error),
                None => CreateError::Open(error),
            });
        }
        let claim = limits.claim(&state, opening.caller, opening.is_stranger);
        let registry = Arc::clone(self);
        // By a task of its own: the client may go away, and a match that could not be made must
        // hold no place.
        let opened = self.tasks.spawn(async move {
            let opened = match registry.limits().take(claim).await {
                Ok(()) => Ok(registry.open_of(state, events, None, now).await),
                Err(refused) => Err(refused),
            };
            match opened {
                Ok(Ok(_)) => {}
                // A player without a place may ask again and again: that writes nothing.
                Err(
                    CreateError::Open(_) | CreateError::Computer(_) | CreateError::Challenges(_),
                ) => registry.limits().forget_refused(id),
                Ok(Err(_)) | Err(CreateError::CannotOpen(_)) => registry.limits().forget(id),
            }
            opened
        });
        Ok(opened.await.unwrap_or(Ok(Err(CannotOpen)))??)
    }

    /// Journals a match with the events it begins with, and starts its task.
    pub(in crate::live) async fn open(
        self: &Arc<Self>,
        state: Match,
        events: Vec<Event>,
        now: Moment,
    ) -> Result<MatchHandle, CannotOpen> {
        self.open_of(state, events, None, now).await
    }

    /// Journals a match with the events it begins with, which ends the seeks it is made of, and starts
    /// its task. A match that is there already stays as it is.
    async fn open_of(
        self: &Arc<Self>,
        state: Match,
        events: Vec<Event>,
        seekers: Option<Seekers>,
        now: Moment,
    ) -> Result<MatchHandle, CannotOpen> {
        if self.is_stopping() || self.len() >= MOST_MATCHES {
            return Err(CannotOpen);
        }
        let id = state.id();
        let events = (1..).zip(events).map(|(seq, event)| Stored {
            seq,
            command: None,
            payload: codec::write_event(&NumberedEvent { seq, at: now, event }),
        });
        let append = Append { match_id: id, events: events.collect(), closing: None, seekers };
        let registry = Arc::clone(self);
        // By a task of its own: the client may disconnect before it is done, and a match that is in the
        // journal must not be left without a task.
        let opened = self.tasks.spawn(async move {
            match registry.context.journal.append(append).await {
                Ok(()) => {
                    tracing::debug!(match.id = %id, game = state.game_id(), "made");
                    Ok(registry.start(state, Recent::default()).await)
                }
                Err(AppendError::Conflict(Conflict::Seq)) => {
                    registry.handle(id).await.map_err(|_| CannotOpen)
                }
                Err(
                    AppendError::Conflict(_)
                    | AppendError::Fenced
                    | AppendError::Busy
                    | AppendError::Unknown,
                ) => Err(CannotOpen),
            }
        });
        opened.await.unwrap_or(Err(CannotOpen))
    }
}

/// A match as it begins, with its first events.
fn begin(setup: &Setup, now: Moment) -> Result<(Match, Vec<Event>), CannotOpen> {
    let created = setup.created();
    let id = match setup.visibility {
        Visibility::Public => MatchId::fresh(),
        Visibility::Link => MatchId::hidden(),
    };
    let mut state = Match::begin(id, &created, now).map_err(|error| {
        tracing::error!(%error, "a checked setup did not make a match");
        CannotOpen
    })?;
    let mut events = vec![Event::Created(Box::new(created))];
    if let Some(opponent) = &setup.opponent
        && let Ok((_, Some(joined))) = state.decide_join(opponent, now)
    {
        state.evolve(&joined, now).map_err(|_| CannotOpen)?;
        events.push(joined);
    }
    Ok((state, events))
}
