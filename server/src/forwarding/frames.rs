//! Where frames of a WebSocket begin in the bytes that a node forwards to a client, so that a close
//! frame can follow the last whole one when the holder is gone (RFC 6455, section 5.2).

/// The code of a close frame upon which a client reconnects and resumes.
const RESTART: u16 = 1_012;

const REASON: &[u8] = b"the match moves; reconnect and resume";

/// The opcode of a close frame.
const CLOSE: u8 = 8;

/// The place in the stream of frames of a server, which are not masked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Frames {
    place: Place,
    /// Whether a close frame has passed.
    is_closed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before a frame.
    Between,
    /// Before the length.
    Length,
    /// In a length of several bytes, of which so many are to come.
    LongLength { left: u8, length: u64 },
    /// In the payload, of which so many bytes are to come.
    Payload(u64),
}

impl Frames {
    /// Before the first frame.
    pub(super) const fn new() -> Self {
        Self { place: Place::Between, is_closed: false }
    }

    /// Somewhere in a frame.
    pub(super) const fn unknown() -> Self {
        Self { place: Place::Payload(u64::MAX), is_closed: false }
    }

    /// Follows the bytes of a server.
    pub(super) fn follow(&mut self, mut bytes: &[u8]) {
        while let Some((&first, rest)) = bytes.split_first() {
            self.place = match self.place {
                Place::Between => {
                    self.is_closed |= first & 0x0f == CLOSE;
                    Place::Length
                }
                Place::Length => match first & 0x7f {
                    126 => Place::LongLength { left: 2, length: 0 },
                    127 => Place::LongLength { left: 8, length: 0 },
                    length => Place::payload(length.into()),
                },
                Place::LongLength { left, length } => {
                    let length = length << 8 | u64::from(first);
                    match left {
                        0 | 1 => Place::payload(length),
                        left => Place::LongLength { left: left - 1, length },
                    }
                }
                Place::Payload(left) => {
                    let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX).min(left);
                    bytes = usize::try_from(length).map_or(&[], |length| &bytes[length..]);
                    self.place = Place::payload(left - length);
                    continue;
                }
            };
            bytes = rest;
        }
    }

    /// A close frame that can be sent now; none in the middle of a frame, or after a close frame.
    pub(super) fn close(&self) -> Option<Vec<u8>> {
        if self.place != Place::Between || self.is_closed {
            return None;
        }
        let length = u8::try_from(2 + REASON.len()).ok()?;
        let mut frame = vec![0x80 | CLOSE, length];
        frame.extend(RESTART.to_be_bytes());
        frame.extend(REASON);
        Some(frame)
    }
}

impl Place {
    const fn payload(length: u64) -> Self {
        if length == 0 { Self::Between } else { Self::Payload(length) }
    }
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
                frames.follow(&bytes[done..cut]);
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
        frames.follow(&own);
        assert_eq!(frames.close(), None);
    }
}
