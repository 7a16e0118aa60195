//! Closing reports on the page for moderators, and undoing their outcome.
//!
//! A report is closed before its consequence is carried out, so a form that is sent twice acts once; if the
//! consequence fails, the report is opened again. Every change is recorded in the audit under the same action
//! names as `yiguan admin`, so either can undo the actions of the other.

use super::measures::{DONE, Measure, ModerationError, Moderator, Undoing};
use serde_json::Value;
use store::Report;
use uuid::Uuid;

/// How many open reports, and recent operations, are searched.
const MAX_SEARCHED: u32 = 1_000;

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
        let open = self.store.reports(MAX_SEARCHED).await?;
        let report = open.into_iter().find(|report| report.id == closing.report);
        let report = report.ok_or(ModerationError::Gone)?;
        let measure = self.measure(&report, closing).await?;
        let outcome = Some(closing.action.as_str());
        if !self.store.close_report(report.id, outcome, self.now).await? {
            return Err(ModerationError::Gone);
        }
        if let Err(error) = self.carry_out(&report, closing.action, measure).await {
            self.store.close_report(report.id, None, self.now).await?;
            return Err(error);
        }
        self.record_done("close", report.id.to_string(), closing.action.as_str()).await?;
        if closing.all {
            for other in self.store.reports_about(report.about, MAX_SEARCHED).await? {
                if self.store.close_report(other.id, outcome, self.now).await? {
                    let reason = format!("with report {}", report.id);
                    self.record_done("close", other.id.to_string(), &reason).await?;
                }
            }
        }
        Ok(())
    }

    /// The measure of a closing, which is refused before anything changes if it could not be carried out.
    async fn measure(
        &self,
        report: &Report,
        closing: &Closing<'_>,
    ) -> Result<Option<Measure>, ModerationError> {
        let player = report.about;
        Ok(match closing.action {
            ModAction::Warn => Some(self.warning(player, closing.text)?),
            ModAction::Mute => Some(self.mute(player, closing.span).await?),
            ModAction::Suspend => Some(self.ban(&player.to_string(), closing.span).await?),
            ModAction::RemoveWords | ModAction::HideGame | ModAction::Dismiss => None,
        })
    }

    async fn carry_out(
        &self,
        report: &Report,
        action: ModAction,
        measure: Option<Measure>,
    ) -> Result<(), ModerationError> {
        let reason = format!("report {}: {}", report.id, report.reason);
        if let Some(measure) = measure {
            self.take(measure, &reason).await?;
        }
        match action {
            ModAction::RemoveWords => {
                for line in said(&report.evidence) {
                    // The server that runs the match carries it out within two seconds and records the outcome.
                    let target = format!("{} {line}", report.match_id);
                    self.record("remove-line", target, &reason, None).await?;
                }
            }
            ModAction::HideGame => {
                self.hide(report.match_id, &reason).await?;
            }
            ModAction::Warn | ModAction::Mute | ModAction::Suspend | ModAction::Dismiss => {}
        }
        Ok(())
    }

    /// Undoes an operation of the audit.
    ///
    /// # Errors
    ///
    /// [`ModerationError`]; it holds as before.
    pub(crate) async fn undo(&self, operation: Uuid) -> Result<(), ModerationError> {
        let known = self.store.operations(MAX_SEARCHED).await?;
        let found = known.iter().find(|known| known.id == operation);
        let undoing = found.and_then(Undoing::of).ok_or(ModerationError::Gone)?;
        let target = undoing.target();
        if !self.lift(undoing).await? {
            return Err(ModerationError::Gone);
        }
        self.record_done(undoing.action(), target, "undone").await
    }

    async fn record_done(
        &self,
        action: &str,
        target: String,
        reason: &str,
    ) -> Result<(), ModerationError> {
        Ok(self.record(action, target, reason, Some(DONE)).await?)
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
    fn lines_are_read_from_the_evidence() {
        assert_eq!(said(r#"[{"seq":4,"text":"x"},{"seq":9},{"text":"y"},{"seq":-1}]"#), [4, 9]);
        assert_eq!(said("nonsense"), [0_u32; 0]);
    }
}
