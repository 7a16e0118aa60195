//! The settings of NATS.

use clap::Args;
use std::fmt;
use std::path::PathBuf;

/// How NATS is reached.
#[derive(Clone, Args)]
pub struct NatsFlags {
    /// The address of NATS, over which several servers on one Postgres send each other news of what has
    /// changed there, such as `nats://yiguan:password@10.0.0.2:4222`, or `tls://…` for an encrypted
    /// connection. Without it they look into the database every second.
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
    fn password_of_nats_is_not_shown() {
        let flags = NatsFlags { nats: Some("nats://me:secret@host".to_owned()), nats_ca: None };
        assert!(!format!("{flags:?}").contains("secret"));
    }
}
