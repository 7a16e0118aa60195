//! The operator's settings of mail, from the flags.

use super::authorities::Authorities;
use super::server::MailServer;
use lettre::message::Mailbox;
use std::str::FromStr;
use std::time::Duration;

/// The sender of mail: an address, or a name with an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailSender(pub(super) Mailbox);

/// A text is no sender.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a sender such as yiguan@example.org or Yiguan <yiguan@example.org>")]
pub struct BadSender;

impl FromStr for MailSender {
    type Err = BadSender;

    fn from_str(text: &str) -> Result<Self, BadSender> {
        let sender: Mailbox = text.parse().map_err(|_| BadSender)?;
        // A line that ends in a name would begin another header.
        let is_plain = |text: &str| !text.chars().any(char::is_control);
        let name = sender.name.as_deref().unwrap_or_default();
        let address = sender.email.to_string();
        if address.is_ascii() && is_plain(name) && is_plain(&address) {
            Ok(Self(sender))
        } else {
            Err(BadSender)
        }
    }
}

/// How mail is sent.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The server that takes it.
    pub server: MailServer,
    /// The authorities for that server, if not those of the system.
    pub authorities: Option<Authorities>,
    /// The sender.
    pub sender: MailSender,
    /// The public address of this server, with which links begin; without a slash at its end.
    pub site: String,
    /// For how long notices are gathered into one mail.
    pub gathered: Duration,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sender_is_an_address_with_or_without_a_name() {
        for good in ["yiguan@example.org", "Yiguan 弈馆 <yiguan@example.org>"] {
            assert!(good.parse::<MailSender>().is_ok(), "{good}");
        }
        for bad in ["", "yiguan", "<>", "Yiguan <yiguan>", "a@example.org\r\nBcc: b@example.org"] {
            assert_eq!(bad.parse::<MailSender>(), Err(BadSender), "{bad:?}");
        }
    }
}
