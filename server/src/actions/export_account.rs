//! The records about a player, for the player to download.
//!
//! The first line is the player with sessions, passkeys, tokens, blocks, ratings with their history,
//! tallies, warnings and a mute; then follow the games in progress with conditional moves, chat lines,
//! changes of analysis trees and reports. Secrets are not included: the server has only their digests.

use super::{Actions, ReadError};
use crate::live::{Detail, FindError, Found};
use domain::{Channel, Player, PlayerId};
use protocol::{ChangeFrame, ChatLine, KindList, Snapshot};
use serde_json::{Value, json};
use store::{GameTally, StoreError};

/// The number of latest rated games of a pool that are part of an export.
const MAX_HISTORY: u32 = 10_000;

/// The number of games in progress that are part of an export.
const MAX_MATCHES: usize = 1_000;

/// The number of changes of analysis trees read at a time.
const CHANGES: u32 = 500;

impl Actions {
    /// All records about a player but the finished games, as lines of JSON.
    ///
    /// # Errors
    ///
    /// [`ReadError`].
    pub(crate) async fn export_account(&self, player: &Player) -> Result<String, ReadError> {
        let (store, id) = (&self.store, player.id);
        let account = store.account(id).await?;
        let sessions = store.sessions(id).await?.into_iter().map(|session| {
            json!({"id": session.id, "device": session.device,
            "created_at": session.created_at.0, "seen_at": session.seen_at.0})
        });
        let passkeys = store.passkeys(id).await?.into_iter().map(|passkey| {
            json!({"device": passkey.device, "created_at": passkey.created_at.0,
            "used_at": passkey.used_at.0})
        });
        let tokens = self.tokens(id).await?.into_iter().map(|token| {
            json!({"id": token.id, "created_at": token.created_at.0,
            "expires_at": token.expires_at.0})
        });
        let pushes =
            store.pushes(id).await?.into_iter().map(
                |push| json!({"created_at": push.created_at.0, "kinds": KindList(push.kinds)}),
            );
        let vacation = store.vacation(id).await?;
        let mut ratings = Vec::new();
        for (pool, standing) in store.standings_of(id).await? {
            let history = store.rating_history(id, &pool, MAX_HISTORY).await?;
            let history = history.into_iter().map(|change| {
                json!({"game": change.game, "at": change.after.at.0,
                "rating": change.after.rating.rating, "deviation": change.after.rating.deviation})
            });
            ratings.push(json!({"pool": pool.to_string(), "rating": standing.rating.rating,
            "deviation": standing.rating.deviation, "games": standing.games,
            "history": history.collect::<Vec<_>>()}));
        }
        let tallies = store.tallies(id).await?.into_iter();
        let tallies = tallies.map(|GameTally { game, opponent, tally }| {
            json!({"game": game, "opponent": opponent, "won": tally.won, "drawn": tally.drawn,
                "lost": tally.lost})
        });
        let warnings = store.all_warnings(id).await?.into_iter();
        let warnings = warnings.map(|warning| json!({"at": warning.at.0, "text": warning.text}));
        let mail = store.mail(id).await?.map(|mail| {
            json!({"address": mail.address, "language": mail.language,
            "created_at": mail.created_at.0,
            "confirmed_at": mail.confirmed_at.map(|at| at.0),
            "refused_at": mail.refused_at.map(|at| at.0),
            "kinds": KindList(mail.kinds)})
        });
        let about = json!({
            "kind": "account",
            "id": id,
            "name": player.named.then_some(&*player.name),
            "guest": player.guest,
            "bot": player.bot,
            "registered_at": account.as_ref().map(|account| account.registered_at.0),
            "password": account.is_some_and(|account| account.password.is_some()),
            "recovery_codes": store.recovery_codes_left(id).await?,
            "sessions": sessions.collect::<Vec<_>>(),
            "passkeys": passkeys.collect::<Vec<_>>(),
            "tokens": tokens.collect::<Vec<_>>(),
            "pushes": pushes.collect::<Vec<_>>(),
            "mail": mail,
            "blocks": store.blocks(id).await?,
            "follows": store.follows(id).await?,
            "seek": self.seek_state(id).await.seek,
            "ratings": ratings,
            "tallies": tallies.collect::<Vec<_>>(),
            "listed": self.is_listed(id).await?,
            "warnings": warnings.collect::<Vec<_>>(),
            "muted_until": self.muted_until(id).await?.map(|until| until.0),
            "vacation": {"year": vacation.year, "used": vacation.used,
                "begun_at": vacation.begun.map(|begun| begun.0)},
        });
        let mut lines = format!("{about}\n");
        self.add_matches(id, &mut lines).await?;
        for (game, line) in self.cluster.chat_lines_of(id).await? {
            add(&mut lines, "chat", &json!({"match": game, "line": ChatLine::from(&line)}));
        }
        self.add_changes(id, &mut lines).await?;
        for report in store.reports_by(id).await? {
            let evidence: Value = serde_json::from_str(&report.evidence).unwrap_or_default();
            let report = json!({"at": report.at.0, "about": report.about, "match": report.match_id,
            "reason": report.reason, "evidence": evidence, "note": report.note,
            "outcome": report.outcome});
            add(&mut lines, "report", &report);
        }
        Ok(lines)
    }

    /// Adds the games in progress, as their player sees them, each with the player's conditional moves.
    async fn add_matches(&self, id: PlayerId, lines: &mut String) -> Result<(), ReadError> {
        for summary in self.cluster.matches_of(id, MAX_MATCHES).await? {
            let (snapshot, planned) = match self.registry.find(summary.id).await {
                Ok(Found::Here(handle)) => {
                    let planned = handle.plan(id).await?.map(|planned| planned.lines);
                    (handle.detailed(Detail::Plain, Some(id)).await?, planned)
                }
                Err(FindError::Elsewhere) => {
                    let state = self.registry.peek(summary.id).await?;
                    let now = self.registry.now();
                    let planned = state.seat_of(id).map(|side| state.plan(side).lines().to_vec());
                    (Box::new(Snapshot::of(&state, now, Some(Channel::Players))), planned)
                }
                // It has ended since, and follows with the finished games.
                Ok(Found::Archived(_)) | Err(FindError::NotFound) => continue,
                Err(error) => return Err(error.into()),
            };
            add(lines, "match", &json!({"snapshot": snapshot, "plan": planned}));
        }
        Ok(())
    }

    /// Adds the changes that the player has made to analysis trees.
    async fn add_changes(&self, id: PlayerId, lines: &mut String) -> Result<(), StoreError> {
        let mut after = None;
        loop {
            let changes = self.store.changes_by(id, after, CHANGES).await?;
            let Some((game, last)) = changes.last() else { return Ok(()) };
            after = Some((*game, last.seq));
            for (game, change) in changes {
                let change = json!({"game": game, "change": ChangeFrame::from(change)});
                add(lines, "analysis", &change);
            }
        }
    }
}

/// Adds a line with a value that belongs to the person.
fn add(lines: &mut String, kind: &str, value: &Value) {
    let line = json!({"kind": kind, kind: value});
    lines.push_str(&line.to_string());
    lines.push('\n');
}
