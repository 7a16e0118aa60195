//! `/reports/pairs`: players who win nearly all rated games against others who play few opponents besides.

use super::escaped;
use crate::app_state::AppState;
use domain::PlayerId;
use domain::rating::one_sided;
use std::collections::HashMap;
use std::fmt::Write;
use store::StoreError;

/// How many of the latest games are looked through.
const LATEST: u32 = 20_000;

/// How many winners are shown, and how many who lose to each.
const SHOWN: usize = 50;
const SHOWN_OF_ONE: usize = 50;

/// The page.
///
/// # Errors
///
/// [`StoreError`] if the store cannot be read.
pub(super) async fn html(app: &AppState) -> Result<String, StoreError> {
    let mut found = one_sided(&app.store().latest_rated(LATEST).await?);
    found.truncate(SHOWN);
    for winner in &mut found {
        winner.losers.truncate(SHOWN_OF_ONE);
    }
    let ids: Vec<PlayerId> = found
        .iter()
        .flat_map(|one| std::iter::once(one.winner).chain(one.losers.iter().map(|one| one.player)))
        .collect();
    let players = app.actions().players(&ids).await?;
    let names: HashMap<PlayerId, String> =
        players.into_iter().map(|player| (player.id, escaped(&player.name))).collect();
    let name = |id: PlayerId| {
        let name = names.get(&id).map(String::as_str).unwrap_or_default();
        format!("{name} <small>{id}</small>")
    };
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>One-sided results · Yiguan</title>\n\
         <link rel=\"stylesheet\" href=\"/reports.css\">\n</head>\n<body>\n\
         <h1>One-sided results</h1>\n<p><a href=\"/reports\">Reports</a></p>\n\
         <p>Of the rated games among the last {LATEST} games: players who won at least four of five \
         games against somebody who has few other opponents, or after ten games of the two.</p>\n"
    );
    if found.is_empty() {
        out.push_str("<p>There are none.</p>\n");
    }
    for winner in &found {
        // Writing to a String cannot fail.
        let _ = writeln!(
            out,
            "<section>\n<h2>{}</h2>\n<table>\n<thead><tr><th>Loses</th><th>Games</th>\
             <th>Median actions</th><th>Other opponents</th></tr></thead>\n<tbody>",
            name(winner.winner)
        );
        for loser in &winner.losers {
            let _ = writeln!(
                out,
                "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                name(loser.player),
                loser.games,
                loser.plies,
                loser.others
            );
        }
        out.push_str("</tbody>\n</table>\n</section>\n");
    }
    out.push_str("</body>\n</html>\n");
    Ok(out)
}
