//! What has become due, and time that is credited because the store was slow or away.

use super::{Actor, Failed, RETRY};
use domain::{Command, CreditCause, Moment, Player};

/// A commit slower than this is credited to the side whose clock runs meanwhile.
const SLOW_COMMIT: u64 = 250;

/// How many credits are written in a row while each has to wait for the store.
const MAX_CREDITS: usize = 3;

impl Actor {
    /// Does what has become due: credits the time the store was away, lets a flag fall, tells
    /// who is there. Nearly always there is nothing to do.
    pub(super) async fn settle(&mut self) -> Result<(), Failed> {
        let due = [self.state.due(), self.state.presence().due()].into_iter().flatten().min();
        let is_due = due.is_some_and(|due| due <= self.context.now());
        if self.outage.is_none() && (!is_due || self.may_be_late()) {
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
        let now = self.context.now();
        if let Some(event) = self.state.decide_presence(now) {
            self.commit(vec![event], None, now).await?;
            self.note_slow_commit(now);
        }
        Ok(())
    }

    /// Notes how long something else than an action was written, if that was long. It is given
    /// back to an action that waited meanwhile, and to nobody else: or talking would stop the
    /// clock of whoever talks.
    pub(super) fn note_slow_commit(&mut self, decided: Moment) {
        let now = self.context.now();
        if now.since(decided) > SLOW_COMMIT {
            let from = self.held_up.map_or(decided, |(from, _)| from);
            self.held_up = Some((from, now));
        }
    }

    /// Whether an action may be waiting that came in time: no flag falls before it was looked at.
    pub(super) fn may_be_late(&self) -> bool {
        self.held_up.is_some() && !self.handle.is_idle()
    }

    /// Gives the time that a legal action waited for something else to be written back to whoever
    /// acts.
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

    /// Gives the time the store was away back to whoever's clock ran meanwhile.
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

    /// Gives a slow commit's time back to whoever's clock ran meanwhile.
    pub(super) async fn credit_slow_commit(&mut self, decided: Moment) {
        if self.context.now().since(decided) > SLOW_COMMIT {
            self.outage = Some(decided);
            // If it fails, the outage stays noted and is credited later.
            let _ = Box::pin(self.credit_outage()).await;
        }
    }
}
