//! The operator's mail server, as the flags give it.
//!
//! ```text
//! smtps://user:password@mail.example.org        encrypted from the start, port 465
//! smtp://user:password@mail.example.org         encrypted by STARTTLS, port 587
//! smtp://localhost:25                           this machine: not encrypted
//! smtp://mail:25?tls=none                       not encrypted, by the operator's choice
//! smtp://localhost:587?tls=starttls             this machine, but encrypted
//! ```
//!
//! User and password are percent-encoded, or come from a file instead. Nothing here is ever shown:
//! the errors do not repeat the text.

use percent_encoding::percent_decode_str;
use std::fmt;
use std::net::IpAddr;
use url::Url;

/// How the connection is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encryption {
    /// From the start.
    Always,
    /// By STARTTLS, which the server has to offer.
    StartTls,
    /// Not at all.
    None,
}

/// The clients that the server admits.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Login {
    pub(super) user: String,
    pub(super) password: String,
}

/// A server that takes mail from this one.
#[derive(Clone, PartialEq, Eq)]
pub struct MailServer {
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) encryption: Encryption,
    pub(super) login: Option<Login>,
}

/// The flags describe no mail server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadServer {
    /// It is not an address of that kind.
    #[error("the mail server is given as smtps://user:password@host or smtp://host:port")]
    Address,
    /// Something follows that is not known.
    #[error("after the host of the mail server only `?tls=none` or `?tls=starttls` is possible")]
    Rest,
    /// `smtps` is always encrypted.
    #[error("smtps:// is always encrypted; `?tls=…` is for smtp://")]
    Contradiction,
    /// There is a user without a password, or the reverse.
    #[error("the mail server's address needs a user and a password, or neither")]
    HalfLogin,
    /// Both the address and the file have a login.
    #[error("the login at the mail server is in its address and in the file; remove one")]
    TwoLogins,
    /// The file does not consist of two lines.
    #[error("the file with the login at the mail server has two lines: the user and the password")]
    File,
}

// Written by hand, since a password must not appear in a log.
impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Login").finish_non_exhaustive()
    }
}

impl fmt::Debug for MailServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailServer")
            .field("host", &self.host)
            .field("port", &self.port)
            .field("encryption", &self.encryption)
            .finish_non_exhaustive()
    }
}

impl MailServer {
    /// Reads the address of a mail server, and the text of a file with the login there, if there is
    /// one.
    ///
    /// # Errors
    ///
    /// [`BadServer`], which does not repeat any of it.
    pub fn read(address: &str, file: Option<&str>) -> Result<Self, BadServer> {
        let url = Url::parse(address.trim()).map_err(|_| BadServer::Address)?;
        let host = url.host_str().filter(|host| !host.is_empty()).ok_or(BadServer::Address)?;
        let host = host.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || ".-:_".contains(c);
        if !host.chars().all(is_plain) {
            return Err(BadServer::Address);
        }
        if !matches!(url.path(), "" | "/") || url.fragment().is_some() {
            return Err(BadServer::Rest);
        }
        let said = match url.query() {
            None => None,
            Some("tls=none") => Some(Encryption::None),
            Some("tls=starttls") => Some(Encryption::StartTls),
            Some(_) => return Err(BadServer::Rest),
        };
        let (encryption, usual) = match (url.scheme(), said) {
            ("smtps", Some(_)) => return Err(BadServer::Contradiction),
            ("smtps", None) => (Encryption::Always, 465),
            ("smtp", Some(said)) => (said, 587),
            ("smtp", None) if is_own(&host) => (Encryption::None, 587),
            ("smtp", None) => (Encryption::StartTls, 587),
            _ => return Err(BadServer::Address),
        };
        let port = url.port().unwrap_or(usual);
        let login = match (in_address(&url)?, file) {
            (Some(_), Some(_)) => return Err(BadServer::TwoLogins),
            (login, None) => login,
            (None, Some(file)) => Some(in_file(file)?),
        };
        Ok(Self { host, port, encryption, login })
    }
}

/// Whether it is this machine.
fn is_own(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn in_address(url: &Url) -> Result<Option<Login>, BadServer> {
    let decoded = |text: &str| {
        percent_decode_str(text).decode_utf8().map(String::from).map_err(|_| BadServer::Address)
    };
    match (url.username(), url.password()) {
        ("", None) => Ok(None),
        ("", Some(_)) | (_, None) => Err(BadServer::HalfLogin),
        (user, Some(password)) => {
            Ok(Some(Login { user: decoded(user)?, password: decoded(password)? }))
        }
    }
}

fn in_file(text: &str) -> Result<Login, BadServer> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    match lines.as_slice() {
        [user, password] if !user.is_empty() && !password.is_empty() => {
            Ok(Login { user: (*user).to_owned(), password: (*password).to_owned() })
        }
        _ => Err(BadServer::File),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(
        address: &str,
        host: &str,
        port: u16,
        encryption: Encryption,
        login: Option<(&str, &str)>,
    ) {
        let server = MailServer::read(address, None).expect("it is one");
        let login = login
            .map(|(user, password)| Login { user: user.to_owned(), password: password.to_owned() });
        assert_eq!(server, MailServer { host: host.to_owned(), port, encryption, login });
    }

    #[test]
    fn a_server_is_read_from_its_address() {
        let login = Some(("me@example.org", "p:w/d"));
        check(
            "smtps://me%40example.org:p%3Aw%2Fd@Mail.example.org",
            "mail.example.org",
            465,
            Encryption::Always,
            login,
        );
        check("smtp://mail.example.org", "mail.example.org", 587, Encryption::StartTls, None);
        check(
            "smtp://mail.example.org:2525/",
            "mail.example.org",
            2525,
            Encryption::StartTls,
            None,
        );
        check("smtp://mail:25?tls=none", "mail", 25, Encryption::None, None);
        check("smtp://localhost:25", "localhost", 25, Encryption::None, None);
        check("smtp://127.0.0.1:25", "127.0.0.1", 25, Encryption::None, None);
        check("smtp://localhost?tls=starttls", "localhost", 587, Encryption::StartTls, None);
        check("smtp://[::1]:25", "::1", 25, Encryption::None, None);
        check("smtps://localhost", "localhost", 465, Encryption::Always, None);
    }

    #[test]
    fn malformed_server_is_reported_without_its_secrets() {
        for (address, file, error) in [
            ("", None, BadServer::Address),
            ("mail.example.org", None, BadServer::Address),
            ("mail.example.org:25", None, BadServer::Address),
            ("https://mail.example.org", None, BadServer::Address),
            ("smtp://", None, BadServer::Address),
            ("smtp://mail example.org", None, BadServer::Address),
            ("smtp://mail.example.org:99999", None, BadServer::Address),
            ("smtp://mail.example.org/inbox", None, BadServer::Rest),
            ("smtp://mail.example.org?tls=maybe", None, BadServer::Rest),
            ("smtps://mail.example.org?tls=none", None, BadServer::Contradiction),
            ("smtps://mail.example.org?tls=starttls", None, BadServer::Contradiction),
            ("smtps://secret@mail.example.org", None, BadServer::HalfLogin),
            ("smtps://:secret@mail.example.org", None, BadServer::HalfLogin),
            ("smtps://a:secret@mail.example.org", Some("a\nsecret"), BadServer::TwoLogins),
            ("smtps://mail.example.org", Some("secret"), BadServer::File),
            ("smtps://mail.example.org", Some("a\n\nsecret"), BadServer::File),
            ("smtps://mail.example.org", Some(""), BadServer::File),
        ] {
            let refused = MailServer::read(address, file);
            assert_eq!(refused, Err(error), "{address} {file:?}");
            assert!(!error.to_string().contains("secret"));
        }
    }

    #[test]
    fn the_login_comes_from_a_file_and_is_not_shown() {
        let server = MailServer::read("smtps://mail.example.org", Some("me\nse cret\r\n"));
        let server = server.expect("it is one");
        let login = server.login.as_ref().expect("there is one");
        assert_eq!((&*login.user, &*login.password), ("me", "se cret"));
        let shown = format!("{server:?} {login:?}");
        assert!(!shown.contains("cret") && !shown.contains("me\""), "{shown}");
    }
}
