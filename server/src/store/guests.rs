//! What is stored about guests besides their tokens: the name that a guest has chosen.
//!
//! A guest who never chose a name has no row, and costs nothing. Names are checked by the domain
//! before they arrive here.

use super::{Guest, StoreFuture};
use domain::{Moment, PlayerId};

/// What is known of guests besides their tokens.
pub trait Guests {
    /// What is known of a guest.
    fn guest(&self, id: PlayerId) -> StoreFuture<'_, Guest>;

    /// Notes what a guest wants to be called from `now` on, or that it is nothing.
    fn set_name<'a>(
        &'a self,
        id: PlayerId,
        name: Option<&'a str>,
        now: Moment,
    ) -> StoreFuture<'a, ()>;
}
