//! How a change of an analysis tree is stored: one JSON object in the column of its payload.
//!
//! Field names and `kind` words are part of the format and must not change; a new field needs a
//! default, so that rows without it still read. `values` describes the parts that records
//! share, `check_version` refuses texts of a newer program.

use super::super::CodecError;
use super::check_version;
use super::values::PlayerData;
use domain::{Change, Moment, PlayerId, TreeChange};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A change of a tree.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename = "change")]
pub(in crate::codec) struct ChangeRecord<'a> {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    v: Option<u32>,
    seq: u32,
    at: u64,
    by: PlayerData<'a>,
    #[serde(flatten)]
    change: ChangeData<'a>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum ChangeData<'a> {
    Added {
        node: u32,
        parent: u32,
        #[serde(rename = "move")]
        action: Cow<'a, str>,
    },
    Noted {
        node: u32,
        text: Cow<'a, str>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<PlayerId>,
    },
    Deleted {
        node: u32,
    },
    Promoted {
        node: u32,
    },
    Cleared,
    Locked {
        on: bool,
    },
}

impl<'a> From<&'a TreeChange> for ChangeRecord<'a> {
    fn from(TreeChange { seq, at, by, change }: &'a TreeChange) -> Self {
        let change = match change {
            Change::Added { node, parent, action } => {
                ChangeData::Added { node: *node, parent: *parent, action: Cow::Borrowed(action) }
            }
            Change::Noted { node, text, of } => {
                ChangeData::Noted { node: *node, text: Cow::Borrowed(text), of: *of }
            }
            Change::Deleted { node } => ChangeData::Deleted { node: *node },
            Change::Promoted { node } => ChangeData::Promoted { node: *node },
            Change::Cleared => ChangeData::Cleared,
            Change::Locked { on } => ChangeData::Locked { on: *on },
        };
        Self { v: None, seq: *seq, at: at.0, by: by.into(), change }
    }
}

impl ChangeRecord<'_> {
    /// The change it is.
    pub(in crate::codec) fn read(self) -> Result<TreeChange, CodecError> {
        check_version(self.v)?;
        let change = match self.change {
            ChangeData::Added { node, parent, action } => {
                Change::Added { node, parent, action: action.into() }
            }
            ChangeData::Noted { node, text, of } => Change::Noted { node, text: text.into(), of },
            ChangeData::Deleted { node } => Change::Deleted { node },
            ChangeData::Promoted { node } => Change::Promoted { node },
            ChangeData::Cleared => Change::Cleared,
            ChangeData::Locked { on } => Change::Locked { on },
        };
        Ok(TreeChange { seq: self.seq, at: Moment(self.at), by: self.by.into(), change })
    }
}
