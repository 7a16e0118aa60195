//! A forwarded socket of a match as it is opened once more, at the node that the match has moved to.

use super::Checked;
use crate::accounts::sockets::Pass;
use bytes::Bytes;
use domain::{MatchId, PlayerId};
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Method, Uri};
use std::net::IpAddr;

/// The key of the handshake, which proves nothing between two nodes.
const KEY: HeaderValue = HeaderValue::from_static("AAAAAAAAAAAAAAAAAAAAAA==");

/// The parameter that names the last event which a client has.
const SINCE: &str = "since=";

/// The headers of a node's own request for a socket.
pub(super) fn socket_headers() -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(header::SEC_WEBSOCKET_KEY, KEY);
    headers.insert(header::SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
    headers
}

/// The parts of a checked request for a socket that open it again. The new holder finds a credential that
/// has ended since among the last ones that the store has recorded, and ends the socket.
#[derive(Debug)]
pub(crate) struct Again {
    pub(super) match_id: MatchId,
    uri: Uri,
    protocol: Option<HeaderValue>,
    player: PlayerId,
    pass: Pass,
    client: IpAddr,
}

impl Again {
    /// That of a request for the socket of a match. Its texts are copied: those of the request are parts of
    /// the connection's read buffer, which would live as long as the socket.
    pub(crate) fn of(match_id: MatchId, request: &Checked) -> Self {
        let protocol = request.headers.get(header::SEC_WEBSOCKET_PROTOCOL);
        Self {
            match_id,
            uri: parsed(&request.uri.to_string(), &request.uri),
            protocol: protocol.and_then(|own| HeaderValue::from_bytes(own.as_bytes()).ok()),
            player: request.player,
            pass: request.pass,
            client: request.client,
        }
    }

    /// The last event that the client had when it opened the socket.
    pub(super) fn since(&self) -> Option<u32> {
        let parameters = self.uri.query()?.split('&');
        parameters.filter_map(|one| one.strip_prefix(SINCE)).next_back()?.parse().ok()
    }

    /// The request of a client that has the events up to a number, if it has any.
    pub(super) fn request(&self, since: Option<u32>) -> Checked {
        let mut headers = socket_headers();
        if let Some(protocol) = &self.protocol {
            headers.insert(header::SEC_WEBSOCKET_PROTOCOL, protocol.clone());
        }
        Checked {
            method: Method::GET,
            uri: self.uri_since(since),
            headers,
            body: Bytes::new(),
            player: self.player,
            pass: self.pass,
            client: self.client,
        }
    }

    fn uri_since(&self, since: Option<u32>) -> Uri {
        let others = self.uri.query().into_iter().flat_map(|query| query.split('&'));
        let mut parameters: Vec<String> =
            others.filter(|one| !one.starts_with(SINCE)).map(str::to_owned).collect();
        parameters.extend(since.map(|since| format!("{SINCE}{since}")));
        let begin = if parameters.is_empty() { "" } else { "?" };
        let uri = format!("{}{begin}{}", self.uri.path(), parameters.join("&"));
        parsed(&uri, &self.uri)
    }
}

/// An address of parts that were in the address `from` before, so that it can be parsed.
fn parsed(address: &str, from: &Uri) -> Uri {
    address.parse().unwrap_or_else(|_| from.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(uri: &'static str, had: Option<u32>, has: Option<u32>, expected: &str) {
        let again = Again {
            match_id: MatchId::hidden(),
            uri: Uri::from_static(uri),
            protocol: None,
            player: PlayerId::fresh(),
            pass: Pass::Guest,
            client: IpAddr::from([192, 0, 2, 1]),
        };
        assert_eq!(again.since(), had);
        assert_eq!(again.request(has).uri.to_string(), expected);
    }

    #[test]
    fn buffer_of_the_request_is_not_kept() {
        let (path, protocol) = (b"/ws/matches/1?since=3".to_vec(), b"yiguan".to_vec());
        let (path, protocol) = (Bytes::from(path), Bytes::from(protocol));
        let uri = Uri::from_maybe_shared(path.clone()).expect("an address");
        let mut request = Checked::own(Method::GET, uri);
        let value = HeaderValue::from_maybe_shared(protocol.clone()).expect("a value");
        request.headers.insert(header::SEC_WEBSOCKET_PROTOCOL, value);
        let again = Again::of(MatchId::hidden(), &request);
        drop(request);
        assert!(path.is_unique() && protocol.is_unique());
        let request = again.request(None);
        assert_eq!(request.headers[header::SEC_WEBSOCKET_PROTOCOL], "yiguan");
    }

    #[test]
    fn socket_continues_after_the_last_event() {
        check("/ws/matches/1", None, None, "/ws/matches/1");
        check("/ws/matches/1", None, Some(4), "/ws/matches/1?since=4");
        check("/ws/matches/1?since=3&legal=1", Some(3), Some(4), "/ws/matches/1?legal=1&since=4");
        check("/ws/matches/1?since=no", None, None, "/ws/matches/1");
    }
}
