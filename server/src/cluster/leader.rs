//! Which node leads: it alone pairs the seeks of all nodes.

/// The node that pairs the seeks, as this one knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// That is not known yet.
    Unknown,
    /// This server, for as long as it may write at all.
    Ours,
    /// Another one, by its number.
    Another(i64),
}
