//! The labels of the metrics. Every value of a label is known from the start, so that each series
//! exists at 0 before the first event that it counts.

use engine::words;

/// One label with its value.
pub(super) type Label = [(&'static str, &'static str); 1];

/// The values of labels that other modules define.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labels {
    /// The ids of the games in the catalogue.
    pub games: Vec<&'static str>,
    /// The codes with which sockets refuse a command.
    pub nacks: Vec<&'static str>,
}

words! {
    /// A kind of request; the kinds differ in how long their responses take.
    pub RequestKind {
        /// Below `/api/`.
        Api = "api",
        /// A socket, until it is open.
        Socket = "socket",
        /// A part of pages.
        File = "file",
        /// A page.
        Page = "page",
    }
}

words! {
    /// The outcome of a notification for a player whose page is closed.
    pub PushOutcome {
        /// The push service took it.
        Delivered = "delivered",
        /// The subscription no longer exists.
        Gone = "gone",
        /// The push service refused it for good.
        Refused = "refused",
        /// Every attempt failed.
        Failed = "failed",
        /// A queue was full.
        Dropped = "dropped",
    }
}

words! {
    /// The outcome of a mail, or of notifications that would have been one.
    pub MailOutcome {
        /// The mail server took it.
        Sent = "sent",
        /// The mail server refused it for good.
        Refused = "refused",
        /// The address does not exist.
        NoAddress = "no_address",
        /// Every attempt failed.
        Failed = "failed",
        /// A queue was full, the database did not answer, or the server stopped.
        Dropped = "dropped",
        /// The player had a page open.
        Present = "present",
        /// The player has received as many as one day allows.
        Limited = "limited",
    }
}

words! {
    /// The outcome of news that nodes send each other.
    pub NewsOutcome {
        /// It came and made a reading due.
        Received = "received",
        /// It came, and others before it had not.
        Gap = "gap",
        /// It was not signed by these servers.
        Refused = "refused",
        /// It was of another version.
        Foreign = "foreign",
        /// It had come before, or one after it had.
        Late = "late",
        /// Its sender is not among the servers known to be there.
        Unknown = "unknown",
        /// The queue of those to send was full.
        Dropped = "dropped",
    }
}

/// Every class of HTTP status.
pub(super) const STATUSES: [&str; 6] = ["1xx", "2xx", "3xx", "4xx", "429", "5xx"];

/// The class of a status; 429 is one of its own.
pub(super) const fn status_class(status: u16) -> &'static str {
    match status {
        100..200 => "1xx",
        200..300 => "2xx",
        300..400 => "3xx",
        429 => "429",
        400..500 => "4xx",
        _ => "5xx",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_has_a_declared_class() {
        for status in 0..=u16::MAX {
            assert!(STATUSES.contains(&status_class(status)), "{status}");
        }
        assert_eq!((status_class(429), status_class(404)), ("429", "4xx"));
    }
}
