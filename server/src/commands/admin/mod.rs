//! `yiguan admin`: moderates a running server through its database. Every change is first recorded
//! in an audit log there, with its author and reason.

mod command;

pub use command::{AdminCommand, AdminConfig};

use crate::moderation::measures::{self, Measure, ModerationError, Moderator, Undoing};
use crate::time::TimeSource;
use domain::{Event, Moment, NumberedEvent};
use std::io::{self, Write};
use std::time::Duration;
use store::{
    Database, Location, Node, NodeStatus, Notice, Operation, Purpose, Report, StoreError, codec,
    open,
};
use tokio::time::sleep;
use uuid::Uuid;

/// How long running servers have to carry out an order; they check for orders every two seconds.
const COMPLETION_TIMEOUT: Duration = Duration::from_secs(12);
const LOOK: Duration = Duration::from_millis(200);

/// How many matches are listed.
const LISTED: u32 = 10_000;

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
    /// The measure cannot be taken.
    #[error("{0}")]
    Measure(String),
}

impl From<ModerationError> for AdminError {
    fn from(error: ModerationError) -> Self {
        match error {
            ModerationError::Store(error) => Self::Store(error),
            refused => Self::Measure(refused.to_string()),
        }
    }
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
            AdminCommand::Reopen { report } => self.lift(Undoing::Reopen(*report), output).await,
            AdminCommand::Warn { player, text } => {
                let warning = self.moderator().warning(*player, text)?;
                if let Measure::Warn(warning) = &warning {
                    writeln!(output, "{}", warning.id)?;
                }
                self.take(warning, output).await
            }
            AdminCommand::Unwarn { warning } => self.lift(Undoing::Unwarn(*warning), output).await,
            AdminCommand::Mute { player, span } => {
                self.take(self.moderator().mute(*player, span).await?, output).await
            }
            AdminCommand::Unmute { player } => self.lift(Undoing::Unmute(*player), output).await,
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
                let hidden = self.moderator().hide(*id, &self.config.reason).await?;
                told(measures::outcome(hidden).to_owned(), output)
            }
            AdminCommand::Show { id } => self.lift(Undoing::Show(*id), output).await,
            AdminCommand::Ban { subject, span } => {
                self.take(self.moderator().ban(subject, span).await?, output).await
            }
            AdminCommand::Unban { subject } => self.lift(Undoing::Unban(subject), output).await,
            AdminCommand::Say { text, span } => {
                let text = measures::one_line(text)
                    .ok_or(AdminError::Bad("a notice has at most 300 characters, in one line"))?;
                let notice = Notice { text: text.clone(), until: self.moderator().until(span)? };
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

    const fn moderator(&self) -> Moderator<'_> {
        Moderator { store: self.store, operator: self.config.operator.as_str(), now: self.now }
    }

    /// Takes a measure, as a moderator does on the page of reports.
    async fn take(&self, measure: Measure, output: &mut impl Write) -> Result<(), AdminError> {
        self.moderator().take(measure, &self.config.reason).await?;
        told(measures::DONE.to_owned(), output)
    }

    /// Lifts a measure.
    async fn lift(&self, undoing: Undoing<'_>, output: &mut impl Write) -> Result<(), AdminError> {
        let lifted = self.moderator().lift(undoing).await?;
        self.record(undoing.action(), undoing.target(), lifted, output).await
    }

    /// Records the operation in the audit log.
    async fn record(
        &self,
        action: &str,
        target: String,
        done: bool,
        output: &mut impl Write,
    ) -> Result<(), AdminError> {
        let outcome = measures::outcome(done);
        self.moderator().record(action, target, &self.config.reason, Some(outcome)).await?;
        told(outcome.to_owned(), output)
    }

    /// Orders running servers to do something, and waits for the outcome.
    async fn order(
        &self,
        action: &str,
        target: String,
        output: &mut impl Write,
    ) -> Result<(), AdminError> {
        let operation = self.moderator().operation(action, target, &self.config.reason, None);
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

fn told(outcome: String, output: &mut impl Write) -> Result<(), AdminError> {
    writeln!(output, "{outcome}")?;
    if outcome == measures::DONE { Ok(()) } else { Err(AdminError::Refused(outcome)) }
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
