//! The protocol of going over a stored game together. `docs/protocol.md` describes every message;
//! `tests/protocol/analysis_*.json` have a sample of each.

use super::bad_message::{BadMessage, read};
use super::room::PlayerView;
use super::schema::{CommandIdText, PlayerIdText, RuleWord, SideWord};
use super::shape::Shapes;
use super::text::{maybe_word, words};
use domain::{CommandId, PlayerId, TreeChange};
use engine::{Rule, Side};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use utoipa::ToSchema;

/// What a client says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AnalysisRequest {
    /// Adds actions, one after another; those that are there already are walked along.
    Add {
        /// The client's id for the command.
        #[schema(value_type = CommandIdText)]
        id: CommandId,
        /// Where they are tried.
        node: u32,
        /// The actions in the game's notation.
        moves: Vec<String>,
    },
    /// Says something of a node, in place of what the same person said there before.
    Note {
        /// The client's id for the command.
        #[schema(value_type = CommandIdText)]
        id: CommandId,
        /// Of which node.
        node: u32,
        /// What; an empty text takes it back.
        text: String,
        /// Whose note is taken back, if it is somebody else's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<PlayerIdText>)]
        of: Option<PlayerId>,
    },
    /// Removes a variation with all that follows.
    Delete {
        /// The client's id for the command.
        #[schema(value_type = CommandIdText)]
        id: CommandId,
        /// Its first node.
        node: u32,
    },
    /// Puts a variation before its siblings.
    Promote {
        /// The client's id for the command.
        #[schema(value_type = CommandIdText)]
        id: CommandId,
        /// Its first node.
        node: u32,
    },
    /// Says whether only the players may change anything.
    Lock {
        /// The client's id for the command.
        #[schema(value_type = CommandIdText)]
        id: CommandId,
        /// Whether.
        on: bool,
    },
    /// Shows the others where one looks.
    Look {
        /// At which node.
        node: u32,
    },
    /// Shows the others what one has drawn on a position, in place of what one drew before.
    Draw {
        /// On the position of which node.
        node: u32,
        /// All of it; nothing wipes it.
        shapes: Shapes,
    },
    /// Asks for an answer with the server's time.
    Ping {
        /// The client's own mark, given back as it came.
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

/// What the server says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AnalysisMessage {
    /// The first frame.
    Welcome {
        /// Who the client is.
        player: PlayerView,
        /// The seat it had in the game.
        #[serde(with = "maybe_word")]
        #[schema(value_type = Option<SideWord>, required)]
        seat: Option<Side>,
        /// The last change so far.
        seq: u32,
        /// The server's time.
        now: u64,
        /// The version of the client that the server's pages are of.
        #[schema(value_type = String)]
        client: Cow<'static, str>,
    },
    /// All there is, but for the notes that follow.
    Tree(Box<TreeView>),
    /// More notes of the tree that was just sent, of which there may be several parts.
    Notes {
        /// What was said.
        notes: Vec<NoteView>,
    },
    /// Something changed.
    Change(ChangeFrame),
    /// A command's changes are on disk.
    Ack {
        /// The client's id for the command.
        #[schema(value_type = CommandIdText)]
        id: CommandId,
        /// Its first change, or the last so far if there was nothing to change.
        seq: u32,
    },
    /// A command was refused; nothing changed.
    Nack {
        /// The client's id for the command, where one could be read.
        #[schema(value_type = Option<CommandIdText>, required)]
        id: Option<CommandId>,
        /// Why.
        code: AnalysisNack,
        /// With `illegal`, the rule that forbids the action.
        #[serde(with = "maybe_word", default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = RuleWord, required = false)]
        rule: Option<Rule>,
        /// With `illegal`, the points that matter.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Vec<String>, required = false)]
        squares: Option<Vec<String>>,
        /// The last change so far.
        seq: u32,
    },
    /// Somebody looks at a node; not kept.
    Looked {
        /// Who.
        player: PlayerView,
        /// At which.
        node: u32,
    },
    /// Somebody has drawn arrows and circles; not kept.
    Drawn {
        /// Who.
        player: PlayerView,
        /// On the position of which node.
        node: u32,
        /// All that they have drawn there.
        shapes: Shapes,
    },
    /// Somebody came or went.
    Readers {
        /// How many connections there are.
        count: u32,
    },
    /// The answer to a ping.
    Pong {
        /// The client's mark.
        #[schema(value_type = f64)]
        t: serde_json::Number,
        /// The server's time.
        now: u64,
    },
}

words! {
    /// Why a command was refused.
    AnalysisNack {
        /// The rules forbid the action.
        Illegal = "illegal",
        /// There is no such node any more.
        Stale = "stale",
        /// Another's, the game's own, or the players have locked the tree.
        NotAllowed = "not_allowed",
        /// The tree, or what is said of one node, is as large as it may be.
        Full = "full",
        /// The store is away; try again.
        Busy = "busy",
        /// Too many messages; slow down.
        Rate = "rate",
        /// Not a message of the protocol.
        BadMessage = "bad_message",
    }
}

/// A change with its number, time and author.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ChangeFrame {
    /// Its number for the game, from 1, without gaps.
    pub seq: u32,
    /// When it was made.
    pub at: u64,
    /// By whom.
    pub by: PlayerView,
    /// What changed.
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

/// What can change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Change {
    /// An action was tried.
    Added {
        /// The number of the new node.
        node: u32,
        /// Where it was tried.
        parent: u32,
        /// The action.
        #[serde(rename = "move")]
        action: Box<str>,
    },
    /// Something was said, or taken back if the text is empty.
    Noted {
        /// Of which node.
        node: u32,
        /// What.
        text: Box<str>,
        /// Whose note it was, if not the author's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = PlayerIdText, required = false)]
        of: Option<PlayerId>,
    },
    /// A variation was removed with all that follows.
    Deleted {
        /// Its first node.
        node: u32,
    },
    /// A variation was put before its siblings.
    Promoted {
        /// Its first node.
        node: u32,
    },
    /// The players keep the tree for themselves, or open it again.
    Locked {
        /// Whether they keep it.
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
            Domain::Locked { on } => Self::Locked { on },
        }
    }
}

/// A whole tree. The nodes 0 (the start) to `plies` are the game's own and not listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TreeView {
    /// The last change it holds.
    pub seq: u32,
    /// How many actions the game has.
    pub plies: u32,
    /// Whether only the players may change it.
    pub locked: bool,
    /// What was tried: parents before children, siblings in their order.
    pub nodes: Vec<NodeView>,
    /// What was said.
    pub notes: Vec<NoteView>,
}

/// The bytes of notes that are sent in one frame, about.
const NOTES_AT_ONCE: usize = 64 << 10;

impl TreeView {
    /// The tree with the first of its notes, and the others in parts: a tree of before there was a
    /// bound may have more of them than a socket takes in one frame.
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

/// An action that was tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NodeView {
    /// Its number.
    pub node: u32,
    /// Where it was tried.
    pub parent: u32,
    /// The action.
    #[serde(rename = "move")]
    pub action: Box<str>,
    /// By whom.
    pub by: PlayerView,
}

/// What somebody said of a node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NoteView {
    /// Of which.
    pub node: u32,
    /// Who.
    pub by: PlayerView,
    /// What.
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
    fn what_is_no_request_keeps_the_id_that_can_be_read() {
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
