//! Closing reports on the page for moderators, and undoing their outcome.
//!
//! A report is closed before its consequence is carried out, so a form that is sent twice acts once; if the
//! consequence fails, the report is opened again. Every change is recorded in the audit under the same action
//! names as `yiguan admin`, so either can undo the actions of the other.

use crate::moderation::orders::later;
use domain::{MatchId, Moment};
use serde_json::Value;
use store::{Ban, Database, Mute, Operation, Report, StoreError, Warning};
use uuid::Uuid;

/// How many open reports, and recent operations, are searched.
const MOST: u32 = 1_000;

/// The most characters of a warning, or of an operator's name.
const MOST_TEXT: usize = 300;

/// The most mutes, and the most bans, there are.
const MOST_HELD: usize = 1_000;

/// The consequence of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ModAction {
    /// The reported player gets a warning, shown in their settings.
    Warn,
    /// The player cannot chat for a time.
    Mute,
    /// The player can only watch for a time.
    Suspend,
    /// The lines are removed from the chat of the match.
    RemoveWords,
    /// The game is taken out of lists and exports.
    HideGame,
    /// No consequence.
    Dismiss,
}

impl ModAction {
    /// All of them, as they stand on the page.
    pub(crate) const ALL: [Self; 6] =
        [Self::Warn, Self::Mute, Self::Suspend, Self::RemoveWords, Self::HideGame, Self::Dismiss];

    /// The word by which a form names it.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Warn => "warn",
            Self::Mute => "mute",
            Self::Suspend => "suspend",
            Self::RemoveWords => "remove_chat",
            Self::HideGame => "hide_game",
            Self::Dismiss => "dismiss",
        }
    }

    /// The action of that word.
    pub(crate) fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.as_str() == word)
    }
}

/// A report was not closed, or an operation not undone.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ModerationError {
    /// The report is closed already, or the operation was undone or cannot be.
    #[error("there is no such open report, or nothing to undo: somebody else may have acted first")]
    Gone,
    /// A warning without words, or too long a one.
    #[error("a warning has 1 to 300 characters, in one line")]
    BadText,
    /// A duration that does not parse.
    #[error("a time has the form 90m, 12h or 7d")]
    BadSpan,
    /// Too many players are muted or banned.
    #[error("1,000 people are muted or suspended already")]
    Full,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A moderator at work, as of one request.
#[derive(Debug)]
pub(crate) struct Moderator<'a> {
    pub(crate) store: &'a Database,
    /// The name that the audit records.
    pub(crate) operator: &'a str,
    pub(crate) now: Moment,
}

/// How a report is closed.
#[derive(Debug)]
pub(crate) struct Closing<'a> {
    pub(crate) report: Uuid,
    pub(crate) action: ModAction,
    /// The words of a warning.
    pub(crate) text: &'a str,
    /// For how long a player is muted or suspended: 90m, 12h, 7d.
    pub(crate) span: &'a str,
    /// Whether the other open reports about the same player are closed with it.
    pub(crate) all: bool,
}

impl Moderator<'_> {
    /// Closes a report and carries out its consequence.
    ///
    /// # Errors
    ///
    /// [`ModerationError`]; the report is open as before.
    pub(crate) async fn close(&self, closing: &Closing<'_>) -> Result<(), ModerationError> {
        let open = self.store.reports(MOST).await?;
        let report = open.into_iter().find(|report| report.id == closing.report);
        let report = report.ok_or(ModerationError::Gone)?;
        self.check(closing).await?;
        let outcome = Some(closing.action.as_str());
        if !self.store.close_report(report.id, outcome, self.now).await? {
            return Err(ModerationError::Gone);
        }
        if let Err(error) = self.carry_out(&report, closing).await {
            self.store.close_report(report.id, None, self.now).await?;
            return Err(error);
        }
        self.record_done("close", report.id.to_string(), closing.action.as_str()).await?;
        if closing.all {
            for other in self.store.reports_about(report.about, MOST).await? {
                if self.store.close_report(other.id, outcome, self.now).await? {
                    let reason = format!("with report {}", report.id);
                    self.record_done("close", other.id.to_string(), &reason).await?;
                }
            }
        }
        Ok(())
    }

    /// Rejects a closing that could not be carried out, before anything changes.
    async fn check(&self, closing: &Closing<'_>) -> Result<(), ModerationError> {
        let held = match closing.action {
            ModAction::Warn => {
                let text = closing.text.trim();
                let is_bad = text.is_empty() || text.chars().any(char::is_control);
                return if is_bad || text.chars().count() > MOST_TEXT {
                    Err(ModerationError::BadText)
                } else {
                    Ok(())
                };
            }
            ModAction::Mute => self.store.mutes(self.now).await?.len(),
            ModAction::Suspend => self.store.orders(self.now).await?.bans.len(),
            ModAction::RemoveWords | ModAction::HideGame | ModAction::Dismiss => return Ok(()),
        };
        self.until(closing.span)?;
        if held >= MOST_HELD { Err(ModerationError::Full) } else { Ok(()) }
    }

    async fn carry_out(
        &self,
        report: &Report,
        closing: &Closing<'_>,
    ) -> Result<(), ModerationError> {
        let (player, span) = (report.about, closing.span);
        let reason = format!("report {}: {}", report.id, report.reason);
        match closing.action {
            ModAction::Warn => {
                let text = closing.text.trim().to_owned();
                let warning = Warning { id: Uuid::now_v7(), player, at: self.now, text };
                self.store.warn(&warning).await?;
                let target = format!("{player} {} {}", warning.id, warning.text);
                self.record_done("warn", target, &reason).await
            }
            ModAction::Mute => {
                let until = self.until(span)?;
                self.store.mute(&Mute { player, until, reason: reason.clone() }).await?;
                self.record_done("mute", format!("{player} for {span}"), &reason).await
            }
            ModAction::Suspend => {
                let (subject, until) = (player.to_string(), self.until(span)?);
                self.store.ban(&Ban { subject, until, reason: reason.clone() }).await?;
                self.record_done("ban", format!("{player} for {span}"), &reason).await
            }
            ModAction::RemoveWords => {
                for line in said(&report.evidence) {
                    // The server that runs the match carries it out within two seconds and records the outcome.
                    let target = format!("{} {line}", report.match_id);
                    self.record("remove-line", target, &reason, None).await?;
                }
                Ok(())
            }
            ModAction::HideGame => {
                let hidden = self.store.hide(report.match_id, true).await?;
                let outcome = if hidden { DONE } else { "there was nothing to do" };
                let target = report.match_id.to_string();
                self.record("hide", target, &reason, Some(outcome)).await
            }
            ModAction::Dismiss => Ok(()),
        }
    }

    /// Undoes an operation of the audit.
    ///
    /// # Errors
    ///
    /// [`ModerationError`]; it holds as before.
    pub(crate) async fn undo(&self, operation: Uuid) -> Result<(), ModerationError> {
        let known = self.store.operations(MOST).await?;
        let found = known.iter().find(|known| known.id == operation);
        let undoing = found.and_then(Undoing::of).ok_or(ModerationError::Gone)?;
        let target = undoing.target();
        let undone = match undoing {
            Undoing::Unwarn(id) => self.store.unwarn(id).await?,
            Undoing::Unmute(id) => self.store.unmute(id).await?,
            Undoing::Unban(subject) => self.store.unban(subject).await?,
            Undoing::Show(game) => self.store.hide(game, false).await?,
            Undoing::Reopen(id) => self.store.close_report(id, None, self.now).await?,
        };
        if !undone {
            return Err(ModerationError::Gone);
        }
        self.record_done(undoing.action(), target, "undone").await
    }

    fn until(&self, span: &str) -> Result<Moment, ModerationError> {
        later(self.now, span).ok_or(ModerationError::BadSpan)
    }

    async fn record_done(
        &self,
        action: &str,
        target: String,
        reason: &str,
    ) -> Result<(), ModerationError> {
        self.record(action, target, reason, Some(DONE)).await
    }

    async fn record(
        &self,
        action: &str,
        target: String,
        reason: &str,
        outcome: Option<&str>,
    ) -> Result<(), ModerationError> {
        let operator = self.operator.chars().filter(|c| !c.is_control()).take(MOST_TEXT).collect();
        let operation = Operation {
            id: Uuid::now_v7(),
            at: self.now,
            operator,
            action: action.to_owned(),
            target,
            reason: reason.to_owned(),
            outcome: outcome.map(str::to_owned),
        };
        Ok(self.store.record(&operation).await?)
    }
}

/// The outcome that the audit records of an action on this page.
const DONE: &str = "done";

/// How an operation is undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Undoing<'a> {
    Unwarn(Uuid),
    Unmute(domain::PlayerId),
    Unban(&'a str),
    Show(MatchId),
    Reopen(Uuid),
}

impl<'a> Undoing<'a> {
    /// How to undo the operation; `None` if it cannot be undone, or had no effect.
    pub(crate) fn of(operation: &'a Operation) -> Option<Self> {
        if operation.outcome.as_deref() != Some(DONE) {
            return None;
        }
        let mut words = operation.target.split_whitespace();
        let first = words.next()?;
        Some(match operation.action.as_str() {
            "warn" => Self::Unwarn(words.next()?.parse().ok()?),
            "mute" => Self::Unmute(first.parse().ok()?),
            "ban" => Self::Unban(first),
            "hide" => Self::Show(first.parse().ok()?),
            "close" => Self::Reopen(first.parse().ok()?),
            _ => return None,
        })
    }

    /// The action name in the audit.
    pub(crate) const fn action(self) -> &'static str {
        match self {
            Self::Unwarn(_) => "unwarn",
            Self::Unmute(_) => "unmute",
            Self::Unban(_) => "unban",
            Self::Show(_) => "show",
            Self::Reopen(_) => "reopen",
        }
    }

    /// The target in the audit.
    pub(crate) fn target(self) -> String {
        match self {
            Self::Unwarn(id) | Self::Reopen(id) => id.to_string(),
            Self::Unmute(id) => id.to_string(),
            Self::Unban(subject) => subject.to_owned(),
            Self::Show(game) => game.to_string(),
        }
    }
}

/// The sequence numbers of the reported lines.
fn said(evidence: &str) -> Vec<u32> {
    let lines: Vec<Value> = serde_json::from_str(evidence).unwrap_or_default();
    let number = |line: &Value| line["seq"].as_u64().and_then(|seq| u32::try_from(seq).ok());
    lines.iter().filter_map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeds_have_their_words() {
        for action in ModAction::ALL {
            assert_eq!(ModAction::named(action.as_str()), Some(action));
        }
        assert_eq!(ModAction::named("Warn"), None);
    }

    #[test]
    fn only_a_done_action_can_be_undone() {
        let id = Uuid::from_u128(7);
        let operation = |action: &str, target: String, outcome: &str| Operation {
            id,
            at: Moment(0),
            operator: String::new(),
            action: action.to_owned(),
            target,
            reason: String::new(),
            outcome: Some(outcome.to_owned()),
        };
        for (action, target, undone) in [
            ("warn", format!("{id} {id} Be kind"), "unwarn"),
            ("mute", format!("{id} for 24h"), "unmute"),
            ("ban", format!("{id} for 7d"), "unban"),
            ("hide", id.to_string(), "show"),
            ("close", id.to_string(), "reopen"),
        ] {
            let done = operation(action, target.clone(), DONE);
            assert_eq!(Undoing::of(&done).map(Undoing::action), Some(undone));
            let not_done = operation(action, target, "there was nothing to do");
            assert_eq!(Undoing::of(&not_done), None);
        }
        for (action, target) in [("remove-line", "x 3"), ("mute", "x"), ("warn", "x"), ("ban", "")]
        {
            assert_eq!(Undoing::of(&operation(action, target.to_owned(), DONE)), None);
        }
    }

    #[test]
    fn lines_are_read_from_the_evidence() {
        assert_eq!(said(r#"[{"seq":4,"text":"x"},{"seq":9},{"text":"y"},{"seq":-1}]"#), [4, 9]);
        assert_eq!(said("nonsense"), [0_u32; 0]);
    }
}
