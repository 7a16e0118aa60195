//! What a link to a match or a game shows where it is posted: the pages with a title, a line and
//! a picture in their heads, for programs that run no script.

use super::assets::page;
use super::extract::Name;
use super::{ApiError, AppState};
use crate::matches::{EndReason, Found, MatchResult};
use crate::wire::{Player, RoomState};
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::Response;
use engine::{BySide, GameInfo, Side};
use std::fmt::Write;

/// The page of a match.
pub(super) async fn live(
    State(app): State<AppState>,
    Name(id): Name,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let head = match of_match(&app, &id).await {
        Ok(preview) => {
            let head = preview.head(&origin(&app, &headers), &format!("/m/{id}"));
            // What the page asks for first.
            let snapshot = format!("/api/matches/{id}");
            head + &format!("<link rel=\"preload\" href=\"{snapshot}\" as=\"fetch\" crossorigin>\n")
        }
        Err(ApiError::NotFound) => return Err(ApiError::NotFound),
        // Whatever else is wrong may pass; the page tells of it, in the visitor's language.
        Err(_) => String::new(),
    };
    page(&app, &headers, "match.html", &head).await
}

/// The page of a stored game, or of a match that is not over yet.
pub(super) async fn replay(
    State(app): State<AppState>,
    Name(id): Name,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let found = match of_game(&app, &id).await {
        Err(ApiError::NotFound) => of_match(&app, &id).await,
        found => found,
    };
    let head = match found {
        Ok(preview) => preview.head(&origin(&app, &headers), &format!("/g/{id}")),
        Err(ApiError::NotFound) => return Err(ApiError::NotFound),
        Err(_) => String::new(),
    };
    page(&app, &headers, "replay.html", &head).await
}

/// Where this server is for others: its public address, or the one it was asked at.
fn origin(app: &AppState, headers: &HeaderMap) -> String {
    if let Some(url) = &app.config().public_url {
        return url.to_string();
    }
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let scheme = text(header::HeaderName::from_static("x-forwarded-proto"));
    let scheme = if scheme == Some("https") { "https" } else { "http" };
    format!("{scheme}://{}", text(header::HOST).unwrap_or_default())
}

/// What a link shows.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Preview {
    title: String,
    line: String,
    /// Where the picture is, from the root.
    picture: String,
}

async fn of_match(app: &AppState, id: &str) -> Result<Preview, ApiError> {
    let match_id = id.parse().map_err(|_| ApiError::NotFound)?;
    let found = app.registry().find(match_id).await?;
    let Found::Here(handle) = found else { return of_game(app, id).await };
    let room = handle.room().await?;
    let info = engine::find_game(&room.game)?;
    let sides = info.ruleset(Some(&room.ruleset))?.sides;
    let players = BySide { first: room.players.first, second: room.players.second };
    let line = match (room.state, room.seat) {
        (RoomState::Open, Some(seat)) => {
            format!("{} is free: open the link and play.", sides[seat].en)
        }
        (RoomState::Over, _) => format!("Over after {}.", moves(room.ply)),
        (RoomState::Open | RoomState::Live, _) => {
            format!("Being played, {} so far. Watch it live.", moves(room.ply))
        }
    };
    let options = room.options.iter().map(|(key, value)| (&**key, &**value));
    Ok(Preview {
        title: title(info, &players),
        line,
        picture: picture(&room.game, &room.ruleset, options, &room.position),
    })
}

async fn of_game(app: &AppState, id: &str) -> Result<Preview, ApiError> {
    let game_id = id.parse().map_err(|_| ApiError::NotFound)?;
    let stored = app.store().game(game_id).await?.ok_or(ApiError::NotFound)?;
    let summary = stored.summary;
    let info = engine::find_game(&summary.game)?;
    let sides = info.ruleset(Some(&summary.ruleset))?.sides;
    let winner = match summary.result {
        Some(MatchResult::Won(side)) => format!("{} wins", sides[side].en),
        Some(MatchResult::Draw) => "Draw".to_owned(),
        None => "No result".to_owned(),
    };
    let reason = reason(summary.reason);
    Ok(Preview {
        title: title(info, &summary.players),
        line: format!("{winner} ({reason}) after {}.", moves(summary.plies)),
        picture: picture(
            &summary.game,
            &summary.ruleset,
            summary.options.iter(),
            &summary.position,
        ),
    })
}

/// Who plays what; a free seat has no name.
fn title(info: &GameInfo, players: &BySide<Option<Player>>) -> String {
    let names: Vec<&str> =
        Side::ALL.into_iter().filter_map(|side| Some(&*players[side].as_ref()?.name)).collect();
    let game = format!("{} {}", info.name.en, info.name.zh);
    if names.is_empty() { game } else { format!("{} · {game}", names.join(" – ")) }
}

fn moves(count: u32) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}

fn reason(reason: EndReason) -> String {
    reason.as_str().replace('-', " ")
}

/// Where the picture of a position is.
fn picture<'a>(
    game: &str,
    ruleset: &str,
    options: impl Iterator<Item = (&'a str, &'a str)>,
    position: &str,
) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("game", game).append_pair("ruleset", ruleset);
    for (key, value) in options {
        query.append_pair(&format!("option.{key}"), value);
    }
    query.append_pair("position", position);
    format!("/api/position.png?{}", query.finish())
}

impl Preview {
    /// The preview as elements of a page's head.
    fn head(&self, origin: &str, path: &str) -> String {
        let mut head = String::new();
        let mut tag = |attribute: &str, name: &str, content: &str| {
            // Writing to a String cannot fail.
            let content = escaped(content);
            let _ = writeln!(head, r#"<meta {attribute}="{name}" content="{content}">"#);
        };
        tag("property", "og:site_name", "Yiguan 弈馆");
        tag("property", "og:type", "website");
        tag("property", "og:title", &self.title);
        tag("property", "og:description", &self.line);
        tag("property", "og:url", &format!("{origin}{path}"));
        tag("property", "og:image", &format!("{origin}{}", self.picture));
        tag("name", "description", &self.line);
        tag("name", "twitter:card", "summary");
        tag("name", "twitter:image", &format!("{origin}{}", self.picture));
        head
    }
}

/// A text as the value of an attribute.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_only_text() {
        let preview = Preview {
            title: r#""><script>alert('x')</script>"#.to_owned(),
            line: "</title>\n&amp;".to_owned(),
            picture: picture("a&b", "r\"", [("k", "<v>")].into_iter(), "4k4/\"><b b -"),
        };
        let head = preview.head("https://play.example", "/g/\"x");
        let inside = "&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;";
        assert!(head.contains(&format!(r#"<meta property="og:title" content="{inside}">"#)));
        assert!(head.contains(r#"content="&lt;/title&gt; &amp;amp;""#));
        assert_eq!(head.matches('<').count(), head.lines().count(), "one tag a line: {head}");
        assert!(!head.contains("script>") && !head.contains("/g/\"x"));
        assert!(head.contains("game=a%26b&amp;ruleset=r%22&amp;option.k=%3Cv%3E"));
    }

    #[test]
    fn a_free_seat_has_no_name() {
        let info = engine::find_game("xiangqi").expect("it is in the catalogue");
        let player = |name: &str| {
            Some(Player { name: name.into(), ..Player::guest(crate::ids::PlayerId::fresh()) })
        };
        let both = BySide { first: player("A"), second: player("B") };
        assert_eq!(title(info, &both), "A – B · Xiang Qi 象棋");
        let one = BySide { first: None, second: player("B") };
        assert_eq!(title(info, &one), "B · Xiang Qi 象棋");
        assert_eq!(title(info, &BySide { first: None, second: None }), "Xiang Qi 象棋");
    }
}
