//! The measures against a player, as the page for moderators and `yiguan admin` take them: each is
//! checked, carried out, and recorded in the audit log under the same action name, so either can lift
//! the measures of the other.

use super::orders::{later, subject};
use domain::{MatchId, Moment, PlayerId};
use store::{Ban, Database, Mute, Operation, StoreError, Warning};
use uuid::Uuid;

/// The most characters of a text for players, or of an operator's name.
pub(crate) const MAX_TEXT: usize = 300;

/// The most mutes, and the most bans, there are.
const MAX_HELD: usize = 1_000;

/// The outcome that the audit log records of a measure.
pub(crate) const DONE: &str = "done";

/// The outcome that it records of one without effect.
pub(crate) const NOTHING_TO_DO: &str = "there was nothing to do";

/// A measure was not taken or lifted, or a report not closed.
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
    /// A ban of neither addresses nor a player.
    #[error("a ban is of an address, a range of them, or a guest's id")]
    BadSubject,
    /// Too many players are muted or banned.
    #[error("1,000 people are muted or suspended already")]
    Full,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A measure that can be taken: its text, its span and its subject are valid, and there is room for it.
#[derive(Debug)]
pub(crate) enum Measure {
    /// The player gets a warning, shown in their settings.
    Warn(Warning),
    /// The player cannot chat until then.
    Mute { player: PlayerId, until: Moment, span: String },
    /// The player, or everybody at an address, can only watch until then.
    Ban { subject: String, until: Moment, span: String },
}

/// A moderator or an operator at work, as of one request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moderator<'a> {
    pub(crate) store: &'a Database,
    /// The name that the audit log records.
    pub(crate) operator: &'a str,
    pub(crate) now: Moment,
}

/// A text for players, in one line; none if it is too long or has other characters.
pub(crate) fn one_line(text: &str) -> Option<String> {
    let text = text.trim();
    let is_plain = text.chars().count() <= MAX_TEXT && !text.chars().any(char::is_control);
    is_plain.then(|| text.to_owned())
}

impl Moderator<'_> {
    /// A warning of a player.
    ///
    /// # Errors
    ///
    /// [`ModerationError::BadText`].
    pub(crate) fn warning(&self, player: PlayerId, text: &str) -> Result<Measure, ModerationError> {
        let text = one_line(text).filter(|text| !text.is_empty());
        let text = text.ok_or(ModerationError::BadText)?;
        Ok(Measure::Warn(Warning { id: Uuid::now_v7(), player, at: self.now, text }))
    }

    /// A mute of a player for a span such as `90m`.
    ///
    /// # Errors
    ///
    /// [`ModerationError`].
    pub(crate) async fn mute(
        &self,
        player: PlayerId,
        span: &str,
    ) -> Result<Measure, ModerationError> {
        let until = self.until(span)?;
        check_room(self.store.mutes(self.now).await?.len())?;
        Ok(Measure::Mute { player, until, span: span.to_owned() })
    }

    /// A ban of a player, an address or a range of addresses.
    ///
    /// # Errors
    ///
    /// [`ModerationError`].
    pub(crate) async fn ban(&self, of: &str, span: &str) -> Result<Measure, ModerationError> {
        let subject = subject(of).ok_or(ModerationError::BadSubject)?;
        let until = self.until(span)?;
        check_room(self.store.orders(self.now).await?.bans.len())?;
        Ok(Measure::Ban { subject, until, span: span.to_owned() })
    }

    /// The end of a span that begins now.
    ///
    /// # Errors
    ///
    /// [`ModerationError::BadSpan`].
    pub(crate) fn until(&self, span: &str) -> Result<Moment, ModerationError> {
        later(self.now, span).ok_or(ModerationError::BadSpan)
    }

    /// Takes a measure.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn take(&self, measure: Measure, reason: &str) -> Result<(), StoreError> {
        let (action, target) = match measure {
            Measure::Warn(warning) => {
                self.store.warn(&warning).await?;
                ("warn", format!("{} {} {}", warning.player, warning.id, warning.text))
            }
            Measure::Mute { player, until, span } => {
                self.store.mute(&Mute { player, until, reason: reason.to_owned() }).await?;
                ("mute", format!("{player} for {span}"))
            }
            Measure::Ban { subject, until, span } => {
                let target = format!("{subject} for {span}");
                self.store.ban(&Ban { subject, until, reason: reason.to_owned() }).await?;
                ("ban", target)
            }
        };
        self.record(action, target, reason, Some(DONE)).await
    }

    /// Takes a game out of lists and exports. Returns whether it was in them.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn hide(&self, game: MatchId, reason: &str) -> Result<bool, StoreError> {
        let hidden = self.store.hide(game, true).await?;
        self.record("hide", game.to_string(), reason, Some(outcome(hidden))).await?;
        Ok(hidden)
    }

    /// Lifts a measure. Returns whether there was one.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn lift(&self, undoing: Undoing<'_>) -> Result<bool, StoreError> {
        match undoing {
            Undoing::Unwarn(id) => self.store.unwarn(id).await,
            Undoing::Unmute(id) => self.store.unmute(id).await,
            Undoing::Unban(of) => {
                let subject = subject(of);
                self.store.unban(subject.as_deref().unwrap_or(of)).await
            }
            Undoing::Show(game) => self.store.hide(game, false).await,
            Undoing::Reopen(id) => self.store.close_report(id, None, self.now).await,
        }
    }

    /// Records an operation in the audit log; without an outcome a running server carries it out.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn record(
        &self,
        action: &str,
        target: String,
        reason: &str,
        outcome: Option<&str>,
    ) -> Result<(), StoreError> {
        self.store.record(&self.operation(action, target, reason, outcome)).await
    }

    /// An operation as the audit log has it.
    pub(crate) fn operation(
        &self,
        action: &str,
        target: String,
        reason: &str,
        outcome: Option<&str>,
    ) -> Operation {
        Operation {
            id: Uuid::now_v7(),
            at: self.now,
            operator: self.operator.chars().filter(|c| !c.is_control()).take(MAX_TEXT).collect(),
            action: action.to_owned(),
            target,
            reason: reason.to_owned(),
            outcome: outcome.map(str::to_owned),
        }
    }
}

/// The outcome of a measure in words.
pub(crate) const fn outcome(had_effect: bool) -> &'static str {
    if had_effect { DONE } else { NOTHING_TO_DO }
}

const fn check_room(held: usize) -> Result<(), ModerationError> {
    if held < MAX_HELD { Ok(()) } else { Err(ModerationError::Full) }
}

/// How a measure is lifted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Undoing<'a> {
    Unwarn(Uuid),
    Unmute(PlayerId),
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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn texts_for_players_are_one_line() {
        assert_eq!(one_line("  Be kind. "), Some("Be kind.".to_owned()));
        assert_eq!(one_line(&"x".repeat(MAX_TEXT)).map(|text| text.len()), Some(MAX_TEXT));
        for bad in ["a\nb", &"x".repeat(MAX_TEXT + 1)] {
            assert_eq!(one_line(bad), None, "{bad:?}");
        }
    }

    /// As the page for moderators and the command take them.
    #[tokio::test]
    async fn measures_have_a_bound() {
        let store = Database::in_memory().await;
        let moderator = Moderator { store: &store, operator: "Ada\n", now: Moment(1_000) };
        let player = PlayerId::fresh();
        let failed =
            |measure: Result<Measure, ModerationError>| measure.err().map(|e| e.to_string());
        let text = |error: ModerationError| Some(error.to_string());
        assert_eq!(failed(moderator.warning(player, " ")), text(ModerationError::BadText));
        assert_eq!(failed(moderator.mute(player, "soon").await), text(ModerationError::BadSpan));
        assert_eq!(failed(moderator.ban("Li", "1h").await), text(ModerationError::BadSubject));
        for _ in 0..MAX_HELD {
            let measure = moderator.mute(PlayerId::fresh(), "1h").await.expect("there is room");
            moderator.take(measure, "test").await.expect("stored");
        }
        assert_eq!(failed(moderator.mute(player, "1h").await), text(ModerationError::Full));
        let measure = moderator.ban("2001:db8::1", "1h").await.expect("there is room");
        moderator.take(measure, "spam").await.expect("stored");
        let last = store.operations(1).await.expect("stored").remove(0);
        assert_eq!((&*last.operator, &*last.target), ("Ada", "2001:db8::/64 for 1h"));
        let undoing = Undoing::of(&last).expect("it was done");
        assert!(moderator.lift(undoing).await.expect("stored"));
        assert!(!moderator.lift(Undoing::Unban("2001:db8::1")).await.expect("stored"));
    }
}
