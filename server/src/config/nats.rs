//! The settings of NATS.

use crate::bus::NatsConfig;
use clap::Args;
use percent_encoding::percent_decode_str;
use std::fmt;
use std::path::PathBuf;
use url::Url;

/// How NATS is reached.
#[derive(Clone, Args)]
pub struct NatsFlags {
    /// The address of NATS, over which several servers on one Postgres send each other news of what has
    /// changed there, such as `nats://yiguan:password@10.0.0.2:4222`, or `tls://…` for an encrypted
    /// connection. A server that finds another one on its database does not start without it.
    #[arg(
        long,
        value_name = "URL",
        value_parser = nats_address,
        env = "YIGUAN_NATS",
        hide_env_values = true
    )]
    pub nats: Option<String>,
    /// A file with the certificate of the authority that has signed that of NATS, if the system does not
    /// trust it.
    #[arg(long, value_name = "FILE", env = "YIGUAN_NATS_CA")]
    pub nats_ca: Option<PathBuf>,
}

impl NatsFlags {
    /// How NATS is reached, if there is an address.
    pub(crate) fn config(&self) -> Option<NatsConfig> {
        let mut address: Url = self.nats.as_ref()?.parse().ok()?;
        let decode = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let login = (!address.username().is_empty())
            .then(|| (decode(address.username()), decode(address.password().unwrap_or_default())));
        // An address with a host has a place for both.
        let _ = address.set_username("").and_then(|()| address.set_password(None));
        let authorities = self.nats_ca.clone();
        Some(NatsConfig { address: address.into(), login, authorities })
    }
}

/// An address of NATS; an empty one is none, since some tools unset a variable by making it empty.
fn nats_address(text: &str) -> Result<String, String> {
    let is_one = text
        .parse::<url::Url>()
        .is_ok_and(|url| matches!(url.scheme(), "nats" | "tls") && url.has_host());
    if text.is_empty() || is_one {
        Ok(text.to_owned())
    } else {
        Err("it is an address such as `nats://10.0.0.2:4222` or `tls://…`".to_owned())
    }
}

// Written by hand, because the address may contain a password.
impl fmt::Debug for NatsFlags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NatsFlags")
            .field("nats", &self.nats.as_ref().map(|_| "…"))
            .field("nats_ca", &self.nats_ca)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_nats_have_its_schemes() {
        for (address, is_accepted) in [
            ("nats://10.0.0.2:4222", true),
            ("tls://yiguan:secret@nats.example.org", true),
            ("", true),
            ("10.0.0.2:4222", false),
            ("http://10.0.0.2", false),
            ("nats://", false),
        ] {
            assert_eq!(nats_address(address).is_ok(), is_accepted, "{address:?}");
        }
    }

    #[test]
    fn login_is_no_part_of_the_address() {
        let flags = NatsFlags {
            nats: Some("tls://hall:p%40ss%3a@nats.example.org:4223".to_owned()),
            nats_ca: None,
        };
        let config = flags.config().expect("there is an address");
        assert_eq!(config.address, "tls://nats.example.org:4223");
        assert_eq!(config.login, Some(("hall".to_owned(), "p@ss:".to_owned())));
        assert!(!format!("{config:?}").contains("p@ss"));
        for nats in [None, Some(String::new())] {
            assert!(NatsFlags { nats, nats_ca: None }.config().is_none());
        }
    }

    #[test]
    fn password_of_nats_is_not_shown() {
        let flags = NatsFlags { nats: Some("nats://me:secret@host".to_owned()), nats_ca: None };
        assert!(!format!("{flags:?}").contains("secret"));
    }
}
