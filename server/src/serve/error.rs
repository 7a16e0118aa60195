//! The reasons why a server cannot run.

use crate::computer::UnusableEngine;
use crate::moderation::word_filter::BadWords;
use crate::notifications::mail::{BadAuthorities, BadServer};
use std::net::SocketAddr;
use std::path::PathBuf;
use store::StoreError;

/// The server cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {error}")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// Why.
        error: std::io::Error,
    },
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file of keys cannot be used.
    #[error("cannot use {path}: {reason}")]
    Keys {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The mail server cannot be used; the text does not contain its login.
    #[error("cannot send mail: {0}")]
    Mail(#[from] BadMail),
    /// The list of words cannot be used.
    #[error("cannot use the words of {path}: {error}")]
    Words {
        /// The file.
        path: PathBuf,
        /// Why.
        error: BadWords,
    },
    /// The folder of the client has no page to begin with.
    #[error("cannot read {page}: {error}; `--static-dir` is the folder with the client's pages")]
    StaticDir {
        /// The missing page.
        page: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The operators' listener would be open to other machines.
    #[error("{0}")]
    OperatorPassword(String),
    /// Other servers would not know where to reach this one.
    #[error(
        "`--internal-bind {0}` is every address of this machine: name the one that other servers reach, as `--internal-address HOST:PORT`"
    )]
    InternalAddress(SocketAddr),
    /// Another server lives on the database, and this one would have no news of it.
    #[error(
        "another server, `{0}`, runs on this database: several servers need `--nats`, the address of the NATS over which they send each other news"
    )]
    NoNews(String),
    /// An engine cannot be used.
    #[error(transparent)]
    Engine(#[from] UnusableEngine),
    /// A critical task panicked.
    #[error("a part of the server failed; the log says which")]
    Failed,
    /// The system failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// The flags for mail do not fit together.
#[derive(Debug, thiserror::Error)]
pub enum BadMail {
    /// There is no sender.
    #[error("`--mail-server` needs `--mail-from`, the sender of what is sent")]
    NoSender,
    /// The links in mails would lead nowhere.
    #[error("`--mail-server` needs `--public-url`, with which the links in mails begin")]
    NoPublicUrl,
    /// There is a sender or a login, but no server.
    #[error("`{0}` needs `--mail-server`")]
    NoServer(&'static str),
    /// A file of the flags cannot be read.
    #[error("cannot read {path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The address or the login is wrong.
    #[error(transparent)]
    Server(#[from] BadServer),
    /// The certificates are wrong.
    #[error(transparent)]
    Authorities(#[from] BadAuthorities),
}
