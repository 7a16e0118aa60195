//! Addresses for mail as people type them.
//!
//! ```text
//!  Li.Bai@Example.org  →  Li.Bai@example.org, shown as L…@e…e.org
//! ```
//!
//! Only plain ASCII is accepted, without quotes, comments or a literal address of the network, so
//! that one address is one text and every mail server can take it. A domain in other letters is
//! typed in its `xn--` form.

use lettre::Address;

/// The most bytes of an address (RFC 5321).
const MAX_ADDRESS_BYTES: usize = 254;

/// A text that is no address mail can be sent to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an address such as name@example.org, in plain letters")]
pub struct BadAddress;

/// An address as it is stored: trimmed, with its domain in lower case.
///
/// # Errors
///
/// [`BadAddress`].
pub(crate) fn checked(typed: &str) -> Result<String, BadAddress> {
    let typed = typed.trim();
    let plain = |c: char| c.is_ascii_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-@".contains(c);
    if typed.len() > MAX_ADDRESS_BYTES || !typed.chars().all(plain) {
        return Err(BadAddress);
    }
    let (user, domain) = typed.split_once('@').ok_or(BadAddress)?;
    let domain = domain.to_ascii_lowercase();
    let label = |label: &str| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        !label.is_empty() && label.len() <= 63 && label.chars().all(is_plain)
    };
    let labels: Vec<&str> = domain.split('.').collect();
    let is_name = labels.iter().any(|label| label.chars().any(|c| c.is_ascii_alphabetic()));
    if labels.len() < 2 || !labels.iter().all(|part| label(part)) || !is_name {
        return Err(BadAddress);
    }
    Address::new(user, &domain).map_err(|_| BadAddress)?;
    Ok(format!("{user}@{domain}"))
}

/// An address as it is shown: enough for its owner to recognise, too little for others.
pub(crate) fn masked(address: &str) -> String {
    let (user, domain) = address.split_once('@').unwrap_or((address, ""));
    let first = |text: &str| text.chars().next().map(String::from).unwrap_or_default();
    match domain.rsplit_once('.') {
        Some((host, top)) => {
            let last = host.chars().next_back().filter(|_| host.chars().count() > 2);
            let last = last.map(String::from).unwrap_or_default();
            format!("{}…@{}…{last}.{top}", first(user), first(host))
        }
        None => format!("{}…@{}…", first(user), first(domain)),
    }
}

/// The mailbox that an address belongs to, and its domain, as mails to them are counted: many providers
/// deliver `li.bai+go@…` to `libai@…`, so dots and what follows a `+` make no other recipient, nor do
/// capitals.
pub(crate) fn mailbox(address: &str) -> (String, String) {
    let address = address.to_lowercase();
    let (name, domain) = address.rsplit_once('@').unwrap_or((&address, ""));
    let name = name.split('+').next().unwrap_or_default().replace('.', "");
    (format!("{name}@{domain}"), domain.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_plain_and_of_a_domain() {
        for (typed, kept) in [
            ("li@example.org", "li@example.org"),
            (" Li.Bai+go@Mail.Example.ORG ", "Li.Bai+go@mail.example.org"),
            ("li@xn--fsqu00a.example", "li@xn--fsqu00a.example"),
        ] {
            assert_eq!(checked(typed).as_deref(), Ok(kept), "{typed}");
        }
        let long = format!("{}@example.org", "a".repeat(250));
        for bad in [
            "",
            "li",
            "@example.org",
            "li@",
            "li@localhost",
            "li@127.0.0.1",
            "li@[127.0.0.1]",
            "li@example..org",
            "a b@example.org",
            "li@example.org\r\nBcc: x@example.org",
            "\"li bai\"@example.org",
            "li@exa mple.org",
            "李白@example.org",
            "li@例.org",
            "Li <li@example.org>",
            "li@example.org,du@example.org",
            "li@du@example.org",
            "li@exam_ple.org",
            ".li@example.org\0",
            &long,
        ] {
            assert_eq!(checked(bad), Err(BadAddress), "{bad:?}");
        }
    }

    #[test]
    fn tags_and_dots_make_no_other_mailbox() {
        for address in ["libai@example.org", "Li.Bai@Example.org", "l.i.b.a.i+yi+2@example.org"] {
            let expected = ("libai@example.org".to_owned(), "example.org".to_owned());
            assert_eq!(mailbox(address), expected, "{address}");
        }
        assert_eq!(mailbox("libai@other.example").0, "libai@other.example");
    }

    #[test]
    fn shown_address_reveals_little() {
        for (address, shown) in [
            ("libai@example.org", "l…@e…e.org"),
            ("l@qq.com", "l…@q….com"),
            ("li@mail.example.co.uk", "l…@m…o.uk"),
        ] {
            assert_eq!(masked(address), shown);
        }
    }
}
