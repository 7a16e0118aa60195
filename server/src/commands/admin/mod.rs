//! `yiguan admin`: moderates a running server through its database. Every change is first recorded
//! in an audit log there, with its author and reason.

mod command;

pub use command::{AdminCommand, AdminConfig};

use crate::moderation::orders::{self, later};
use crate::time::TimeSource;
use domain::{Event, Moment, NumberedEvent};
use std::io::{self, Write};
use std::time::Duration;
use store::{
    Ban, Database, Location, Mute, Node, NodeStatus, Notice, Operation, Purpose, Report,
    StoreError, Warning, codec, open,
};
use tokio::time::sleep;
use uuid::Uuid;

/// How long running servers have to carry out an order; they check for orders every two seconds.
const COMPLETION_TIMEOUT: Duration = Duration::from_secs(12);
const LOOK: Duration = Duration::from_millis(200);

/// How many matches are listed.
const LISTED: u32 = 10_000;

/// How many bans there can be.
const MAX_BANS: usize = 1_000;

/// The most characters of a notice.
const MAX_NOTICE: usize = 300;

/// The operation failed.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The output failed.
    #[error("the answer cannot be written: {0}")]
    Io(#[from] io::Error),
    /// The arguments are invalid.
    #[error("{0}")]
    Bad(&'static str),
    /// The operation was not carried out.
    #[error("not done: {0}")]
    Refused(String),
}

/// Carries out an admin action.
///
/// # Errors
///
/// [`AdminError`] describes the cause.
pub async fn admin(
    location: &Location,
    config: AdminConfig,
    mut output: impl Write,
) -> Result<(), AdminError> {
    let store = open(location, Purpose::Visit).await?;
    let now = TimeSource::system().now();
    let done = AdminSession { store: &store, config: &config, now }.attend(&mut output).await;
    store.close().await;
    done
}

struct AdminSession<'a> {
    store: &'a Database,
    config: &'a AdminConfig,
    now: Moment,
}

impl AdminSession<'_> {
    async fn attend(&self, output: &mut impl Write) -> Result<(), AdminError> {
        let store = self.store;
        match &self.config.what {
            AdminCommand::Matches => {
                for found in store.underway(LISTED).await? {
                    writeln!(
                        output,
                        "{} {} events: {}",
                        found.id,
                        listed(&found.created),
                        found.events
                    )?;
                }
                Ok(())
            }
            AdminCommand::Bans => {
                for ban in store.orders(self.now).await?.bans {
                    writeln!(output, "{} until {} {}", ban.subject, ban.until.0, ban.reason)?;
                }
                Ok(())
            }
            AdminCommand::Reports => {
                for report in store.reports(LISTED).await? {
                    let Report { id, at, by, about, match_id, reason, evidence, note, .. } = report;
                    writeln!(output, "{id} {} {reason} {about} by {by} in {match_id}", at.0)?;
                    writeln!(output, "  {evidence}")?;
                    if !note.is_empty() {
                        writeln!(output, "  {note:?}")?;
                    }
                }
                Ok(())
            }
            AdminCommand::Close { report } => {
                let closed =
                    store.close_report(*report, Some(&self.config.reason), self.now).await?;
                self.record("close", report.to_string(), closed, output).await
            }
            AdminCommand::Reopen { report } => {
                let opened = store.close_report(*report, None, self.now).await?;
                self.record("reopen", report.to_string(), opened, output).await
            }
            AdminCommand::Warn { player, text } => {
                let text = one_line(text)?;
                if text.is_empty() {
                    return Err(AdminError::Bad("a warning says something"));
                }
                let id = Uuid::now_v7();
                let warning = Warning { id, player: *player, at: self.now, text };
                store.warn(&warning).await?;
                writeln!(output, "{id}")?;
                self.record("warn", format!("{player} {id} {}", warning.text), true, output).await
            }
            AdminCommand::Unwarn { warning } => {
                let taken = store.unwarn(*warning).await?;
                self.record("unwarn", warning.to_string(), taken, output).await
            }
            AdminCommand::Mute { player, span } => {
                let until = self.until(span)?;
                if store.mutes(self.now).await?.len() >= MAX_BANS {
                    return Err(AdminError::Bad("there are 1,000 mutes already"));
                }
                let reason = self.config.reason.clone();
                store.mute(&Mute { player: *player, until, reason }).await?;
                self.record("mute", format!("{player} for {span}"), true, output).await
            }
            AdminCommand::Unmute { player } => {
                let lifted = store.unmute(*player).await?;
                self.record("unmute", player.to_string(), lifted, output).await
            }
            AdminCommand::Mutes => {
                for mute in store.mutes(self.now).await? {
                    writeln!(output, "{} until {} {}", mute.player, mute.until.0, mute.reason)?;
                }
                Ok(())
            }
            AdminCommand::Nodes => {
                for Node { id, status, silent } in store.nodes().await? {
                    let NodeStatus { name, version, address, load, state } = status;
                    let address = address.unwrap_or_else(|| "-".to_owned());
                    writeln!(
                        output,
                        "{id} {name} {state} {version} {address} matches: {load}, \
                         heartbeat: {silent} ms ago",
                    )?;
                }
                Ok(())
            }
            AdminCommand::Log { limit } => {
                for one in store.operations((*limit).min(LISTED)).await? {
                    let outcome = one.outcome.as_deref().unwrap_or("to be done");
                    let Operation { at, operator, action, target, reason, .. } = one;
                    writeln!(
                        output,
                        "{} {operator} {action} {target} ({reason}): {outcome}",
                        at.0
                    )?;
                }
                Ok(())
            }
            AdminCommand::End { id } => self.order("end", id.to_string(), output).await,
            AdminCommand::RemoveLine { id, line } => {
                self.order("remove-line", format!("{id} {line}"), output).await
            }
            AdminCommand::RemoveNote { id, node, author } => {
                self.order("remove-note", format!("{id} {node} {author}"), output).await
            }
            AdminCommand::RemoveVariation { id, node } => {
                self.order("remove-variation", format!("{id} {node}"), output).await
            }
            AdminCommand::ClearTree { id } => {
                self.order("clear-tree", id.to_string(), output).await
            }
            AdminCommand::Hide { id } => {
                let hidden = store.hide(*id, true).await?;
                self.record("hide", id.to_string(), hidden, output).await
            }
            AdminCommand::Show { id } => {
                let shown = store.hide(*id, false).await?;
                self.record("show", id.to_string(), shown, output).await
            }
            AdminCommand::Ban { subject, span } => {
                let bad =
                    AdminError::Bad("a ban is of an address, a range of them, or a guest's id");
                let subject = orders::subject(subject).ok_or(bad)?;
                let until = self.until(span)?;
                if store.orders(self.now).await?.bans.len() >= MAX_BANS {
                    return Err(AdminError::Bad("there are 1,000 bans already; ban ranges"));
                }
                let ban =
                    Ban { subject: subject.clone(), until, reason: self.config.reason.clone() };
                store.ban(&ban).await?;
                self.record("ban", format!("{subject} for {span}"), true, output).await
            }
            AdminCommand::Unban { subject } => {
                let stored = orders::subject(subject).unwrap_or_else(|| subject.clone());
                let lifted = store.unban(&stored).await?;
                self.record("unban", subject.clone(), lifted, output).await
            }
            AdminCommand::Say { text, span } => {
                let text = one_line(text)?;
                let notice = Notice { text: text.clone(), until: self.until(span)? };
                store.tell((!text.is_empty()).then_some(&notice)).await?;
                self.record("say", text, true, output).await
            }
            AdminCommand::Drain { node, off } => {
                if !store.nodes().await?.iter().any(|known| known.id == *node) {
                    return Err(AdminError::Bad(
                        "no server of that number runs: see `yiguan admin nodes`",
                    ));
                }
                store.drain(*node, !off).await?;
                let action = if *off { "take in again" } else { "drain" };
                self.record(action, node.to_string(), true, output).await
            }
        }
    }

    fn until(&self, span: &str) -> Result<Moment, AdminError> {
        later(self.now, span).ok_or(AdminError::Bad("a time has the form 90m, 12h or 7d"))
    }

    fn operation(&self, action: &str, target: String, outcome: Option<String>) -> Operation {
        Operation {
            id: Uuid::now_v7(),
            at: self.now,
            operator: self.config.operator.clone(),
            action: action.to_owned(),
            target,
            reason: self.config.reason.clone(),
            outcome,
        }
    }

    /// Records the operation in the audit log.
    async fn record(
        &self,
        action: &str,
        target: String,
        done: bool,
        output: &mut impl Write,
    ) -> Result<(), AdminError> {
        let outcome = if done { "done" } else { "there was nothing to do" };
        self.store.record(&self.operation(action, target, Some(outcome.to_owned()))).await?;
        writeln!(output, "{outcome}")?;
        if done { Ok(()) } else { Err(AdminError::Refused(outcome.to_owned())) }
    }

    /// Orders running servers to do something, and waits for the outcome.
    async fn order(
        &self,
        action: &str,
        target: String,
        output: &mut impl Write,
    ) -> Result<(), AdminError> {
        let operation = self.operation(action, target, None);
        self.store.record(&operation).await?;
        let mut waited = Duration::ZERO;
        while waited < COMPLETION_TIMEOUT {
            sleep(LOOK).await;
            waited += LOOK;
            if let Some(outcome) = self.outcome(operation.id).await? {
                return told(outcome, output);
            }
        }
        let nobody = "no running server has done it in time";
        if self.store.settle(operation.id, nobody).await? {
            return Err(AdminError::Refused(nobody.to_owned()));
        }
        told(self.outcome(operation.id).await?.unwrap_or_default(), output)
    }

    async fn outcome(&self, id: Uuid) -> Result<Option<String>, StoreError> {
        let latest = self.store.operations(LISTED).await?;
        Ok(latest.into_iter().find(|one| one.id == id).and_then(|one| one.outcome))
    }
}

/// A text to show to people, in one line.
fn one_line(text: &str) -> Result<String, AdminError> {
    let text = text.trim();
    if text.chars().count() > MAX_NOTICE || text.chars().any(char::is_control) {
        return Err(AdminError::Bad("a notice has at most 300 characters, in one line"));
    }
    Ok(text.to_owned())
}

fn told(outcome: String, output: &mut impl Write) -> Result<(), AdminError> {
    writeln!(output, "{outcome}")?;
    if outcome == "done" { Ok(()) } else { Err(AdminError::Refused(outcome)) }
}

/// A match by its first event.
fn listed(created: &str) -> String {
    match codec::read_event(created) {
        Ok(NumberedEvent { at: Moment(at), event: Event::Created(created), .. }) => format!(
            "{at} {} {} {} {} {}",
            created.game,
            created.ruleset,
            created.visibility.as_str(),
            created.player.id,
            created.player.name,
        ),
        Ok(_) | Err(_) => "?".to_owned(),
    }
}
