//! The beginnings of frames of a WebSocket in the bytes that a node forwards, and as far as which event of a
//! match they reach: so that a close frame can follow the last whole one when the holder is gone, or the
//! frames of another holder when the match has moved (RFC 6455, section 5.2).

/// The code of a close frame upon which a client reconnects and resumes.
const RESTART: u16 = 1_012;

const REASON: &[u8] = b"the match moves; reconnect and resume";

/// The opcodes of a text frame and of a close frame.
const TEXT: u8 = 1;
const CLOSE: u8 = 8;

/// The bytes of a masked frame's key, between its length and its payload.
const MASK: u64 = 4;

/// The bytes of a text frame that are looked at: its kind and its number are among the first.
const HEAD: usize = 48;

/// The place in the stream of frames of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Frames {
    place: Place,
    /// Whether a close frame has begun.
    is_closed: bool,
    head: Head,
    seen: Seen,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before a frame.
    Between,
    /// Before the length.
    Length,
    /// In a length of several bytes, of which so many are to come.
    LongLength { left: u8, length: u64, mask: u64 },
    /// In the payload, of which so many bytes are to come.
    Payload(u64),
}

/// The first bytes of a text frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Head {
    bytes: [u8; HEAD],
    length: usize,
    is_text: bool,
}

/// How far the events of a match have come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Seen {
    /// The number of the last event that the client has.
    event: Option<u32>,
    /// The number of which the `welcome` spoke: a snapshot that follows is as of it.
    welcome: Option<u32>,
}

impl Frames {
    /// Before the first frame to a client that has the events up to a number, if it has any.
    pub(super) const fn after(event: Option<u32>) -> Self {
        let head = Head { bytes: [0; HEAD], length: 0, is_text: false };
        Self { place: Place::Between, is_closed: false, head, seen: Seen { event, welcome: None } }
    }

    /// Before the first frame.
    pub(super) const fn new() -> Self {
        Self::after(None)
    }

    /// Somewhere in a frame.
    pub(super) const fn unknown() -> Self {
        Self { place: Place::Payload(u64::MAX), ..Self::new() }
    }

    /// Follows bytes as far as the first close frame; returns how many these are.
    pub(super) fn follow(&mut self, bytes: &[u8]) -> usize {
        let mut rest = bytes;
        while let Some((&first, after)) = rest.split_first() {
            if self.is_closed {
                break;
            }
            self.place = match self.place {
                Place::Between if first & 0x0f == CLOSE => {
                    self.is_closed = true;
                    break;
                }
                Place::Between => {
                    self.head.length = 0;
                    self.head.is_text = first & 0x0f == TEXT;
                    Place::Length
                }
                Place::Length => {
                    let mask = if first & 0x80 == 0 { 0 } else { MASK };
                    match first & 0x7f {
                        126 => Place::LongLength { left: 2, length: 0, mask },
                        127 => Place::LongLength { left: 8, length: 0, mask },
                        length => self.enter(u64::from(length) + mask),
                    }
                }
                Place::LongLength { left, length, mask } => {
                    let length = length << 8 | u64::from(first);
                    match left {
                        0 | 1 => self.enter(length.saturating_add(mask)),
                        left => Place::LongLength { left: left - 1, length, mask },
                    }
                }
                Place::Payload(left) => {
                    let length = u64::try_from(rest.len()).unwrap_or(u64::MAX).min(left);
                    let (some, after) =
                        rest.split_at(usize::try_from(length).unwrap_or(rest.len()));
                    self.head.add(some);
                    rest = after;
                    self.place = self.enter(left - length);
                    continue;
                }
            };
            rest = after;
        }
        bytes.len() - rest.len()
    }

    /// The place with so many bytes of a payload to come.
    fn enter(&mut self, length: u64) -> Place {
        if length > 0 {
            return Place::Payload(length);
        }
        self.seen.take(&self.head);
        Place::Between
    }

    /// Whether the next byte begins a frame, and no close frame has begun.
    pub(super) fn is_between(&self) -> bool {
        self.place == Place::Between && !self.is_closed
    }

    /// Whether a close frame has begun.
    pub(super) const fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Continues without the close frame that has begun, which nobody received.
    pub(super) const fn reopen(&mut self) {
        self.is_closed = false;
    }

    /// The number of the last event of a match that has passed as a whole, or in a snapshot.
    pub(super) const fn last_event(&self) -> Option<u32> {
        self.seen.event
    }

    /// A close frame that can be sent now; none in the middle of a frame, or after a close frame.
    pub(super) fn close(&self) -> Option<Vec<u8>> {
        if !self.is_between() {
            return None;
        }
        let length = u8::try_from(2 + REASON.len()).ok()?;
        let mut frame = vec![0x80 | CLOSE, length];
        frame.extend(RESTART.to_be_bytes());
        frame.extend(REASON);
        Some(frame)
    }
}

impl Head {
    fn add(&mut self, bytes: &[u8]) {
        let room = &mut self.bytes[self.length..];
        let added = room.len().min(bytes.len());
        room[..added].copy_from_slice(&bytes[..added]);
        self.length += added;
    }

    /// The frame's `seq`, if it begins with a text.
    fn seq_of(&self, begin: &str) -> Option<u32> {
        let rest = self.text()?.strip_prefix(begin)?;
        let (_, number) = rest.split_once("\"seq\":")?;
        // A number that is cut off is none.
        let (number, _) = number.split_once([',', '}'])?;
        number.parse().ok()
    }

    fn text(&self) -> Option<&str> {
        let bytes = &self.bytes[..self.length];
        let valid = std::str::from_utf8(bytes);
        let end = valid.map_or_else(|error| error.valid_up_to(), str::len);
        std::str::from_utf8(&bytes[..end]).ok().filter(|_| self.is_text)
    }
}

impl Seen {
    /// Takes a whole frame.
    fn take(&mut self, head: &Head) {
        if let Some(seq) = head.seq_of("{\"type\":\"event\",") {
            *self = Self { event: Some(seq), welcome: None };
        } else if let Some(seq) = head.seq_of("{\"type\":\"welcome\",") {
            self.welcome = Some(seq);
        } else if head.text().is_some_and(|text| text.starts_with("{\"type\":\"snapshot\","))
            && let Some(seq) = self.welcome.take()
        {
            self.event = Some(seq);
        }
    }
}

/// Whether a close frame of a server, as far as it was received, has the client reconnect.
pub(super) fn is_restart(frame: &[u8]) -> bool {
    frame.get(2..4) == Some(&RESTART.to_be_bytes())
}

/// The bytes of a server's close frame that are still to come, after those of `frame`.
pub(super) fn left_of_close(frame: &[u8]) -> usize {
    let length = frame.get(1).map_or(2, |&length| 2 + usize::from(length & 0x7f));
    length.saturating_sub(frame.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A frame of a server with so many bytes of payload.
    fn frame(opcode: u8, length: usize) -> Vec<u8> {
        let mut frame = vec![0x80 | opcode];
        match u16::try_from(length) {
            Ok(short) if short < 126 => frame.push(u8::try_from(short).expect("it is short")),
            Ok(middle) => {
                frame.push(126);
                frame.extend(middle.to_be_bytes());
            }
            Err(_) => {
                frame.push(127);
                frame.extend((length as u64).to_be_bytes());
            }
        }
        frame.extend(std::iter::repeat_n(0x88, length));
        frame
    }

    proptest! {
        #[test]
        fn boundaries_are_known_however_bytes_arrive(
            lengths in prop::collection::vec(
                prop_oneof![0_usize..4, 120_usize..130, 65_530_usize..65_540], 0..4),
            cuts in prop::collection::vec(0_usize..140_000, 0..6),
        ) {
            let mut bytes = Vec::new();
            let mut boundaries = vec![0];
            for length in lengths {
                bytes.extend(frame(1, length));
                boundaries.push(bytes.len());
            }
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut % (bytes.len() + 1)).collect();
            cuts.push(bytes.len());
            cuts.sort_unstable();
            let (mut frames, mut done) = (Frames::new(), 0);
            for cut in cuts {
                prop_assert_eq!(frames.follow(&bytes[done..cut]), cut - done);
                done = cut;
                prop_assert_eq!(frames.close().is_some(), boundaries.contains(&cut));
            }
        }
    }

    #[test]
    fn nothing_follows_a_close_frame() {
        let mut frames = Frames::new();
        let own = frames.close().expect("nothing was sent");
        assert_eq!(own.len(), 2 + usize::from(own[1]));
        let all = [&frame(1, 3)[..], &own].concat();
        assert_eq!(frames.follow(&all), 5, "as far as the close frame");
        assert_eq!((frames.close(), frames.is_closed()), (None, true));
        assert!(is_restart(&own));
        let left = [0, 1, 2, own.len()].map(|received| left_of_close(&own[..received]));
        assert_eq!(left, [2, 1, own.len() - 2, 0], "the length comes second");
        frames.reopen();
        assert_eq!(frames.close(), Some(own));
    }

    /// A masked frame of a client.
    #[test]
    fn masked_frame_ends_after_its_key_and_payload() {
        let mut frames = Frames::new();
        frames.follow(b"\x81\x82keyshi\x81\x80keys");
        assert!(frames.is_between());
        frames.follow(b"\x81\x82keysh");
        assert!(!frames.is_between());
    }

    fn text(text: &str) -> Vec<u8> {
        let mut bytes = frame(1, text.len());
        let begin = bytes.len() - text.len();
        bytes[begin..].copy_from_slice(text.as_bytes());
        bytes
    }

    #[track_caller]
    fn check_last_event(since: Option<u32>, texts: &[&str], expected: Option<u32>) {
        let mut frames = Frames::after(since);
        // However the bytes arrive.
        for byte in texts.iter().flat_map(|some| text(some)) {
            frames.follow(&[byte]);
        }
        assert_eq!(frames.last_event(), expected, "{texts:?}");
    }

    #[test]
    fn last_event_is_that_of_an_event_or_a_snapshot() {
        const WELCOME: &str = r#"{"type":"welcome","seat":"second","seq":40,"now":1}"#;
        const SNAPSHOT: &str = r#"{"type":"snapshot","id":"0198c1f0-5a2b-7c3d-8e4f-0123456789ab"}"#;
        check_last_event(None, &[], None);
        check_last_event(Some(7), &[WELCOME], Some(7));
        check_last_event(None, &[WELCOME, SNAPSHOT], Some(40));
        check_last_event(Some(7), &[WELCOME, r#"{"type":"event","seq":8,"at":1}"#], Some(8));
        // One that was asked for later is as new as the events, or newer.
        check_last_event(None, &[WELCOME, SNAPSHOT, SNAPSHOT], Some(40));
        // Neither answers nor texts of players count.
        let ack = r#"{"type":"ack","id":"c1","seq":41}"#;
        check_last_event(Some(7), &[ack, r#"{"type":"notice","text":"\"seq\":9,"}"#], Some(7));
    }

    #[test]
    fn cut_off_number_is_none() {
        let long = format!(r#"{{"type":"event","name":"{}","seq":12345,"at":1}}"#, "a".repeat(12));
        check_last_event(Some(7), &[&long], Some(7));
    }

    /// The messages of the protocol, as the server writes them.
    #[test]
    fn samples_of_the_protocol_are_read() {
        let samples = include_str!("../../../tests/protocol/server.json");
        let samples: Vec<serde_json::Value> = serde_json::from_str(samples).expect("JSON");
        for sample in samples {
            let message: protocol::ServerMessage =
                serde_json::from_value(sample.clone()).expect("a message");
            let written = serde_json::to_string(&message).expect("it is written");
            let is_event = sample["type"] == "event";
            let seq = sample["seq"].as_u64().and_then(|seq| u32::try_from(seq).ok());
            check_last_event(None, &[&written], seq.filter(|_| is_event));
        }
    }
}
