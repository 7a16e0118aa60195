//! Handlers for the current player and their account: registration, sign-in, credentials, notification
//! channels, export and deletion.

pub(crate) mod api_tokens;
pub(crate) mod confirmation;
pub(crate) mod current_player;
pub(crate) mod data_export;
pub(crate) mod device_links;
pub(crate) mod mail;
pub(crate) mod mail_links;
pub(crate) mod passkeys;
pub(crate) mod player_search;
pub(crate) mod profile;
pub(crate) mod push;
pub(crate) mod registration;
pub(crate) mod sessions;
