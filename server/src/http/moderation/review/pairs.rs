//! `/reports/pairs`: players who win nearly all rated games against others who play few opponents besides.

use super::escaped;
use crate::actions::{Actions, SEARCHED_GAMES};
use domain::PlayerId;
use std::fmt::Write;
use store::StoreError;

/// The page.
///
/// # Errors
///
/// [`StoreError`] if the store cannot be read.
pub(super) async fn html(actions: &Actions) -> Result<String, StoreError> {
    let (found, players) = actions.one_sided().await?;
    let name = |id: PlayerId| {
        let name = players.get(&id).map(|player| escaped(&player.name)).unwrap_or_default();
        format!("{name} <small>{id}</small>")
    };
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>One-sided results · Yiguan</title>\n\
         <link rel=\"stylesheet\" href=\"/reports.css\">\n</head>\n<body>\n\
         <h1>One-sided results</h1>\n<p><a href=\"/reports\">Reports</a></p>\n\
         <p>Of the rated games among the last {SEARCHED_GAMES} games: players who won at least four of five \
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
