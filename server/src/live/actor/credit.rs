//! The work of a match's task that time brings: it ends the match when a flag falls, reports who is
//! present, notes vacations, and credits players for time that the server took.
//!
//! The time of an outage, and of a commit slower than `SLOW_COMMIT`, is added to the clock that ran,
//! as an event. Chat earns no credit: a delay caused by something other than an action is credited
//! only to an action that waited in the queue behind it. A player whose socket is refused because
//! the credential cannot be looked up is *kept out*: no flag of theirs falls until their client has
//! stopped trying, and the time without a connection is credited
//! (`docs/decisions/0007-credited-time.md`).

use super::{Actor, Failed, RETRY};
use crate::accounts::lookups::Span;
use domain::{Command, CreditCause, Event, Moment, Player, PlayerId};
use engine::Side;
use std::sync::Arc;

/// A commit slower than this, in milliseconds, is credited to the side whose clock runs.
const SLOW_COMMIT: u64 = 250;

/// How many credits are written in a row while each has to wait for the store.
const MAX_CREDITS: usize = 3;

/// The milliseconds of a span that are not in another one.
fn uncredited((from, until): Span, credited: Option<Span>) -> u64 {
    let twice = credited.map_or(0, |(begun, ended)| until.min(ended).since(from.max(begun)));
    until.since(from).saturating_sub(twice)
}

impl Actor {
    /// Does the due work: credits the time the store was away, lets a flag fall, reports
    /// who is present. Nearly always there is nothing to do.
    pub(super) async fn settle(&mut self) -> Result<(), Failed> {
        self.credit_standstills().await?;
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
        if self.state.due().is_some_and(|due| due <= now) && !self.is_kept_out() {
            self.credit_kept_out().await?;
        }
        let now = self.context.now();
        if self.state.due().is_some_and(|due| due <= now)
            && !self.is_kept_out()
            && let Some(event) = self.state.decide_due(now)
        {
            self.commit(vec![event], None, now).await?;
            self.credit_slow_commit(now).await;
        }
        self.settle_vacations().await?;
        let now = self.context.now();
        if let Some(event) = self.state.decide_presence(now) {
            self.commit(vec![event], None, now).await?;
            self.record_slow_commit(now);
        }
        Ok(())
    }

    /// The event that brings the match in line with who is on vacation, the first side first; `None`
    /// nearly always.
    pub(in crate::live) fn decide_vacation(&self, now: Moment) -> Option<Event> {
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
    /// time is credited to an action that waited for it and to nothing else: otherwise a player
    /// could stop their own clock by talking.
    pub(super) fn record_slow_commit(&mut self, decided: Moment) {
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
            self.credited = Some((from.max(came), until));
        }
        Ok(())
    }

    /// The player in a seat, unless one of their connections is there.
    fn absent(&self, side: Side) -> Option<(PlayerId, Moment)> {
        let player = self.state.seats()[side].as_ref()?;
        Some((player.id, self.state.presence().away_since(side)?))
    }

    /// Whether the player to act was turned away a moment ago, and has no connection.
    pub(super) fn is_kept_out(&self) -> bool {
        let to_act = self.state.clock().runs_since().and_then(|(side, _)| self.absent(side));
        to_act.is_some_and(|(player, _)| self.context.lookups.keeps_out(player, self.state.id()))
    }

    /// The same of the opponent of a player.
    pub(super) fn keeps_out_opponent(&self, who: &Player) -> bool {
        let side = self.state.seat_of(who.id).map(Side::other);
        let opponent = side.and_then(|side| self.absent(side));
        opponent.is_some_and(|(player, _)| self.context.lookups.keeps_out(player, self.state.id()))
    }

    /// Credits a player who connects for having been turned away.
    pub(super) async fn let_in(&mut self, who: PlayerId) -> Result<(), Failed> {
        let lookups = Arc::clone(&self.context.lookups);
        if !lookups.has_turned_away(who, self.state.id()) {
            return Ok(());
        }
        let credited = match self.state.seat_of(who) {
            Some(side) if self.runs(side) => Box::pin(self.credit_kept_out()).await,
            Some(_) | None => Ok(()),
        };
        lookups.let_in(who, self.state.id());
        credited
    }

    fn runs(&self, side: Side) -> bool {
        self.state.clock().runs_since().is_some_and(|(running, _)| running == side)
    }

    /// Credits the player to act for the time in which the server turned them away, once.
    async fn credit_kept_out(&mut self) -> Result<(), Failed> {
        self.credit_outage().await?;
        let Some((side, since)) = self.state.clock().runs_since() else { return Ok(()) };
        let Some((player, away)) = self.absent(side) else { return Ok(()) };
        let spans = self.context.lookups.spans(player, self.state.id(), since.max(away));
        let Some(spans) = spans else { return Ok(()) };
        let span = spans.iter().map(|&span| uncredited(span, self.credited)).sum();
        let now = self.context.now();
        if let Some(event) = self.state.decide_credit(span, CreditCause::Store, now) {
            if let Err(failed) = self.commit(vec![event], None, now).await {
                if failed == Failed::Busy {
                    // It is credited with the time that the store is away.
                    self.outage = Some(now.before(span));
                }
                return Err(failed);
            }
            self.credited = spans.first().map(|&(from, _)| (from, now));
        }
        self.context.lookups.let_in(player, self.state.id());
        Ok(())
    }

    /// Credits the time in which the process stood still to the side whose clock ran. Nearly always there
    /// is none.
    pub(super) async fn credit_standstills(&mut self) -> Result<(), Failed> {
        if self.context.standstills.has_more_than(self.standstills, self.context.now()) {
            Box::pin(self.credit_new_standstills()).await?;
        }
        Ok(())
    }

    async fn credit_new_standstills(&mut self) -> Result<(), Failed> {
        let now = self.context.now();
        let spans = self.context.standstills.after(self.standstills, now);
        self.standstills = self.context.standstills.count();
        let Some((_, since)) = self.state.clock().runs_since() else { return Ok(()) };
        let span = |&(from, until): &Span| uncredited((from.max(since), until), self.credited);
        let span = spans.iter().map(span).sum();
        if let Some(event) = self.state.decide_credit(span, CreditCause::Downtime, now) {
            if let Err(failed) = self.commit(vec![event], None, now).await {
                if failed == Failed::Busy {
                    // It is credited with the time that the store is away.
                    self.outage = Some(now.before(span));
                }
                return Err(failed);
            }
            self.credited = spans.first().map(|&(from, _)| (from, now));
        }
        Ok(())
    }

    /// Credits the time the store was away to the side whose clock ran.
    pub(super) async fn credit_outage(&mut self) -> Result<(), Failed> {
        for _ in 0..MAX_CREDITS {
            let Some(since) = self.outage else { return Ok(()) };
            let now = self.context.now();
            let span = now.since(since);
            if let Some(event) = self.state.decide_credit(span, CreditCause::Store, now) {
                self.commit(vec![event], None, now).await?;
                self.credited = Some((since, now));
            }
            // Writing this down may have had to wait too.
            self.outage = (self.context.now().since(now) > RETRY).then_some(now);
        }
        Ok(())
    }

    /// Credits the time of a slow commit to the side whose clock ran.
    pub(super) async fn credit_slow_commit(&mut self, decided: Moment) {
        if self.context.now().since(decided) > SLOW_COMMIT {
            self.outage = Some(decided);
            // If it fails, the outage stays noted and is credited later.
            let _ = Box::pin(self.credit_outage()).await;
        }
    }
}
