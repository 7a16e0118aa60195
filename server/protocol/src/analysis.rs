//! The protocol for analysing a stored game together. `docs/protocol.md` describes every message;
//! `tests/protocol/analysis_*.json` have a sample of each.

use super::bad_message::{BadMessage, read};
use super::match_summary::PlayerView;
use super::schema::{CommandIdText, PlayerIdText, RuleWord, SideWord};
use super::shape::Shapes;
use super::text::{maybe_word, on_the_wire};
use domain::{CommandId, PlayerId, TreeChange};
use engine::{Rule, Side, words};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use utoipa::ToSchema;

/// A message from a client.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AnalysisRequest {
    /// Adds a line of actions; nodes that exist already are reused.
    Add {
        /// The client's id for the command.
        #[schema(value_type = CommandIdText)]
        id: CommandId,
        /// The node to which they are added.
        node: u32,
        /// The actions in the game's notation.
        moves: Vec<String>,
    },
    /// Writes a note on a node, replacing the same person's earlier one.
    Note {
        /// The client's id for the command.
        #[schema(value_type = CommandIdText)]
        id: CommandId,
        /// The node.
        node: u32,
        /// The text; an empty one deletes the note.
        text: String,
        /// The author of the note to delete, if it is not one's own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<PlayerIdText>)]
        of: Option<PlayerId>,
    },
    /// Deletes a variation with everything that follows.
    Delete {
        /// The client's id for the command.
        #[schema(value_type = CommandIdText)]
        id: CommandId,
        /// The first node of the variation.
        node: u32,
    },
    /// Moves a variation before its siblings.
    Promote {
        /// The client's id for the command.
        #[schema(value_type = CommandIdText)]
        id: CommandId,
        /// The first node of the variation.
        node: u32,
    },
    /// Sets whether only the players may change the tree.
    Lock {
        /// The client's id for the command.
        #[schema(value_type = CommandIdText)]
        id: CommandId,
        /// True if only the players may.
        on: bool,
    },
    /// Shows the others which node this client is looking at.
    Look {
        /// The node.
        node: u32,
    },
    /// Shows the others what this client has drawn on a position, replacing its earlier drawing.
    Draw {
        /// The node of the position.
        node: u32,
        /// The whole drawing; an empty list erases it.
        shapes: Shapes,
    },
    /// Requests a `pong` with the server's time.
    Ping {
        /// A number chosen by the client, returned unchanged.
        #[schema(value_type = f64)]
        t: serde_json::Number,
    },
}

impl AnalysisRequest {
    /// Reads a frame.
    ///
    /// # Errors
    ///
    /// [`BadMessage`] if it is not JSON, of an unknown type, or lacks a field.
    pub fn parse(frame: &str) -> Result<Self, BadMessage> {
        read(frame)
    }
}

/// A message from the server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AnalysisMessage {
    /// The first frame.
    Welcome {
        /// The client's player.
        player: PlayerView,
        /// The seat that the client had in the game.
        #[serde(with = "maybe_word")]
        #[schema(value_type = Option<SideWord>, required)]
        seat: Option<Side>,
        /// The number of the last change.
        seq: u32,
        /// The server's time.
        now: u64,
        /// The version of the client that the server serves.
        #[schema(value_type = String)]
        client: Cow<'static, str>,
    },
    /// The whole tree, except for notes that follow.
    Tree(Box<TreeView>),
    /// Further notes of the tree just sent; there may be several parts.
    Notes {
        /// The notes.
        notes: Vec<NoteView>,
    },
    /// A change to the tree.
    Change(ChangeFrame),
    /// A command's changes are stored.
    Ack {
        /// The client's id for the command.
        #[schema(value_type = CommandIdText)]
        id: CommandId,
        /// The number of its first change, or of the last change so far if nothing changed.
        seq: u32,
    },
    /// A command was rejected; nothing changed.
    Nack {
        /// The client's id for the command, if it could be read.
        #[schema(value_type = Option<CommandIdText>, required)]
        id: Option<CommandId>,
        /// The reason.
        code: AnalysisNack,
        /// With `illegal`, the rule that forbids the action.
        #[serde(with = "maybe_word", default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = RuleWord, required = false)]
        rule: Option<Rule>,
        /// With `illegal`, the points concerned.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Vec<String>, required = false)]
        squares: Option<Vec<String>>,
        /// The number of the last change.
        seq: u32,
    },
    /// A person is looking at a node; not stored.
    Looked {
        /// The person.
        player: PlayerView,
        /// The node.
        node: u32,
    },
    /// A person has drawn arrows and circles; not stored.
    Drawn {
        /// The person.
        player: PlayerView,
        /// The node of the position.
        node: u32,
        /// Everything that they have drawn there.
        shapes: Shapes,
    },
    /// The number of connections has changed.
    Readers {
        /// The number of connections.
        count: u32,
    },
    /// The answer to `ping`.
    Pong {
        /// The client's number.
        #[schema(value_type = f64)]
        t: serde_json::Number,
        /// The server's time.
        now: u64,
    },
}

words! {
    /// Why a command was rejected.
    pub AnalysisNack {
        /// The rules forbid the action.
        Illegal = "illegal",
        /// There is no such node, or not any more.
        Stale = "stale",
        /// The node belongs to another player or to the game, or the players have locked the tree.
        NotAllowed = "not_allowed",
        /// The tree, or the notes on a node, have reached their maximum size.
        Full = "full",
        /// The store is unavailable; try again.
        Busy = "busy",
        /// Too many messages; slow down.
        Rate = "rate",
        /// Not a message of the protocol.
        BadMessage = "bad_message",
    }
}

on_the_wire!(AnalysisNack);

/// A change with its number, time and author.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ChangeFrame {
    /// Its number for the game, from 1, without gaps.
    pub seq: u32,
    /// When it was made.
    pub at: u64,
    /// The author.
    pub by: PlayerView,
    /// The change itself.
    #[serde(flatten)]
    pub change: Change,
}

impl ChangeFrame {
    /// The text of the frame, serialised once for all readers of a tree.
    #[must_use]
    pub fn into_text(self) -> String {
        serde_json::to_string(&AnalysisMessage::Change(self))
            .expect("changes hold nothing JSON cannot say")
    }
}

impl From<TreeChange> for ChangeFrame {
    fn from(TreeChange { seq, at, by, change }: TreeChange) -> Self {
        Self { seq, at: at.0, by: by.into(), change: change.into() }
    }
}

/// The kinds of changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Change {
    /// An action was added.
    Added {
        /// The number of the new node.
        node: u32,
        /// Its parent node.
        parent: u32,
        /// The action.
        #[serde(rename = "move")]
        action: Box<str>,
    },
    /// A note was written, or deleted if the text is empty.
    Noted {
        /// The node.
        node: u32,
        /// The text.
        text: Box<str>,
        /// The author of the note, if not the author of the change.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = PlayerIdText, required = false)]
        of: Option<PlayerId>,
    },
    /// A variation was deleted with everything that follows.
    Deleted {
        /// The first node of the variation.
        node: u32,
    },
    /// A variation was moved before its siblings.
    Promoted {
        /// The first node of the variation.
        node: u32,
    },
    /// An operator removed everything that was added to the game.
    Cleared,
    /// The players locked the tree, or unlocked it.
    Locked {
        /// Whether it is locked.
        on: bool,
    },
}

impl From<domain::Change> for Change {
    fn from(change: domain::Change) -> Self {
        use domain::Change as Domain;
        match change {
            Domain::Added { node, parent, action } => Self::Added { node, parent, action },
            Domain::Noted { node, text, of } => Self::Noted { node, text, of },
            Domain::Deleted { node } => Self::Deleted { node },
            Domain::Promoted { node } => Self::Promoted { node },
            Domain::Cleared => Self::Cleared,
            Domain::Locked { on } => Self::Locked { on },
        }
    }
}

/// A whole tree. Nodes 0 (the start) to `plies` are those of the game itself and are not listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TreeView {
    /// The number of the last change it contains.
    pub seq: u32,
    /// The number of actions of the game.
    pub plies: u32,
    /// Whether only the players may change it.
    pub locked: bool,
    /// The added nodes: parents before children, siblings in their order.
    pub nodes: Vec<NodeView>,
    /// The notes.
    pub notes: Vec<NoteView>,
}

/// The approximate number of bytes of notes sent in one frame.
const NOTES_AT_ONCE: usize = 64 << 10;

impl TreeView {
    /// The tree with the first of its notes, and the others in parts, since all of them may be more
    /// than fits into one frame.
    #[must_use]
    pub fn into_parts(mut self) -> (Self, Vec<Vec<NoteView>>) {
        let mut parts: Vec<Vec<NoteView>> = vec![Vec::new()];
        let mut bytes = 0;
        for note in std::mem::take(&mut self.notes) {
            bytes += note.text.len();
            match parts.last_mut() {
                Some(part) if bytes <= NOTES_AT_ONCE || part.is_empty() => part.push(note),
                _ => {
                    bytes = note.text.len();
                    parts.push(vec![note]);
                }
            }
        }
        self.notes = parts.remove(0);
        (self, parts)
    }
}

/// An action that was added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NodeView {
    /// Its number.
    pub node: u32,
    /// Its parent node.
    pub parent: u32,
    /// The action.
    #[serde(rename = "move")]
    pub action: Box<str>,
    /// The author.
    pub by: PlayerView,
}

/// A note on a node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NoteView {
    /// The node.
    pub node: u32,
    /// The person.
    pub by: PlayerView,
    /// The text.
    pub text: Box<str>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_of_many_notes_is_told_in_parts_that_fit_a_frame() {
        let by = PlayerView::from(domain::Player::guest(PlayerId::fresh()));
        // As many and as long as there could be before there was a bound.
        let text: Box<str> = "\u{2070e}".repeat(500).into();
        let note = |node| NoteView { node, by: by.clone(), text: text.clone() };
        let notes: Vec<NoteView> = (0..4_000).map(note).collect();
        let tree = TreeView { seq: 9, plies: 1, locked: false, nodes: Vec::new(), notes };
        let (first, rest) = tree.clone().into_parts();
        let parts = std::iter::once(&first.notes).chain(&rest);
        for part in parts.clone() {
            let frame = AnalysisMessage::Notes { notes: part.clone() };
            assert!(serde_json::to_string(&frame).expect("it is JSON").len() < 1 << 20);
        }
        let together: Vec<NoteView> = parts.flatten().cloned().collect();
        assert_eq!(together, tree.notes);
        let small = TreeView { notes: Vec::new(), ..tree };
        assert_eq!(small.clone().into_parts(), (small, Vec::new()));
    }

    #[test]
    fn malformed_request_keeps_a_readable_id() {
        for (frame, id) in [
            (r#"{"type":"note","id":"c0","node":"?"}"#, Some("c0")),
            (r#"{"type":"walk","id":"c0"}"#, Some("c0")),
            (r#"["c0"]"#, None),
            (r#"["delete",{"id":"c0","node":1}]"#, None),
            ("", None),
        ] {
            let id = id.map(|id| id.parse().expect("an id"));
            assert_eq!(AnalysisRequest::parse(frame), Err(BadMessage { id }), "{frame}");
        }
    }
}
