//! The page for moderators as HTML.
//!
//! Everything that people wrote, names included, goes through `escaped`. There is no script: each button
//! submits a form.

use super::escaped;
use crate::actions::{GameFacts, Reported, ReportedCase};
use crate::moderation::measures::Undoing;
use crate::moderation::reports::ModAction;
use domain::Moment;
use serde_json::Value;
use std::collections::HashSet;
use std::fmt::Write;
use store::Operation;

/// The data of the page.
#[derive(Debug)]
pub(super) struct Page<'a> {
    /// The players with open reports, the oldest report first.
    pub(super) accused: &'a [Reported],
    /// The address under which players reach the server, to link to games.
    pub(super) site: Option<&'a str>,
    /// Recent operations, the latest first.
    pub(super) lately: &'a [Operation],
    /// The secret of all forms.
    pub(super) secret: &'a str,
    /// The moderator's name.
    pub(super) operator: &'a str,
    pub(super) now: Moment,
}

/// For how long a player can be muted or suspended.
const SPANS: [&str; 4] = ["24h", "1h", "7d", "30d"];

/// The default text of a warning, which the client shows in the reader's language.
const WARNING: &str = "Please keep the chat friendly.";

/// The text of a button.
const fn label(action: ModAction) -> &'static str {
    match action {
        ModAction::Warn => "Warn",
        ModAction::Mute => "Mute chat",
        ModAction::Suspend => "Suspend",
        ModAction::RemoveWords => "Delete messages",
        ModAction::HideGame => "Hide the game",
        ModAction::Dismiss => "Dismiss",
    }
}

impl Page<'_> {
    /// The page.
    pub(super) fn html(&self) -> String {
        let mut out = String::from(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>Reports · Yiguan</title>\n<link rel=\"stylesheet\" href=\"/reports.css\">\n\
             </head>\n<body>\n<h1>Reports</h1>\n",
        );
        let operator = escaped(self.operator);
        // Writing to a String cannot fail, here and below.
        let _ = writeln!(
            out,
            "<form method=\"get\" action=\"/reports\"><label>Your name (audit log) \
             <input name=\"operator\" value=\"{operator}\" maxlength=\"60\"></label>\
             <button>Use this name</button></form>\
             <p><a href=\"/reports/pairs\">One-sided results of rated games</a></p>"
        );
        if self.accused.is_empty() {
            out.push_str("<p>No open reports.</p>\n");
        }
        for accused in self.accused {
            let reporters: HashSet<_> = accused.cases.iter().map(|case| case.report.by).collect();
            let _ = writeln!(
                out,
                "<section>\n<h2>{}</h2>\n<p>Open reports: {}, by {} different players.</p>",
                escaped(&accused.name),
                accused.count,
                reporters.len(),
            );
            for case in &accused.cases {
                self.add_case(&mut out, case, accused.count - 1);
            }
            if accused.count > accused.cases.len() {
                let more = accused.count - accused.cases.len();
                let _ = writeln!(out, "<p>{more} later reports are not shown.</p>");
            }
            out.push_str("</section>\n");
        }
        self.add_lately(&mut out);
        out.push_str("</body>\n</html>\n");
        out
    }

    fn add_case(
        &self,
        out: &mut String,
        ReportedCase { report, by, game: facts }: &ReportedCase,
        others: usize,
    ) {
        let (by, reason) = (escaped(by), escaped(&report.reason));
        let ago = ago(self.now, report.at);
        let game = match self.site {
            _ if report.match_id.0.is_nil() => "not about a game".to_owned(),
            Some(site) => {
                let (site, id) = (escaped(site), report.match_id);
                format!("in match <a href=\"{site}/m/{id}\" rel=\"noreferrer\">{id}</a>")
            }
            None => format!("in match {}", report.match_id),
        };
        let _ = writeln!(
            out,
            "<article id=\"r{id}\">\n<h3>{reason}</h3>\n\
             <p>Reported by {by}, {ago}. Player {player}, reported by {reporter}, {game}.</p>",
            id = report.id,
            player = report.about,
            reporter = report.by,
        );
        if let Some(GameFacts { times, between: [won, drawn, lost] }) = facts {
            let _ = writeln!(
                out,
                "<p>Recent games against this opponent: won {won}, drawn {drawn}, lost {lost}.</p>"
            );
            if let Some(times) = times {
                let [least, median, most] = times.map(seconds);
                let _ = writeln!(
                    out,
                    "<p>Time for a move: least {least}, median {median}, most {most}.</p>"
                );
            }
        }
        for line in said(&report.evidence) {
            let _ = writeln!(out, "<blockquote>{}</blockquote>", escaped(&line));
        }
        if !report.note.is_empty() {
            let _ = writeln!(out, "<p>Note: {}</p>", escaped(&report.note));
        }
        let _ = write!(
            out,
            "<form method=\"post\" action=\"/reports/close\">\n{}\
             <input type=\"hidden\" name=\"report\" value=\"{}\">\n\
             <input name=\"text\" value=\"{}\" maxlength=\"300\" aria-label=\"Text of a warning\">\n\
             <select name=\"span\" aria-label=\"Duration of a mute or suspension\">",
            self.hidden(),
            report.id,
            escaped(WARNING),
        );
        for span in SPANS {
            let _ = write!(out, "<option>{span}</option>");
        }
        out.push_str("</select>\n");
        if others > 0 {
            let _ = writeln!(
                out,
                "<label><input type=\"checkbox\" name=\"all\" value=\"1\"> \
                 Also close the other {others} about this player</label>"
            );
        }
        for action in ModAction::ALL {
            let (word, label) = (action.as_str(), label(action));
            let _ = writeln!(out, "<button name=\"action\" value=\"{word}\">{label}</button>");
        }
        out.push_str("</form>\n</article>\n");
    }

    /// Recent operations, with a button to undo those that can be undone.
    fn add_lately(&self, out: &mut String) {
        out.push_str(
            "<h2>Recent actions</h2>\n<p>Deleted messages cannot be restored; everything else can be undone.</p>\n\
             <div class=\"lately\"><table>\n<tr><th>When</th><th>Who</th><th>What</th><th>Target</th>\
             <th>Why</th><th>Outcome</th><th></th></tr>\n",
        );
        // The latest come first, so an undoing operation is seen before the one it undid.
        let mut undone: HashSet<(String, String)> = HashSet::new();
        for operation in self.lately {
            let cells = [
                ago(self.now, operation.at),
                escaped(&operation.operator),
                escaped(&operation.action),
                escaped(&operation.target),
                escaped(&operation.reason),
                escaped(operation.outcome.as_deref().unwrap_or("pending")),
            ];
            let undoing = Undoing::of(operation)
                .filter(|way| !undone.contains(&(way.action().to_owned(), way.target())));
            let form = undoing.map(|_| {
                format!(
                    "<form method=\"post\" action=\"/reports/undo\">{}<input type=\"hidden\" \
                     name=\"operation\" value=\"{}\"><button>Undo</button></form>",
                    self.hidden(),
                    operation.id,
                )
            });
            let cells = cells.map(|cell| format!("<td>{cell}</td>")).concat();
            let _ = writeln!(out, "<tr>{cells}<td>{}</td></tr>", form.unwrap_or_default());
            undone.insert((operation.action.clone(), operation.target.clone()));
        }
        out.push_str("</table></div>\n");
    }

    /// The hidden fields of every form.
    fn hidden(&self) -> String {
        format!(
            "<input type=\"hidden\" name=\"token\" value=\"{}\">\
             <input type=\"hidden\" name=\"operator\" value=\"{}\">",
            self.secret,
            escaped(self.operator),
        )
    }
}

/// The reported lines, each with its speaker.
fn said(evidence: &str) -> Vec<String> {
    let lines: Vec<Value> = serde_json::from_str(evidence).unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    lines.iter().map(|line| format!("{}: {}", text(&line["name"]), text(&line["text"]))).collect()
}

/// A time in seconds, with tenths.
fn seconds(millis: u64) -> String {
    format!("{}.{} s", millis / 1_000, millis % 1_000 / 100)
}

/// The age of something, in words.
fn ago(now: Moment, then: Moment) -> String {
    let minutes = now.since(then) / 60_000;
    match minutes {
        0 => "just now".to_owned(),
        1..=119 => format!("{minutes} min ago"),
        120..=2_879 => format!("{} h ago", minutes / 60),
        _ => format!("{} days ago", minutes / 1_440),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{MatchId, PlayerId};
    use store::Report;
    use uuid::Uuid;

    fn case(text: &str) -> Reported {
        let line =
            serde_json::json!([{"seq": 3, "at": 0, "by": "first", "name": text, "text": text}]);
        let report = Report {
            id: Uuid::from_u128(1),
            at: Moment(0),
            by: PlayerId::fresh(),
            about: PlayerId::fresh(),
            match_id: MatchId::fresh(),
            reason: text.to_owned(),
            evidence: line.to_string(),
            note: text.to_owned(),
            outcome: None,
        };
        let facts = GameFacts { times: Some([900, 4_100, 30_000]), between: [3, 0, 1] };
        let case = ReportedCase { report, by: text.into(), game: Some(facts) };
        Reported { name: text.into(), count: 12, cases: vec![case] }
    }

    fn operation(action: &str, target: &str) -> Operation {
        Operation {
            id: Uuid::from_u128(2),
            at: Moment(0),
            operator: "<i>".to_owned(),
            action: action.to_owned(),
            target: target.to_owned(),
            reason: "<i>".to_owned(),
            outcome: Some("done".to_owned()),
        }
    }

    fn html(accused: &[Reported], lately: &[Operation]) -> String {
        let operator = "\"><script>";
        let site = Some("https://play.example.org");
        Page { accused, site, lately, secret: "s3cret", operator, now: Moment(7_200_000) }.html()
    }

    #[test]
    fn written_markup_is_text() {
        let evil = "</blockquote><script>alert(1)</script>\" onclick='x' &";
        let page = html(&[case(evil)], &[operation("say", "<b>")]);
        assert!(
            !page.contains("<script") && !page.contains("<b>") && !page.contains("<i>"),
            "{page}"
        );
        assert!(!page.contains("onclick='") && page.contains("&lt;script&gt;alert(1)"), "{page}");
        assert!(page.contains("2 h ago") && page.contains("11 later reports are not shown"));
        assert!(page.contains("won 3, drawn 0, lost 1") && page.contains("median 4.1 s"));
        assert!(page.contains("<a href=\"https://play.example.org/m/"), "{page}");
    }

    #[test]
    fn each_deed_is_one_press_and_each_form_has_the_secret() {
        let page =
            html(&[case("x"), case("y")], &[operation("mute", &PlayerId::fresh().to_string())]);
        for action in ModAction::ALL {
            let button = format!("name=\"action\" value=\"{}\"", action.as_str());
            assert_eq!(page.matches(&button).count(), 2, "{button}");
        }
        let posts = page.matches("method=\"post\"").count();
        assert_eq!((posts, page.matches("value=\"s3cret\"").count()), (3, 3));
        assert!(html(&[], &[]).contains("No open reports"));
    }

    #[test]
    fn undone_action_is_not_undone_again() {
        let player = PlayerId::fresh().to_string();
        let muted = operation("mute", &format!("{player} for 24h"));
        let unmuted = operation("unmute", &player);
        assert_eq!(html(&[], std::slice::from_ref(&muted)).matches("Undo</button>").count(), 1);
        assert_eq!(
            html(&[], &[unmuted.clone(), muted.clone()]).matches("Undo</button>").count(),
            0
        );
        // Muted anew after that.
        assert_eq!(html(&[], &[muted, unmuted]).matches("Undo</button>").count(), 1);
    }
}
