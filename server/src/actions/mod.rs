//! Use cases, one module each. An action checks the policy first, then changes the state, then
//! notifies those concerned. Whoever acts for a player, such as a handler, a socket or the server
//! itself, calls the same action, so that each rule stands in one function.
//!
//! An action knows neither requests nor responses: its arguments are parsed, and its errors are
//! small types that [`request`](crate::request) translates. The cost of a request is bounded before
//! an action is called.

mod block;
mod challenge;
mod chat;
mod create_match;
mod credentials;
mod decline;
mod erase;
mod export_account;
mod follow;
mod game_facts;
mod idle_guests;
mod join;
mod known;
mod live;
mod mail;
mod moderate;
mod online;
mod plan;
mod players;
mod preview;
mod profile;
mod push;
mod rated;
mod read_archive;
mod read_match;
mod read_ratings;
mod register;
mod rename;
mod report;
mod seek;
#[cfg(test)]
mod tests;
mod token;
mod unread;
mod vacation;

pub(crate) use block::BlockError;
pub(crate) use challenge::ChallengeError;
pub(crate) use chat::CannotChat;
pub(crate) use create_match::{CreateMatchError, NewMatch, Opponent};
pub(crate) use credentials::SignInLink;
pub(crate) use decline::DeclineError;
pub(crate) use follow::{FollowError, Followed};
pub(crate) use game_facts::GameFacts;
pub(crate) use join::JoinMatchError;
pub(crate) use live::NotLive;
pub(crate) use mail::MailError;
pub(crate) use moderate::{Reported, ReportedCase, SEARCHED_GAMES};
pub(crate) use online::{Online, OnlinePlayer};
pub(crate) use plan::PlanError;
pub(crate) use preview::Preview;
pub(crate) use push::subscription_id;
pub(crate) use rated::CannotRate;
pub(crate) use read_archive::GamePage;
pub(crate) use read_match::ReadError;
pub(crate) use register::{PasskeyAnswer, Registered};
pub(crate) use rename::AllowedName;
pub(crate) use report::{NewReport, ReportError, ReportOrigin, Subject};
pub(crate) use seek::{NewSeek, NewSeekError};
pub(crate) use token::TokenError;
pub(crate) use unread::Unread;

use crate::accounts::Accounts;
use crate::accounts::identity::Masks;
use crate::accounts::sockets::OpenSockets;
use crate::accounts::tokens::Tokens;
use crate::addresses::Limiter;
use crate::analysis::Analyses;
use crate::cluster::Cluster;
use crate::computer::Engines;
use crate::feed::Feed;
use crate::leaders::Leaders;
use crate::live::Registry;
use crate::lobby::Lobby;
use crate::matchmaking::Matchmaker;
use crate::moderation::orders::AdminOrders;
use crate::moderation::word_filter::Words;
use crate::notifications::Notices;
use crate::notifications::mail::Mail;
use crate::notifications::push::Reach;
use crate::presence::Presence;
use crate::runtime::Runtime;
use crate::store_health::HEARTBEAT;
use bytes::Bytes;
use idle_guests::SWEEP;
use std::sync::Arc;
use store::Database;

/// Starts the use cases that the server carries out by itself.
pub(crate) fn start(runtime: &Runtime, actions: Actions) -> Arc<Actions> {
    let actions = Arc::new(actions);
    let erase = Arc::clone(&actions).remove_erased(runtime.every(HEARTBEAT));
    runtime.add("removal of deleted players", erase);
    let idle_guests = Arc::clone(&actions).remove_idle_guests(runtime.every(SWEEP));
    runtime.add("removal of idle guests", idle_guests);
    actions
}

/// The parts of a running server that actions read and change.
#[derive(Debug)]
pub(crate) struct Actions {
    pub(crate) store: Database,
    pub(crate) registry: Arc<Registry>,
    pub(crate) presence: Arc<Presence>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) cluster: Arc<Cluster>,
    pub(crate) matchmaker: Arc<Matchmaker>,
    pub(crate) notices: Notices,
    pub(crate) engines: Arc<Engines>,
    /// The catalogue of games and computer players as JSON, written once.
    pub(crate) catalogue: Bytes,
    pub(crate) orders: Arc<AdminOrders>,
    pub(crate) words: Arc<Words>,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) feed: Arc<Feed>,
    pub(crate) leaders: Arc<Leaders>,
    /// The means of sending mail, if the operator has a mail server.
    pub(crate) mail: Option<Arc<Mail>>,
    /// The push services that may be sent to.
    pub(crate) reach: Reach,
    /// The limits of rates.
    pub(crate) limiter: Arc<Limiter>,
    /// The masks of addresses that reports come from.
    pub(crate) masks: Masks,
    pub(crate) analyses: Arc<Analyses>,
    pub(crate) tokens: Arc<Tokens>,
    pub(crate) sockets: Arc<OpenSockets>,
}

/// This node is draining: the matches that run continue, and no others begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the server is draining")]
pub(crate) struct Draining;

/// Proof that this node begins new matches and seeks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Admission(());

impl Actions {
    /// The catalogue of games and computer players as JSON.
    pub(crate) fn catalogue(&self) -> Bytes {
        self.catalogue.clone()
    }

    /// Whether this node begins new matches and seeks.
    ///
    /// # Errors
    ///
    /// [`Draining`].
    pub(crate) fn admit(&self) -> Result<Admission, Draining> {
        if self.orders.is_draining() { Err(Draining) } else { Ok(Admission(())) }
    }
}
