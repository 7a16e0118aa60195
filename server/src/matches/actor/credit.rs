//! What a match's task does when time has passed: it ends the match when a flag falls, reports who
//! is present, notes vacations, and credits players for time that the server took.
//!
//! A player's clock must not run while the store is slow or away. The time of an outage, and of a
//! commit slower than `SLOW_COMMIT`, is added to the clock that ran meanwhile, as an event that
//! both players see. Talking earns no credit: a delay caused by something other than an action is
//! credited only to an action that waited in the queue behind it.

use super::{Actor, Failed, RETRY};
use domain::{Command, CreditCause, Event, Moment, Player};
use engine::Side;

/// A commit slower than this, in milliseconds, is credited to the side whose clock runs meanwhile.
const SLOW_COMMIT: u64 = 250;

/// How many credits are written in a row while each has to wait for the store.
const MAX_CREDITS: usize = 3;

impl Actor {
    /// Does what has become due: credits the time the store was away, lets a flag fall, reports
    /// who is present. Nearly always there is nothing to do.
    pub(super) async fn settle(&mut self) -> Result<(), Failed> {
        let due = [self.state.due(), self.state.presence().due()].into_iter().flatten().min();
        let now = self.context.now();
        let is_due = due.is_some_and(|due| due <= now) && !self.may_be_late();
        if self.outage.is_none() && !is_due && self.decide_vacation(now).is_none() {
            return Ok(());
        }
        Box::pin(self.settle_due()).await
    }

    pub(super) async fn settle_due(&mut self) -> Result<(), Failed> {
        self.credit_outage().await?;
        let now = self.context.now();
        if self.state.due().is_some_and(|due| due <= now)
            && let Some(event) = self.state.decide_due(now)
        {
            self.commit(vec![event], None, now).await?;
            self.credit_slow_commit(now).await;
        }
        self.settle_vacations().await?;
        let now = self.context.now();
        if let Some(event) = self.state.decide_presence(now) {
            self.commit(vec![event], None, now).await?;
            self.note_slow_commit(now);
        }
        Ok(())
    }

    /// The event that brings the match in line with who is on vacation, the first side first; `None`
    /// nearly always.
    pub(in crate::matches) fn decide_vacation(&self, now: Moment) -> Option<Event> {
        if self.state.clock().setting().expects_presence() {
            return None;
        }
        let of_side = |side: Side| {
            let player = self.state.seats()[side].as_ref()?;
            self.state.decide_vacation(side, self.context.vacations.until(player.id), now)
        };
        Side::ALL.into_iter().find_map(of_side)
    }

    /// Writes whose vacation has begun or ended.
    async fn settle_vacations(&mut self) -> Result<(), Failed> {
        for _ in Side::ALL {
            let now = self.context.now();
            let Some(event) = self.decide_vacation(now) else { return Ok(()) };
            self.commit(vec![event], None, now).await?;
            self.credit_slow_commit(now).await;
        }
        Ok(())
    }

    /// Records how long the write of something other than an action took, if that was long. The
    /// time is credited to an action that waited meanwhile and to nothing else: otherwise a player
    /// could stop their own clock by talking.
    pub(super) fn note_slow_commit(&mut self, decided: Moment) {
        let now = self.context.now();
        if now.since(decided) > SLOW_COMMIT {
            let from = self.held_up.map_or(decided, |(from, _)| from);
            self.held_up = Some((from, now));
        }
    }

    /// Whether an action that arrived in time may still be waiting in the queue: no flag falls
    /// before it has been looked at.
    pub(super) fn may_be_late(&self) -> bool {
        self.held_up.is_some() && !self.handle.is_idle()
    }

    /// Credits a player for the time that their legal action waited while something else was
    /// written.
    pub(super) async fn credit_delay(
        &mut self,
        who: &Player,
        command: &Command,
        came: Moment,
    ) -> Result<(), Failed> {
        let Some((from, until)) = self.held_up else { return Ok(()) };
        if !self.state.would_play(who, command) {
            return Ok(());
        }
        self.held_up = None;
        let now = self.context.now();
        if came < until
            && let Some(event) =
                self.state.decide_credit(until.since(from.max(came)), CreditCause::Store, now)
        {
            self.commit(vec![event], None, now).await?;
        }
        Ok(())
    }

    /// Credits the time the store was away to the side whose clock ran meanwhile.
    pub(super) async fn credit_outage(&mut self) -> Result<(), Failed> {
        for _ in 0..MAX_CREDITS {
            let Some(since) = self.outage else { return Ok(()) };
            let now = self.context.now();
            let span = now.since(since);
            if let Some(event) = self.state.decide_credit(span, CreditCause::Store, now) {
                self.commit(vec![event], None, now).await?;
            }
            // Writing this down may have had to wait too.
            self.outage = (self.context.now().since(now) > RETRY).then_some(now);
        }
        Ok(())
    }

    /// Credits the time of a slow commit to the side whose clock ran meanwhile.
    pub(super) async fn credit_slow_commit(&mut self, decided: Moment) {
        if self.context.now().since(decided) > SLOW_COMMIT {
            self.outage = Some(decided);
            // If it fails, the outage stays noted and is credited later.
            let _ = Box::pin(self.credit_outage()).await;
        }
    }
}
