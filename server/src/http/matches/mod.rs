//! Handlers for live matches: creating, joining and reading them, challenges, conditional moves, seeks,
//! vacations, and the catalogue of games.

pub(crate) mod catalogue;
pub(crate) mod challenges;
pub(crate) mod live;
pub(crate) mod plans;
pub(crate) mod qr_code;
pub(crate) mod seeks;
pub(crate) mod vacation;
