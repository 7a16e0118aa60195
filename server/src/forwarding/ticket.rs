//! The ticket of a forwarded request: what the receiving node has checked, signed by the servers' key.
//!
//! The signature covers the ticket, and the method, the path and the body of the request that carries
//! it. A ticket is for one node and valid once, for five seconds by the clock of the database. Its text
//! has the fields in their order, separated by spaces, and then the signature.

use crate::accounts::identity::Signatures;
use crate::accounts::sockets::Pass;
use domain::{Moment, PlayerId};
use sha2::{Digest, Sha256};
use std::collections::{HashSet, VecDeque};
use std::net::IpAddr;

/// For how long a ticket is valid, and by how much it may come from the future, in milliseconds.
const VALID: u64 = 5_000;

/// The most tickets that are remembered: more than a node can answer while they are valid.
const MAX_SEEN: usize = 400_000;

/// The random number of a ticket.
type Nonce = u128;

/// The receiving node's findings about a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ticket {
    /// The number of the node that the request is for.
    pub(crate) target: i64,
    /// The player.
    pub(crate) player: PlayerId,
    /// The credential of the player.
    pub(crate) pass: Pass,
    /// The address of the client.
    pub(crate) client: IpAddr,
    /// When it was signed, by the clock of the database.
    pub(crate) at: Moment,
    nonce: Nonce,
}

/// The parts of a request that a ticket is signed with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Signed<'a> {
    /// The method.
    pub(crate) method: &'a str,
    /// The path with the query.
    pub(crate) path: &'a str,
    /// The body.
    pub(crate) body: &'a [u8],
}

/// Why a ticket is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BadTicket {
    /// There is none, or it does not read as one.
    #[error("no ticket")]
    Missing,
    /// The signature is not of these servers, or of another request.
    #[error("bad signature")]
    Signature,
    /// It is for another node.
    #[error("another node")]
    Target,
    /// It is too old, or from the future.
    #[error("not valid now")]
    Time,
    /// It came before.
    #[error("used before")]
    Used,
    /// It cannot be remembered that it came.
    #[error("too many")]
    TooMany,
}

impl Ticket {
    /// A ticket for a request.
    pub(crate) fn new(
        target: i64,
        player: PlayerId,
        pass: Pass,
        client: IpAddr,
        at: Moment,
    ) -> Self {
        Self { target, player, pass, client, at, nonce: rand::random() }
    }

    /// Its text for a request.
    pub(crate) fn sign(&self, signatures: &Signatures, request: Signed<'_>) -> String {
        let Self { target, player, pass, client, at, nonce } = self;
        let player = player.0.simple();
        let pass = match pass {
            Pass::Guest => "guest -".to_owned(),
            Pass::Session(id) => format!("session {}", id.0.simple()),
            Pass::Token(id) => format!("token {}", id.0.simple()),
        };
        let text = format!("{target} {player} {pass} {client} {} {nonce:x}", at.0);
        let signature = signatures.sign(&parts(request, &text, &digest(request)));
        format!("{text} {signature}")
    }

    /// Reads a text that was signed for exactly this request; its target, its time and whether it came
    /// before are yet to be checked.
    fn verify(signatures: &Signatures, request: Signed<'_>, text: &str) -> Result<Self, BadTicket> {
        let (text, signature) = text.rsplit_once(' ').ok_or(BadTicket::Missing)?;
        if !signatures.verify(&parts(request, text, &digest(request)), signature) {
            return Err(BadTicket::Signature);
        }
        Self::read(text).ok_or(BadTicket::Missing)
    }

    fn read(text: &str) -> Option<Self> {
        let mut fields = text.split(' ');
        let mut field = || fields.next();
        let target = field()?.parse().ok()?;
        let player = field()?.parse().ok()?;
        let pass = match (field()?, field()?) {
            ("guest", "-") => Pass::Guest,
            ("session", id) => Pass::Session(id.parse().ok()?),
            ("token", id) => Pass::Token(id.parse().ok()?),
            _ => return None,
        };
        let client = field()?.parse().ok()?;
        let at = Moment(field()?.parse().ok()?);
        let nonce = Nonce::from_str_radix(field()?, 16).ok()?;
        fields.next().is_none().then_some(Self { target, player, pass, client, at, nonce })
    }
}

fn digest(request: Signed<'_>) -> [u8; 32] {
    Sha256::digest(request.body).into()
}

fn parts<'a>(request: Signed<'a>, text: &'a str, digest: &'a [u8; 32]) -> [&'a [u8]; 4] {
    [request.method.as_bytes(), request.path.as_bytes(), digest, text.as_bytes()]
}

/// The tickets that came to this node while they are valid.
#[derive(Debug, Default)]
pub(crate) struct UsedTickets {
    nonces: HashSet<Nonce>,
    /// In the order in which they came, each with the moment from which it is refused as too old.
    until: VecDeque<(Moment, Nonce)>,
}

impl UsedTickets {
    /// Takes a ticket that came with a request to the node `own` at `now`.
    pub(crate) fn accept(
        &mut self,
        signatures: &Signatures,
        request: Signed<'_>,
        text: &str,
        own: i64,
        now: Moment,
    ) -> Result<Ticket, BadTicket> {
        let ticket = Ticket::verify(signatures, request, text)?;
        if ticket.target != own {
            return Err(BadTicket::Target);
        }
        if now.0.abs_diff(ticket.at.0) > VALID {
            return Err(BadTicket::Time);
        }
        while let Some((_, old)) = self.until.pop_front_if(|(until, _)| *until < now) {
            self.nonces.remove(&old);
        }
        if self.nonces.contains(&ticket.nonce) {
            return Err(BadTicket::Used);
        }
        if self.nonces.len() >= MAX_SEEN {
            return Err(BadTicket::TooMany);
        }
        self.nonces.insert(ticket.nonce);
        // One that was signed in the future by five seconds is valid for ten.
        self.until.push_back((now.after(2 * VALID), ticket.nonce));
        Ok(ticket)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::identity::Keys;
    use domain::{SessionId, TokenId};

    const OWN: i64 = 7;
    const NOW: Moment = Moment(1_760_000_000_000);
    const REQUEST: Signed<'_> =
        Signed { method: "PUT", path: "/api/matches/x/plan?a=1", body: b"{\"ply\":3}" };

    fn signatures() -> Signatures {
        Keys::new([3; 32], &[]).signatures()
    }

    fn ticket(pass: Pass) -> Ticket {
        let client = "2001:db8::7".parse().expect("an address");
        Ticket::new(OWN, PlayerId::fresh(), pass, client, NOW)
    }

    fn accept(request: Signed<'_>, text: &str, own: i64, now: Moment) -> Result<Ticket, BadTicket> {
        UsedTickets::default().accept(&signatures(), request, text, own, now)
    }

    #[test]
    fn ticket_of_each_credential_is_accepted_once() {
        let (session, token) = (SessionId(uuid::Uuid::now_v7()), TokenId(uuid::Uuid::now_v7()));
        for pass in [Pass::Guest, Pass::Session(session), Pass::Token(token)] {
            let (ticket, mut used) = (ticket(pass), UsedTickets::default());
            let text = ticket.sign(&signatures(), REQUEST);
            let mut accept = |now| used.accept(&signatures(), REQUEST, &text, OWN, now);
            assert_eq!(accept(NOW), Ok(ticket));
            assert_eq!(accept(NOW), Err(BadTicket::Used));
            assert_eq!(accept(NOW.after(VALID)), Err(BadTicket::Used));
            assert_eq!(accept(NOW.after(2 * VALID + 1)), Err(BadTicket::Time));
        }
    }

    #[test]
    fn ticket_is_refused_before_and_after_its_time() {
        let text = ticket(Pass::Guest).sign(&signatures(), REQUEST);
        for (now, is_valid) in [
            (NOW.0 - VALID, true),
            (NOW.0 - VALID - 1, false),
            (NOW.0 + VALID, true),
            (NOW.0 + VALID + 1, false),
        ] {
            assert_eq!(accept(REQUEST, &text, OWN, Moment(now)).is_ok(), is_valid, "{now}");
        }
    }

    #[test]
    fn ticket_of_another_request_is_refused() {
        let text = ticket(Pass::Guest).sign(&signatures(), REQUEST);
        for request in [
            Signed { method: "GET", ..REQUEST },
            Signed { path: "/api/matches/x/plan?a=2", ..REQUEST },
            Signed { body: b"{\"ply\":4}", ..REQUEST },
        ] {
            assert_eq!(accept(request, &text, OWN, NOW), Err(BadTicket::Signature), "{request:?}");
        }
    }

    #[test]
    fn ticket_for_another_node_is_refused() {
        let text = ticket(Pass::Guest).sign(&signatures(), REQUEST);
        assert_eq!(accept(REQUEST, &text, OWN + 1, NOW), Err(BadTicket::Target));
    }

    #[test]
    fn changed_or_foreign_ticket_is_refused() {
        let text = ticket(Pass::Guest).sign(&signatures(), REQUEST);
        for at in 0..text.len() {
            let mut changed = text.clone().into_bytes();
            changed[at] ^= 1;
            let changed = String::from_utf8_lossy(&changed).into_owned();
            assert!(accept(REQUEST, &changed, OWN, NOW).is_err(), "{changed}");
        }
        let foreign = ticket(Pass::Guest).sign(&Keys::new([4; 32], &[]).signatures(), REQUEST);
        assert_eq!(accept(REQUEST, &foreign, OWN, NOW), Err(BadTicket::Signature));
        for bad in ["", " ", "x"] {
            assert!(accept(REQUEST, bad, OWN, NOW).is_err());
        }
    }

    #[test]
    fn used_tickets_are_forgotten_when_they_are_too_old() {
        let mut used = UsedTickets::default();
        for second in 0..60 {
            let now = NOW.after(second * 1_000);
            let client = "192.0.2.1".parse().expect("an address");
            let ticket = Ticket::new(OWN, PlayerId::fresh(), Pass::Guest, client, now);
            let text = ticket.sign(&signatures(), REQUEST);
            assert!(used.accept(&signatures(), REQUEST, &text, OWN, now).is_ok());
            assert!(used.nonces.len() <= 12 && used.nonces.len() == used.until.len());
        }
    }
}
