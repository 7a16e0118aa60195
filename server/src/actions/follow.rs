//! Following players. The followed player is not notified; a block by either ends it.

use super::{Actions, ReadError};
use domain::{Player, PlayerId, computer_players};
use protocol::MatchSummary;
use store::StoreError;

/// The most players that one player can follow. Each is looked up whenever the list is read.
const MAX_FOLLOWS: u32 = 100;

/// The most matches of one followed player that are listed.
const MAX_PLAYING: usize = 20;

/// A player is not followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum FollowError {
    /// Guests cannot follow others.
    #[error("guests cannot follow others")]
    Guest,
    /// Players cannot follow themselves.
    #[error("a player cannot follow themselves")]
    Oneself,
    /// It is a computer player, or a player who deleted their account.
    #[error("there is no such player")]
    UnknownPlayer,
    /// One of the two has blocked the other.
    #[error("one of the players has blocked the other")]
    Blocked,
    /// The player follows as many as possible.
    #[error("the player follows too many players")]
    TooMany,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A followed player.
#[derive(Debug)]
pub(crate) struct Followed {
    pub(crate) player: Player,
    /// Whether they are online, on any node. A player who is not listed among those online counts
    /// only while they play in public.
    pub(crate) is_online: bool,
    /// The public matches that they are playing.
    pub(crate) playing: Vec<MatchSummary>,
}

impl Actions {
    /// Follows a player.
    ///
    /// # Errors
    ///
    /// [`FollowError`].
    pub(crate) async fn follow(&self, by: &Player, other: PlayerId) -> Result<(), FollowError> {
        if by.guest {
            return Err(FollowError::Guest);
        }
        if other == by.id {
            return Err(FollowError::Oneself);
        }
        // Computer players are always online, and players who deleted their account have no page.
        if computer_players::level_of(other).is_some() || self.store.guest(other).await?.gone {
            return Err(FollowError::UnknownPlayer);
        }
        if self.store.blocked(by.id, other).await? {
            return Err(FollowError::Blocked);
        }
        let now = self.registry.now();
        let is_followed = self.store.follow(by.id, other, now, MAX_FOLLOWS).await?;
        if is_followed { Ok(()) } else { Err(FollowError::TooMany) }
    }

    /// Unfollows a player; false if they were not followed.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn unfollow(&self, by: PlayerId, other: PlayerId) -> Result<bool, StoreError> {
        self.store.unfollow(by, other).await
    }

    /// The players whom a player follows, in the order of following, without those who deleted
    /// their account.
    ///
    /// # Errors
    ///
    /// [`ReadError`].
    pub(crate) async fn followed_players(&self, by: PlayerId) -> Result<Vec<Followed>, ReadError> {
        let followed = self.store.follows(by).await?;
        let mut playing = self.cluster.public_matches_of(&followed, MAX_PLAYING).await?;
        let online = self.cluster.online_of(&followed).await?;
        let unlisted = self.store.unlisted_of(&followed).await?;
        let mut players = Vec::new();
        for player in self.players(&followed).await? {
            let id = player.id;
            let playing = playing.remove(&id).unwrap_or_default();
            let is_online = online.contains(&id);
            players.push(Followed {
                is_online: !playing.is_empty() || (is_online && !unlisted.contains(&id)),
                playing,
                player,
            });
        }
        Ok(players)
    }
}
