//! The one session that every socket is served by, and the additions of a protocol.
//!
//! The session reads and parses frames, counts them, pings, passes on the operator's notices,
//! measures the lag, flushes once a turn, and closes the connection. A [`Protocol`] knows a
//! subject: it greets, answers requests, and passes on what happens. A session is one task; it
//! ends when its client leaves, breaks a limit or falls silent, or when its subject ends.

use super::end::End;
use super::idle::Due;
use super::link::{Incoming, Link, json};
use super::rate::Allowance;
use crate::metrics::metrics;
use domain::CommandId;
use protocol::BadMessage;
use serde::Serialize;
use serde_json::Number;
use std::convert::Infallible;

/// Refusals that every protocol has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// Too many messages.
    Rate,
    /// Not a message of the protocol.
    BadMessage,
}

/// The additions of one kind of socket to a session.
///
/// Whatever is fed to the link leaves at the end of the turn.
pub(super) trait Protocol: Send + Sync {
    /// The messages of clients.
    type Request: Send;
    /// The messages of the server.
    type Message: Serialize + Send + Sync;
    /// The events of the subject.
    type Update: Send;

    /// Reads a text frame.
    ///
    /// # Errors
    ///
    /// [`BadMessage`], which is answered by a refusal.
    fn parse(frame: &str) -> Result<Self::Request, BadMessage>;

    /// The refusal of a message, with the command's id where one could be read.
    fn refusal(&self, id: Option<CommandId>, fault: Fault) -> Self::Message;

    /// The answer to a ping.
    fn pong(t: Number, now: u64) -> Self::Message;

    /// Sends the first messages.
    fn greet(&mut self, link: &mut Link) -> impl Future<Output = Result<(), End>> + Send;

    /// Waits for the subject. Nothing is lost if the wait is given up.
    fn next(&mut self) -> impl Future<Output = Result<Self::Update, End>> + Send;

    /// Sends what happened.
    fn pass_on(
        &mut self,
        link: &mut Link,
        update: Self::Update,
    ) -> impl Future<Output = Result<(), End>> + Send;

    /// Answers a request.
    fn answer(
        &mut self,
        link: &mut Link,
        request: Self::Request,
    ) -> impl Future<Output = Result<(), End>> + Send;

    /// Whether the client's lag matters, so that it is pinged also while it is active.
    fn measures_lag(&self) -> bool {
        false
    }

    /// Sends whatever else has happened by the end of a turn, so that it leaves in the same write.
    fn finish_turn(&mut self, link: &mut Link) -> impl Future<Output = Result<(), End>> + Send;

    /// Unsubscribes before the connection is closed.
    fn leave(&mut self) -> impl Future<Output = ()> + Send;
}

/// Serves a connection until either side ends it.
pub(super) async fn serve<P: Protocol>(mut link: Link, mut protocol: P) {
    let Err(end) = talk(&mut link, &mut protocol).await;
    protocol.leave().await;
    link.close(end).await;
}

async fn talk<P: Protocol>(link: &mut Link, protocol: &mut P) -> Result<Infallible, End> {
    // Boxed, since it is done once and holds more than all the rest.
    Box::pin(protocol.greet(link)).await?;
    link.flush().await?;
    loop {
        tokio::select! {
            biased;
            update = protocol.next() => protocol.pass_on(link, update?).await?,
            incoming = link.receive() => {
                let incoming = incoming?;
                // After a standstill another node may have given the answer.
                if !link.is_certainly_awake() {
                    Box::pin(link.awake()).await?;
                }
                take_in(link, protocol, incoming).await?;
            }
        }
        protocol.finish_turn(link).await?;
        link.flush().await?;
    }
}

async fn take_in<P: Protocol>(
    link: &mut Link,
    protocol: &mut P,
    incoming: Incoming,
) -> Result<(), End> {
    match incoming {
        Incoming::Text(frame) => match P::parse(frame.as_str()) {
            Ok(request) => protocol.answer(link, request).await,
            Err(BadMessage { id }) => refuse_message(link, protocol, id).await,
        },
        Incoming::Binary => refuse_message(link, protocol, None).await,
        Incoming::Pong if link.finish_ping() => Ok(()),
        Incoming::Ping | Incoming::Pong => spend(link, protocol, 1, None).await.map(drop),
        Incoming::Close => Ok(()),
        Incoming::TooBig => {
            refuse(link, protocol, None, Fault::BadMessage).await?;
            Err(End::too_big())
        }
        Incoming::Order => link.apply_orders().await,
        Incoming::Elapsed(Due::Measure) if !protocol.measures_lag() => Ok(()),
        Incoming::Elapsed(Due::Measure | Due::Ping) => link.ping().await,
    }
}

/// Takes `cost` off the client's allowance of messages; false if it was used up, and the client
/// was sent a refusal.
pub(super) async fn spend<P: Protocol>(
    link: &mut Link,
    protocol: &P,
    cost: u32,
    id: Option<CommandId>,
) -> Result<bool, End> {
    let allowed = link.allows(Allowance::Messages, cost)?;
    if !allowed {
        refuse(link, protocol, id, Fault::Rate).await?;
    }
    Ok(allowed)
}

/// Refuses a message.
pub(super) async fn refuse<P: Protocol>(
    link: &mut Link,
    protocol: &P,
    id: Option<CommandId>,
    fault: Fault,
) -> Result<(), End> {
    metrics().count_nack(match fault {
        Fault::Rate => "rate",
        Fault::BadMessage => "bad_message",
    });
    link.feed(json(&protocol.refusal(id, fault))).await
}

/// Refuses an input that is not a message of the protocol, at the price of a message.
pub(super) async fn refuse_message<P: Protocol>(
    link: &mut Link,
    protocol: &P,
    id: Option<CommandId>,
) -> Result<(), End> {
    if spend(link, protocol, 1, id).await? {
        refuse(link, protocol, id, Fault::BadMessage).await?;
    }
    Ok(())
}

/// Answers a ping, at the price of a message.
pub(super) async fn pong<P: Protocol>(link: &mut Link, protocol: &P, t: Number) -> Result<(), End> {
    if spend(link, protocol, 1, None).await? {
        link.feed(json(&P::pong(t, link.now()))).await?;
    }
    Ok(())
}
