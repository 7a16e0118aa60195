//! Ids of matches, players and tokens: each a UUID, written as its usual text everywhere.

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
    /// Whoever can hold a seat: a guest or an account.
    PlayerId
}

id! {
    /// A token by which a program is known; not the token itself.
    TokenId
}

id! {
    /// A browser or device on which somebody is known; not what proves it.
    SessionId
}

impl MatchId {
    /// A fresh id; ids grow with the time of their making, so that they index well.
    #[must_use]
    pub fn fresh() -> Self {
        Self(Uuid::now_v7())
    }

    /// The id of a match that only those shall find who are told of it: random throughout, for
    /// ids that grow with time are guessed more easily by whoever makes matches at that time.
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
    /// A fresh id, random throughout: part of it is shown as a guest's name.
    #[must_use]
    pub fn fresh() -> Self {
        Self(Uuid::new_v4())
    }
}
