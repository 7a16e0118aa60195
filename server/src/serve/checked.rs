//! Everything in a configuration that can be wrong without a database: it is read and checked before the
//! database is opened, so that a mistake of the operator changes nothing.

use super::error::{BadMail, ServeError};
use crate::client::Client;
use crate::computer::Engines;
use crate::config::{MailConfig, ServeConfig};
use crate::http::OperatorPassword;
use crate::moderation::word_filter::Words;
use crate::notifications::mail::{Authorities, BadServer, MailServer, Settings};
use crate::tablebase::Tablebase;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The checked parts of a configuration.
pub(super) struct Checked {
    pub(super) password: Option<OperatorPassword>,
    pub(super) client: Client,
    pub(super) words: Arc<Words>,
    pub(super) mail: Option<Settings>,
    pub(super) engines: Arc<Engines>,
    pub(super) tablebase: Arc<Tablebase>,
}

impl Checked {
    /// Reads the files that flags name, and starts the external engines.
    pub(super) async fn read(config: &ServeConfig) -> Result<Self, ServeError> {
        let password = operator_password(config)?;
        let client = open_client(config)?;
        let words = Arc::new(match &config.word_list {
            Some(path) => Words::read(path)
                .map_err(|error| ServeError::Words { path: path.clone(), error })?,
            None => Words::default(),
        });
        let mail = mail_settings(config).await?;
        let engines = config.engine.iter().map(|flag| (flag.game.as_str(), flag.path.as_path()));
        // Collected first, because a future that holds the closure could not move between threads.
        let engines = Arc::new(Engines::start(engines.collect::<Vec<_>>()).await?);
        let tablebase = Arc::new(open_tables(config.tables.clone()).await?);
        Ok(Self { password, client, words, mail, engines, tablebase })
    }
}

/// Opens the tables and reads them completely, which takes a while.
async fn open_tables(folder: Option<PathBuf>) -> Result<Tablebase, ServeError> {
    let opened = tokio::task::spawn_blocking(move || Tablebase::open(folder.as_deref()));
    opened.await.map_err(|error| ServeError::Io(std::io::Error::other(error)))
}

/// The password of the operators' listener, if it has one. Without it only a listener that no other
/// machine reaches is opened.
fn operator_password(config: &ServeConfig) -> Result<Option<OperatorPassword>, ServeError> {
    let Some(bind) = config.metrics_bind else { return Ok(None) };
    let password = OperatorPassword::read(bind, config.metrics_password_file.as_deref());
    password.map_err(|error| ServeError::OperatorPassword(error.to_string()))
}

/// How mail is sent, if it is.
async fn mail_settings(config: &ServeConfig) -> Result<Option<Settings>, BadMail> {
    let MailConfig { mail_server, mail_login, mail_ca, mail_from, mail_gather } = &config.mail;
    // Some tools unset a variable by making it empty.
    let Some(server) = mail_server.as_deref().filter(|address| !address.is_empty()) else {
        let of_none = [
            (mail_login.is_some(), "--mail-login"),
            (mail_ca.is_some(), "--mail-ca"),
            (mail_from.is_some(), "--mail-from"),
        ];
        let of_none = of_none.into_iter().find(|(is_there, _)| *is_there);
        return of_none.map_or(Ok(None), |(_, flag)| Err(BadMail::NoServer(flag)));
    };
    let sender = mail_from.clone().ok_or(BadMail::NoSender)?;
    let site = config.public_url.as_ref().ok_or(BadMail::NoPublicUrl)?.to_string();
    let login = read_if_named(mail_login.as_deref()).await?;
    let login = login.map(String::from_utf8).transpose().map_err(|_| BadServer::File)?;
    let server = MailServer::read(server, login.as_deref())?;
    let authorities = read_if_named(mail_ca.as_deref()).await?;
    let authorities = authorities.map(|pem| Authorities::read(&pem)).transpose()?;
    let gathered = Duration::from_secs((*mail_gather).into());
    Ok(Some(Settings { server, authorities, sender, site, gathered }))
}

/// The content of a file, if a flag names one.
async fn read_if_named(path: Option<&Path>) -> Result<Option<Vec<u8>>, BadMail> {
    let Some(path) = path else { return Ok(None) };
    let read = tokio::fs::read(path).await;
    read.map(Some).map_err(|error| BadMail::File { path: path.to_owned(), error })
}

/// Without its first page the client is useless, so a client that lacks it is an error.
fn open_client(config: &ServeConfig) -> Result<Client, ServeError> {
    let folder = config.static_dir.as_deref();
    Client::open(folder).map_err(|error| match folder {
        Some(folder) => ServeError::StaticDir { page: folder.join("index.html"), error },
        None => ServeError::Io(error),
    })
}
