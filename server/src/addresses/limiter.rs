//! The limits of rates as handlers ask for them: all are met where an operator has switched them off.

use super::accounts::{Key, counted, counted_mail_by, counted_mail_to};
use super::allowances::{Limit, counted_of_address};
use super::{Allowances, Guesser, LimitedAction, Wait, caller};
use crate::accounts::identity::Masks;
use domain::{Caller, PlayerId};
use std::net::IpAddr;
use store::{AttemptLimit, Database, StoreError};

/// A limit that holds for all nodes is reached, or it is not known whether it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OverLimit {
    /// It is reached.
    #[error("too many attempts: wait {0} s")]
    Wait(Wait),
    /// The attempts at other nodes are not known.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<Wait> for OverLimit {
    fn from(wait: Wait) -> Self {
        Self::Wait(wait)
    }
}

/// The limits of rates, if they are on.
#[derive(Debug)]
pub(crate) struct Limiter {
    allowances: Option<Allowances>,
    /// Where attempts count for all nodes: those at an account, mails, and the requests of an address
    /// that [`LimitedAction::shared`] names.
    shared: Option<(Database, Masks)>,
}

impl Limiter {
    /// Limits with these allowances; none without them.
    pub(crate) const fn new(allowances: Option<Allowances>) -> Self {
        Self { allowances, shared: None }
    }

    /// The same with a count of all nodes on a database.
    pub(crate) fn shared_on(self, store: &Database, masks: Masks) -> Self {
        let shared = store.is_shared().then(|| (store.clone(), masks));
        Self { shared, ..self }
    }

    /// Whether rates and connections of one address are limited.
    pub(crate) const fn is_on(&self) -> bool {
        self.allowances.is_some()
    }

    /// The origin of a request, if limits are on.
    pub(crate) fn caller(&self, address: IpAddr) -> Option<Caller> {
        self.is_on().then(|| caller(address))
    }

    /// Whether an address may do something now under its limits.
    pub(crate) fn allows(&self, address: IpAddr, action: LimitedAction) -> bool {
        self.check_rate(address, action).is_ok()
    }

    /// The same; the error is how long the address has to wait. Counts at this node alone.
    pub(crate) fn check_rate(&self, address: IpAddr, action: LimitedAction) -> Result<(), Wait> {
        self.check(|allowances| allowances.check_rate(address, action))
    }

    /// Reduces the sockets that an address may open, after one of them broke a limit.
    pub(crate) fn penalize(&self, address: IpAddr) {
        if let Some(allowances) = &self.allowances {
            allowances.penalize(address);
        }
    }

    /// Whether an address may do something now under its limits, which count at every node for what lasts
    /// longer than a request.
    ///
    /// # Errors
    ///
    /// [`OverLimit`].
    pub(crate) async fn check_rate_of_all(
        &self,
        address: IpAddr,
        action: LimitedAction,
    ) -> Result<(), OverLimit> {
        self.check_rate(address, action)?;
        self.count(|| counted_of_address(address, action)).await
    }

    /// Whether one more mail may be requested by a player.
    ///
    /// # Errors
    ///
    /// [`OverLimit`].
    pub(crate) async fn check_mail_rate_by(&self, player: PlayerId) -> Result<(), OverLimit> {
        let player = player.to_string();
        self.check(|allowances| allowances.check_mail_rate_by(&player))?;
        self.count(|| counted_mail_by(&player)).await
    }

    /// Whether one more mail may be sent to a mailbox of a domain.
    ///
    /// # Errors
    ///
    /// [`OverLimit`].
    pub(crate) async fn check_mail_to_rate(
        &self,
        mailbox: &str,
        domain: &str,
    ) -> Result<(), OverLimit> {
        self.check(|allowances| allowances.check_mail_to_rate(mailbox, domain))?;
        self.count(|| counted_mail_to(mailbox, domain)).await
    }

    /// Whether a player at an address may change their stored data once more.
    pub(crate) fn check_change_rate(&self, player: PlayerId, address: IpAddr) -> Result<(), Wait> {
        self.check(|allowances| {
            allowances.check_rate(address, LimitedAction::Change)?;
            allowances.check_change_rate(&player.to_string())
        })
    }

    /// Whether it may be tried now to prove that an account is one's own; the account is given as
    /// text that names it alone. An attempt counts at every node.
    ///
    /// # Errors
    ///
    /// [`OverLimit`].
    pub(crate) async fn check_guess_rate(
        &self,
        account: &str,
        by: Guesser,
    ) -> Result<(), OverLimit> {
        self.check(|allowances| allowances.check_guess_rate(account, by))?;
        self.count(|| counted(account, by)).await
    }

    /// Counts an attempt for all nodes, as each of these keys.
    async fn count(&self, counted: impl FnOnce() -> Vec<(Key, Limit)>) -> Result<(), OverLimit> {
        let (Some((store, masks)), true) = (&self.shared, self.is_on()) else { return Ok(()) };
        for (key, Limit { at_once, an_hour }) in counted() {
            let limit = AttemptLimit { at_once, an_hour };
            if let Err(wait) = store.count_attempt(&masks.of(&key), limit).await? {
                let seconds = wait.as_millis().div_ceil(1_000);
                return Err(Wait(u32::try_from(seconds).unwrap_or(u32::MAX)).into());
            }
        }
        Ok(())
    }

    fn check(&self, check: impl FnOnce(&Allowances) -> Result<(), Wait>) -> Result<(), Wait> {
        self.allowances.as_ref().map_or(Ok(()), check)
    }
}
