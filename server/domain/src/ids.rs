//! Ids of matches, players, tokens and sessions: each a UUID in a type of its own, written as its
//! usual text everywhere.
//!
//! An id is not a secret and proves nothing, with one exception: a match that is found by its link
//! only has a random id, which those who have the link know.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use uuid::Uuid;

/// Declares an id: a UUID that cannot be mistaken for another kind of id.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }
    };
}

id! {
    /// A match, and the stored game it becomes.
    MatchId
}

id! {
    /// A player: a guest, a registered player, or a computer player.
    PlayerId
}

id! {
    /// The token of a program; the id is not the token itself and proves nothing.
    TokenId
}

id! {
    /// A session of a player on one browser or device; the id proves nothing.
    SessionId
}

impl MatchId {
    /// A fresh id. These ids grow with the time of creation, so that they index well.
    #[must_use]
    pub fn fresh() -> Self {
        Self(Uuid::now_v7())
    }

    /// The id of a match that is found by its link only. It is entirely random, because ids that grow
    /// with time are easier to guess for a visitor who creates matches at that time.
    #[must_use]
    pub fn hidden() -> Self {
        Self(Uuid::new_v4())
    }
}

impl TokenId {
    /// A fresh id.
    #[must_use]
    pub fn fresh() -> Self {
        Self(Uuid::new_v4())
    }
}

impl SessionId {
    /// A fresh id.
    #[must_use]
    pub fn fresh() -> Self {
        Self(Uuid::new_v4())
    }
}

impl PlayerId {
    /// A fresh id. It is entirely random, because part of it is shown as a guest's name.
    #[must_use]
    pub fn fresh() -> Self {
        Self(Uuid::new_v4())
    }
}
