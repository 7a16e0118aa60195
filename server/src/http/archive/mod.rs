//! Handlers for finished games: lists, records, pictures, the explorer and ratings.

pub(crate) mod encoding;
pub(crate) mod explorer;
pub(crate) mod file_name;
pub(crate) mod games;
pub(crate) mod ratings;
pub(crate) mod render_pool;
pub(crate) mod renders;
pub(crate) mod response_cache;
