//! The flags for mail. The address of the mail server may contain a password, so it is hidden in
//! `--help` and in `Debug` output, and it is read in `app`, whose errors do not repeat it.

use crate::notifications::mail::MailSender;
use clap::Args;
use std::fmt;
use std::path::PathBuf;

/// The settings of mail.
#[derive(Clone, Args)]
pub struct MailConfig {
    /// The mail server through which people who ask for it are notified, such as
    /// `smtps://user:password@mail.example.org`, or `smtp://` for one with STARTTLS (on this
    /// machine: without encryption). It needs `--mail-from` and `--public-url`. Use the variable or
    /// the file below for the password, since other users of this machine can read the command
    /// line. By default there is no mail.
    #[arg(long, value_name = "URL", env = "YIGUAN_MAIL_SERVER", hide_env_values = true)]
    pub mail_server: Option<String>,
    /// A file with the login at the mail server, in two lines: the user and the password.
    #[arg(long, value_name = "FILE", env = "YIGUAN_MAIL_LOGIN")]
    pub mail_login: Option<PathBuf>,
    /// A file with the certificates, in PEM, of the authorities by which the mail server is trusted,
    /// instead of those of the system: for a mail server with a certificate of your own.
    #[arg(long, value_name = "FILE", env = "YIGUAN_MAIL_CA")]
    pub mail_ca: Option<PathBuf>,
    /// The sender of mail, such as `yiguan@example.org` or `Yiguan <yiguan@example.org>`.
    #[arg(long, value_name = "ADDRESS", env = "YIGUAN_MAIL_FROM")]
    pub mail_from: Option<MailSender>,
    /// For how many seconds the notices to a player are gathered into one mail.
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 300,
        value_parser = clap::value_parser!(u32).range(..=86_400),
        env = "YIGUAN_MAIL_GATHER"
    )]
    pub mail_gather: u32,
}

// Written by hand, because the address may contain a password.
impl fmt::Debug for MailConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailConfig")
            .field("mail_server", &self.mail_server.as_ref().map(|_| "…"))
            .field("mail_login", &self.mail_login)
            .field("mail_ca", &self.mail_ca)
            .field("mail_from", &self.mail_from)
            .field("mail_gather", &self.mail_gather)
            .finish()
    }
}
