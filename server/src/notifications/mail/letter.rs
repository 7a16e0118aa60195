//! A mail as it is handed to the mail server.
//!
//! It is plain text in UTF-8, encoded so that every line is short ASCII. Its headers say that no
//! person wrote it, and, for all but the mail that confirms an address, how it is ended with one
//! click (RFC 8058).

use super::bundle::Bundle;
use super::settings::Settings;
use super::words;
use crate::metrics::{MailOutcome, metrics};
use crate::texts::Language;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use domain::{Moment, PlayerId};
use lettre::message::header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message, SinglePart};
use lettre::{Address, address::AddressError};
use sha2::Sha256;
use std::fmt;
use store::{Digest, MailAddress, StopCode};

/// The context that is digested with a secret that confirms an address.
const CONFIRMATION: &[u8] = b"yiguan mail 1";

/// A mail on its way, counted until it is settled.
pub(super) struct Letter {
    /// The player whose address it goes to.
    pub(super) player: PlayerId,
    /// The address as it is stored.
    pub(super) address: String,
    /// The same in the form for the mail server.
    pub(super) to: Address,
    /// The mail with its headers.
    pub(super) message: Vec<u8>,
    /// Until when its notices were taken from the store, if they come from there.
    pub(super) taken_until: Option<Moment>,
    outcome: Option<MailOutcome>,
}

// Written by hand, since the content of a mail must not appear in a log.
impl fmt::Debug for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Letter").field("player", &self.player).finish_non_exhaustive()
    }
}

impl Letter {
    /// The same of notices taken from the store until then.
    pub(super) const fn taken_until(mut self, until: Moment) -> Self {
        self.taken_until = Some(until);
        self
    }

    /// Counts what became of it.
    pub(super) fn settle(mut self, outcome: MailOutcome) {
        self.outcome = Some(outcome);
    }
}

// However it ends, it is counted once.
impl Drop for Letter {
    fn drop(&mut self) {
        metrics().record_mail_settled();
        metrics().count_mail(self.outcome.unwrap_or(MailOutcome::Dropped));
    }
}

/// A mail could not be put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a mail cannot be put together")]
pub(super) struct Unwritten;

impl From<AddressError> for Unwritten {
    fn from(_: AddressError) -> Self {
        Self
    }
}

impl From<lettre::error::Error> for Unwritten {
    fn from(_: lettre::error::Error) -> Self {
        Self
    }
}

/// A new secret that confirms an address, of 128 bits.
pub(super) fn new_secret() -> String {
    BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 16]>())
}

/// The digest of a secret that confirms an address.
pub(crate) fn confirmation_code(secret: &str) -> Digest {
    use sha2::Digest as _;
    Sha256::new().chain_update(CONFIRMATION).chain_update(secret).finalize().into()
}

/// The secret in a link that ends all notices; `None` if it is none.
pub(crate) fn stop_code(text: &str) -> Option<StopCode> {
    BASE64_URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()
}

/// The mail that asks for the confirmation of an address.
pub(super) fn confirmation(
    settings: &Settings,
    address: &MailAddress,
    secret: &str,
) -> Result<Letter, Unwritten> {
    let language = Language::of_code(&address.language);
    let link = format!("{}/mail/confirm#{secret}", settings.site);
    let subject = words::confirm_subject(language);
    letter(settings, address, subject, words::confirm(language, &link), None)
}

/// The mail with a player's notices.
pub(super) fn notices(
    settings: &Settings,
    address: &MailAddress,
    bundle: &Bundle,
) -> Result<Letter, Unwritten> {
    let language = Language::of_code(&address.language);
    let Settings { site, .. } = settings;
    let games = format!("{site}/people/me");
    let stop = format!("{site}/mail/off?t={}", BASE64_URL_SAFE_NO_PAD.encode(address.stop));
    let Bundle { lines, more, .. } = bundle;
    let subject = words::subject(language, lines, *more);
    let text = words::text(language, lines, *more, site, &games, &stop);
    letter(settings, address, &subject, text, Some(&stop))
}

fn letter(
    settings: &Settings,
    address: &MailAddress,
    subject: &str,
    text: String,
    stop: Option<&str>,
) -> Result<Letter, Unwritten> {
    let from = settings.sender.0.clone();
    let to: Address = address.address.parse()?;
    let id = format!("<{}@{}>", uuid::Uuid::new_v4(), from.email.domain());
    let header = |name, value: &str| {
        HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
    };
    let mut message = Message::builder()
        .from(from)
        .to(Mailbox::new(None, to.clone()))
        .subject(subject)
        .message_id(Some(id))
        .date_now()
        .raw_header(header("Auto-Submitted", "auto-generated"));
    if let Some(stop) = stop {
        message = message
            .raw_header(header("List-Unsubscribe", &format!("<{stop}>")))
            .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
    }
    let part = SinglePart::builder()
        .header(ContentType::TEXT_PLAIN)
        .header(ContentTransferEncoding::Base64)
        .body(text);
    let message = message.singlepart(part)?.formatted();
    metrics().record_mail_waiting();
    Ok(Letter {
        player: address.player,
        address: address.address.clone(),
        to,
        message,
        taken_until: None,
        outcome: None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::server::MailServer;
    use super::*;
    use domain::{MatchId, Moment, NotificationKind};
    use std::time::Duration;
    use store::MailNotification;

    fn settings() -> Settings {
        Settings {
            authorities: None,
            server: MailServer::read("smtp://localhost", None).expect("it is one"),
            sender: "Yiguan 弈馆 <yiguan@example.org>".parse().expect("it is one"),
            site: "https://play.example.org".to_owned(),
            gathered: Duration::ZERO,
        }
    }

    fn address(language: &str) -> MailAddress {
        MailAddress {
            player: PlayerId::fresh(),
            address: "li@example.org".to_owned(),
            language: language.to_owned(),
            kinds: NotificationKind::ALL.into_iter().collect(),
            created_at: Moment(0),
            confirmed_at: Some(Moment(0)),
            refused_at: None,
            stop: [7; 16],
        }
    }

    fn bundle(opponent: &str, lines: usize, more: usize) -> Bundle {
        let line = |_| MailNotification {
            kind: NotificationKind::Turn,
            game: "xiangqi".into(),
            of: MatchId::fresh(),
            opponent: Some(opponent.into()),
        };
        Bundle { lines: (0..lines).map(line).collect(), more }
    }

    /// The headers, and the text as it was before it was encoded.
    fn read(letter: Letter) -> (String, String) {
        let message = String::from_utf8(letter.message.clone()).expect("it is ASCII");
        letter.settle(MailOutcome::Sent);
        assert!(message.is_ascii() && message.lines().all(|line| line.len() < 998), "{message}");
        let (head, body) = message.split_once("\r\n\r\n").expect("a head and a body");
        let body = base64::prelude::BASE64_STANDARD.decode(body.replace("\r\n", ""));
        let body = String::from_utf8(body.expect("base64")).expect("UTF-8");
        (head.to_owned(), body.replace("\r\n", "\n"))
    }

    #[test]
    fn mail_is_marked_automatic_and_can_be_ended() {
        let bundle = bundle("李白", 1, 0);
        let (head, body) = read(notices(&settings(), &address("en"), &bundle).expect("a mail"));
        let stop = "https://play.example.org/mail/off?t=BwcHBwcHBwcHBwcHBwcHBw";
        for line in [
            "To: li@example.org",
            "Auto-Submitted: auto-generated",
            &format!("List-Unsubscribe: <{stop}>"),
            "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
            "Content-Type: text/plain; charset=utf-8",
        ] {
            assert!(head.lines().any(|found| found == line), "{line} in {head}");
        }
        assert!(head.contains("@example.org>\r\n") && head.contains("\r\nDate: "), "{head}");
        let link = format!("https://play.example.org/m/{}", bundle.lines[0].of);
        let begins = format!("Your turn in Xiangqi against 李白\n{link}\n\n-- \n");
        assert!(body.starts_with(&begins) && body.contains(stop), "{body}");
        assert_eq!(stop_code("BwcHBwcHBwcHBwcHBwcHBw"), Some([7; 16]));
        assert_eq!(stop_code("BwcHBwcHBwcHBwcHBwcH"), None);
    }

    #[test]
    fn name_cannot_add_a_header() {
        for name in [
            "a\r\nBcc: du@example.org",
            "a\nBcc: du@example.org\n\nhello",
            "李\u{2028}Bcc: 白",
            "\u{0}\u{7f}\u{85}",
            "=?utf-8?q?=0ABcc:?=",
            &"長".repeat(500),
        ] {
            let bundle = bundle(name, 1, 0);
            let (head, body) = read(notices(&settings(), &address("en"), &bundle).expect("a mail"));
            let names = |line: &str| line.split_once(':').map(|(name, _)| name.to_owned());
            let begin = head.lines().filter(|line| !line.starts_with([' ', '\t'])).map(names);
            let expected = [
                "From",
                "To",
                "Subject",
                "Message-ID",
                "Date",
                "Auto-Submitted",
                "List-Unsubscribe",
                "List-Unsubscribe-Post",
                "MIME-Version",
                "Content-Type",
                "Content-Transfer-Encoding",
            ];
            let mut begin: Vec<_> = begin.map(Option::unwrap_or_default).collect();
            begin.sort();
            let mut expected = expected.map(str::to_owned);
            expected.sort();
            assert_eq!(begin, expected, "{head}");
            assert!(!body.lines().any(|line| line.starts_with("Bcc")), "{body}");
        }
    }

    #[test]
    fn several_games_are_one_mail_in_the_readers_language() {
        for (language, subject, rest) in [
            ("en", "5 games are waiting for you", "More games: 3"),
            ("zh", "有 5 局棋在等你", "还有 3 局"),
            ("ja", "5局で手番などのお知らせがあります", "ほかに3局"),
        ] {
            let bundle = bundle("Du", 2, 3);
            let known = Language::of_code(language);
            assert_eq!(words::subject(known, &bundle.lines, bundle.more), subject);
            let (_, body) =
                read(notices(&settings(), &address(language), &bundle).expect("a mail"));
            assert!(body.contains(rest), "{body}");
            assert_eq!(body.matches("https://play.example.org/m/").count(), 2);
        }
    }

    #[test]
    fn a_confirmation_has_a_link_and_nothing_else() {
        for language in ["en", "zh", "ja"] {
            let secret = new_secret();
            let letter = confirmation(&settings(), &address(language), &secret).expect("a mail");
            let (head, body) = read(letter);
            assert!(!head.contains("List-") && !body.contains("/mail/off"), "{head} {body}");
            let link = format!("\nhttps://play.example.org/mail/confirm#{secret}\n");
            assert!(body.contains(&link), "{body}");
        }
        assert_ne!(confirmation_code(&new_secret()), confirmation_code(&new_secret()));
    }

    #[test]
    fn a_mail_is_shown_in_no_log() {
        let letter = confirmation(&settings(), &address("en"), "secret").expect("a mail");
        let shown = format!("{letter:?} {:?}", address("en"));
        assert!(!shown.contains("example") && !shown.contains("secret"), "{shown}");
    }
}
