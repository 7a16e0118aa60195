//! Handlers for reports: making one, and the page on which moderators review them.

pub(crate) mod operator_password;
pub(crate) mod reports;
pub(crate) mod review;
