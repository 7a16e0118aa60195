//! Why a connection ends, as the close frame that the client receives.
//!
//! Codes below 4000 are those of RFC 6455 and its registry, those above are this protocol's own
//! (docs/protocol.md). Clients decide by the code whether to reconnect, so a code keeps its
//! meaning; the reason is for people. A connection whose peer has vanished ends without a frame.

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes};
use tokio_tungstenite::tungstenite;
use tokio_tungstenite::tungstenite::error::ProtocolError;

/// Close codes; below 4000 those of RFC 6455 and its registry.
mod code {
    pub(super) const PROTOCOL: u16 = 1_002;
    pub(super) const NOT_UTF8: u16 = 1_007;
    pub(super) const POLICY: u16 = 1_008;
    pub(super) const TOO_BIG: u16 = 1_009;
    pub(super) const RESTART: u16 = 1_012;
    pub(super) const LAGGED: u16 = 4_008;
    pub(super) const IDLE: u16 = 4_009;
    pub(super) const SIGNED_OUT: u16 = 4_010;
}

/// Why a connection ends: the close frame to send, or nothing if the client cannot read it.
#[derive(Debug, PartialEq)]
pub(super) struct End(pub(super) Option<Message>);

impl End {
    /// The client has gone.
    pub(super) const GONE: Self = Self(None);

    const fn because(code: u16, reason: &'static str) -> Self {
        Self(Some(Message::Close(Some(CloseFrame {
            code,
            reason: Utf8Bytes::from_static(reason),
        }))))
    }

    /// The match's task or the server is stopping; the client reconnects and resumes.
    pub(super) const fn restart() -> Self {
        Self::because(code::RESTART, "the server restarts; reconnect and resume")
    }

    /// The client reads too slowly.
    pub(super) const fn lagged() -> Self {
        Self::because(code::LAGGED, "too far behind; reconnect and resume")
    }

    /// The client sends nothing, not even answers to pings.
    pub(super) const fn idle() -> Self {
        Self::because(code::IDLE, "nothing was heard for too long")
    }

    /// The client keeps sending more messages than it may.
    pub(super) const fn policy() -> Self {
        Self::because(code::POLICY, "too many messages")
    }

    /// An operator has banned the client.
    pub(super) const fn banned() -> Self {
        Self::because(code::POLICY, "banned for a time")
    }

    /// The session, the token or the guest's cookie that the socket was opened with has ended.
    pub(super) const fn signed_out() -> Self {
        Self::because(code::SIGNED_OUT, "its session or token has ended")
    }

    /// The client's frame was too large.
    pub(super) const fn too_big() -> Self {
        Self::because(code::TOO_BIG, "a frame has at most 4096 bytes")
    }

    /// The end that follows from an error of the transport: an invalid frame, or a lost connection.
    pub(super) fn of(error: axum::Error) -> Self {
        match error.into_inner().downcast_ref() {
            Some(tungstenite::Error::Capacity(_)) => Self::too_big(),
            Some(tungstenite::Error::Utf8(_)) => {
                Self::because(code::NOT_UTF8, "text frames are UTF-8")
            }
            Some(tungstenite::Error::Protocol(ProtocolError::ResetWithoutClosingHandshake)) => {
                Self::GONE
            }
            Some(tungstenite::Error::Protocol(_)) => {
                Self::because(code::PROTOCOL, "a frame is not as RFC 6455 has it")
            }
            _ => Self::GONE,
        }
    }
}
