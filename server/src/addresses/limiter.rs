//! The limits of rates as handlers ask for them: all are met where an operator has switched them off.

use super::{Allowances, Guesser, LimitedAction, Wait, caller};
use domain::{Caller, PlayerId};
use std::net::IpAddr;

/// The limits of rates, if they are on.
#[derive(Debug)]
pub(crate) struct Limiter(Option<Allowances>);

impl Limiter {
    /// Limits with these allowances; none without them.
    pub(crate) const fn new(allowances: Option<Allowances>) -> Self {
        Self(allowances)
    }

    /// Whether rates and connections of one address are limited.
    pub(crate) const fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Where a request comes from, if limits are on.
    pub(crate) fn caller(&self, address: IpAddr) -> Option<Caller> {
        self.is_on().then(|| caller(address))
    }

    /// Whether an address may do something now under its limits.
    pub(crate) fn allows(&self, address: IpAddr, action: LimitedAction) -> bool {
        self.check_rate(address, action).is_ok()
    }

    /// The same; the error is how long the address has to wait.
    pub(crate) fn check_rate(&self, address: IpAddr, action: LimitedAction) -> Result<(), Wait> {
        self.check(|allowances| allowances.check_rate(address, action))
    }

    /// Reduces the sockets that an address may open, after one of them broke a limit.
    pub(crate) fn penalize(&self, address: IpAddr) {
        if let Some(allowances) = &self.0 {
            allowances.penalize(address);
        }
    }

    /// Whether one more mail may be requested by a player.
    pub(crate) fn check_mail_rate_by(&self, player: PlayerId) -> Result<(), Wait> {
        self.check(|allowances| allowances.check_mail_rate_by(&player.to_string()))
    }

    /// Whether one more mail may be sent to a mailbox of a domain.
    pub(crate) fn check_mail_to_rate(&self, mailbox: &str, domain: &str) -> Result<(), Wait> {
        self.check(|allowances| allowances.check_mail_to_rate(mailbox, domain))
    }

    /// Whether a player at an address may change their stored data once more.
    pub(crate) fn check_change_rate(&self, player: PlayerId, address: IpAddr) -> Result<(), Wait> {
        self.check(|allowances| {
            allowances.check_rate(address, LimitedAction::Change)?;
            allowances.check_change_rate(&player.to_string())
        })
    }

    /// Whether it may be tried now to prove that an account is one's own; the account is given as
    /// text that names it alone.
    pub(crate) fn check_guess_rate(&self, account: &str, by: Guesser) -> Result<(), Wait> {
        self.check(|allowances| allowances.check_guess_rate(account, by))
    }

    fn check(&self, check: impl FnOnce(&Allowances) -> Result<(), Wait>) -> Result<(), Wait> {
        self.0.as_ref().map_or(Ok(()), check)
    }
}
