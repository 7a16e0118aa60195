//! Names: which ones may be taken, and taking one.

use super::Actions;
use crate::accounts::AccountError;
use domain::Player;
use domain::names::{BadName, Name};
use domain::reserved::is_like_engine;
use std::sync::Arc;

/// A name that has no filtered word and is not like that of an engine. Whether it is free is decided
/// when it is taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AllowedName(Name);

impl AllowedName {
    pub(super) const fn name(&self) -> &Name {
        &self.0
    }
}

impl Actions {
    /// Decides whether a name may be used at all.
    ///
    /// # Errors
    ///
    /// [`BadName::Words`], [`AccountError::NameTaken`].
    pub(crate) fn allow_name(&self, name: Name) -> Result<AllowedName, AccountError> {
        if self.words.are_in(name.as_str()) {
            return Err(BadName::Words.into());
        }
        let mut engines = self.engines.entries().into_iter();
        if engines.any(|engine| is_like_engine(&name, &engine.name)) {
            return Err(AccountError::NameTaken);
        }
        Ok(AllowedName(name))
    }

    /// Gives a player a name or takes it away, and declares them to be a bot if `bot`, which cannot
    /// be undone. Their unfinished matches show it.
    ///
    /// # Errors
    ///
    /// [`AccountError`].
    pub(crate) async fn rename(
        &self,
        player: &Player,
        name: Option<Name>,
        bot: bool,
    ) -> Result<Arc<Player>, AccountError> {
        let now = self.registry.now();
        let name = match name {
            Some(name) => {
                let AllowedName(name) = self.allow_name(name)?;
                self.accounts.check_free(player.id, &name).await?;
                Some(name)
            }
            None => None,
        };
        if player.guest {
            self.store.set_name(player.id, name.as_ref().map(Name::as_str), now).await?;
        } else {
            self.accounts.rename(player.id, name.as_ref()).await?;
        }
        if bot && !player.bot {
            self.store.set_bot(player.id, now).await?;
        }
        let called = if player.guest { Player::guest_called } else { Player::registered };
        let renamed = Player { bot: bot || player.bot, ..called(player.id, name) };
        Ok(self.show_as(renamed).await)
    }

    /// Updates a player's name and kind in the matches that they are playing.
    pub(super) async fn show_as(&self, player: Player) -> Arc<Player> {
        let player = Arc::new(player);
        self.registry.rename(&player).await;
        self.cluster.announce_name(player.id);
        player
    }
}
