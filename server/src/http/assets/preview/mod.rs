//! Link previews of matches and games: the pages with a title, a description and a picture in their
//! heads, for programs that run no script, in the language they request.

mod words;

use crate::actions::{self, Actions};
use crate::client::Client;
use crate::http::assets::{self, page};
use crate::request::{ApiError, Name, Params, Part, SiteOrigin};
use crate::texts::{self, Key, Language};
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::{MatchResult, MatchState, Player};
use engine::{AnyGame, BySide, GameInfo, Options, Side};
use protocol::Snapshot;
use serde::Deserialize;
use std::fmt::Write;

/// The moment of a match that a link is about.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(crate) struct MomentQuery {
    /// The number of actions played; the current position by default. Programs cache link previews,
    /// so each moment has a link of its own.
    p: Option<u32>,
}

/// The page of a match.
pub(crate) async fn live(
    Part(actions): Part<Actions>,
    Part(client): Part<Client>,
    SiteOrigin(origin): SiteOrigin,
    Name(id): Name,
    Params(query): Params<MomentQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let language = Language::of(&headers);
    let path = query.p.map_or_else(|| format!("/m/{id}"), |ply| format!("/m/{id}?p={ply}"));
    let head = match of_match(&actions, &id, query.p, language).await {
        Ok(preview) => {
            let head = preview.head(&origin, &path);
            // The first request of the page.
            let snapshot = format!("/api/matches/{id}");
            head + &format!("<link rel=\"preload\" href=\"{snapshot}\" as=\"fetch\" crossorigin>\n")
        }
        Err(ApiError::NotFound) => return Err(ApiError::NotFound),
        // Whatever else is wrong may pass; the page reports it, in the visitor's language.
        Err(_) => String::new(),
    };
    page(&client, &headers, "match.html", &head).await
}

/// The page of a stored game, or of a match that is not over yet.
pub(crate) async fn replay(
    Part(actions): Part<Actions>,
    Part(client): Part<Client>,
    SiteOrigin(origin): SiteOrigin,
    Name(id): Name,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let language = Language::of(&headers);
    let found = match of_game(&actions, &id, language).await {
        Err(ApiError::NotFound) => of_match(&actions, &id, None, language).await,
        found => found,
    };
    let head = match found {
        Ok(preview) => preview.head(&origin, &format!("/g/{id}")),
        Err(ApiError::NotFound) => return Err(ApiError::NotFound),
        Err(_) => String::new(),
    };
    page(&client, &headers, "replay.html", &head).await
}

/// The lobby.
pub(crate) async fn lobby(
    Part(client): Part<Client>,
    SiteOrigin(origin): SiteOrigin,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let line = texts::text(Language::of(&headers), Key::Site);
    let preview = Preview::of_site(SITE_NAME, line, engine::find_game(SHOWN)?)?;
    page(&client, &headers, "index.html", &preview.head(&origin, "/")).await
}

/// The game that a page of the analysis board is about.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct GameQuery {
    /// The key of the game; none is chosen without it.
    game: Option<String>,
}

/// The analysis board, and two players on one device.
pub(crate) async fn analysis(
    Part(client): Part<Client>,
    SiteOrigin(origin): SiteOrigin,
    uri: Uri,
    Params(query): Params<GameQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let language = Language::of(&headers);
    let key = if uri.path() == "/local" { Key::Local } else { Key::Analysis };
    let line = texts::text(language, key);
    // Another link than those of the pages themselves is shown as the page is.
    let game = query.game.and_then(|game| engine::find_game(&game).ok());
    let title = game.map_or(SITE_NAME, |game| language.pick(game.name));
    let shown = game.map_or_else(|| engine::find_game(SHOWN), Ok)?;
    let path = uri.path_and_query().map_or_else(|| uri.path(), |path| path.as_str());
    let head = Preview::of_site(title, line, shown)?.head(&origin, path);
    page(&client, &headers, "replay.html", &head).await
}

/// The rules of every game.
pub(crate) async fn rules(
    Part(client): Part<Client>,
    SiteOrigin(origin): SiteOrigin,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let line = texts::text(Language::of(&headers), Key::Rules);
    let preview = Preview::of_site(SITE_NAME, line, engine::find_game(SHOWN)?)?;
    page(&client, &headers, "rules.html", &preview.head(&origin, "/rules")).await
}

/// The rules of a game, or the file of its figures, which lies beside them.
pub(crate) async fn rules_of_game(
    Part(client): Part<Client>,
    SiteOrigin(origin): SiteOrigin,
    Name(game): Name,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    if game.ends_with(".json") {
        return assets::figures(&client, &format!("rules/{game}"), &headers).await;
    }
    let info = engine::find_game(&game).map_err(|_| ApiError::NotFound)?;
    let language = Language::of(&headers);
    let title = words::rules_of(language, language.pick(info.name));
    let line = language.pick(info.rulesets[0].goal);
    let head = Preview::of_site(&title, line, info)?.head(&origin, &format!("/rules/{}", info.id));
    page(&client, &headers, "rules.html", &head).await
}

/// The name of the site, the same in every language.
const SITE_NAME: &str = "Yiguan 弈馆";

/// The game on the pictures of pages that are about no game.
const SHOWN: &str = "xiangqi";

/// A link preview.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Preview {
    title: String,
    line: String,
    /// The path of the picture.
    picture: String,
}

async fn of_match(
    actions: &Actions,
    id: &str,
    ply: Option<u32>,
    language: Language,
) -> Result<Preview, ApiError> {
    let match_id = id.parse().map_err(|_| ApiError::NotFound)?;
    let Some(found) = actions.preview(match_id, ply).await? else {
        return of_game(actions, id, language).await;
    };
    let actions::Preview { summary, past } = found;
    let before = ply.zip(past).map(|(ply, past)| position_at(&past, ply)).transpose()?;
    let info = engine::find_game(&summary.game)?;
    let sides = info.ruleset(Some(&summary.ruleset))?.sides;
    let players = BySide {
        first: summary.players.first.map(Player::from),
        second: summary.players.second.map(Player::from),
    };
    let line = match (summary.state, summary.seat) {
        (MatchState::Open, Some(seat)) => words::open(language, language.pick(sides[seat])),
        (MatchState::Over, _) => words::over(language, summary.ply),
        (MatchState::Open | MatchState::Live, _) => match (ply, summary.turn) {
            (Some(ply), _) if ply < summary.ply => words::before(language, ply),
            (Some(_), Some(turn)) => words::turn(language, language.pick(sides[turn]), summary.ply),
            (Some(_) | None, _) => words::live(language, summary.ply),
        },
    };
    let position = before.unwrap_or_else(|| summary.position.clone());
    let options = summary.options.iter().map(|(key, value)| (&**key, &**value));
    Ok(Preview {
        title: title(language, info, &players),
        line,
        picture: picture(&summary.game, &summary.ruleset, options, &position),
    })
}

/// The position of a match when `ply` actions had been played.
fn position_at(snapshot: &Snapshot, ply: u32) -> Result<String, ApiError> {
    let Snapshot { game, ruleset, ruleset_version: version, options, start, moves, .. } = snapshot;
    let options: Options = options.iter().collect();
    let mut game = AnyGame::of_version(game, ruleset, *version, &options, Some(start))?;
    let count = usize::try_from(ply).unwrap_or(usize::MAX);
    for action in moves.iter().take(count) {
        // A stored action is legal.
        game.play(action).map_err(|_| ApiError::Internal)?;
    }
    Ok(game.position_text())
}

async fn of_game(actions: &Actions, id: &str, language: Language) -> Result<Preview, ApiError> {
    let game_id = id.parse().map_err(|_| ApiError::NotFound)?;
    let stored = actions.game(game_id).await?.ok_or(ApiError::NotFound)?;
    let summary = stored.summary;
    let info = engine::find_game(&summary.game)?;
    let sides = info.ruleset(Some(&summary.ruleset))?.sides;
    let result = match summary.result {
        Some(MatchResult::Won(side)) => words::won(language, language.pick(sides[side])),
        Some(MatchResult::Draw) => texts::text(language, Key::Draw).to_owned(),
        None => texts::text(language, Key::NoResult).to_owned(),
    };
    Ok(Preview {
        title: title(language, info, &summary.players),
        line: words::ended(language, &summary.game, &result, summary.reason, summary.plies),
        picture: picture(
            &summary.game,
            &summary.ruleset,
            summary.options.iter(),
            &summary.position,
        ),
    })
}

/// The players and the game; a free seat has no name. In English the game's Chinese name is added.
fn title(language: Language, info: &GameInfo, players: &BySide<Option<Player>>) -> String {
    let names: Vec<String> = Side::ALL
        .into_iter()
        .filter_map(|side| Some(texts::name(language, players[side].as_ref()?)))
        .collect();
    let game = match language {
        Language::En => format!("{} {}", info.name.en, info.name.zh),
        Language::Zh | Language::Ja => language.pick(info.name).to_owned(),
    };
    if names.is_empty() { game } else { format!("{} · {game}", names.join(" – ")) }
}

/// The path of a position's picture.
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
    /// The preview of a page that is about no match: the picture is the start of a game.
    fn of_site(title: &str, line: &str, shown: &GameInfo) -> Result<Self, ApiError> {
        let ruleset = &shown.rulesets[0];
        let start = AnyGame::new(shown.id, Some(ruleset.id), &Options::none(), None)?.start_text();
        let picture = picture(shown.id, ruleset.id, std::iter::empty(), &start);
        Ok(Self { title: title.to_owned(), line: line.to_owned(), picture })
    }

    /// The preview as elements of a page's head.
    fn head(&self, origin: &str, path: &str) -> String {
        let mut head = String::new();
        let mut tag = |attribute: &str, name: &str, content: &str| {
            add_tag(&mut head, attribute, name, content);
        };
        tag("property", "og:site_name", SITE_NAME);
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

/// Adds a `meta` element.
fn add_tag(head: &mut String, attribute: &str, name: &str, content: &str) {
    // Writing to a String cannot fail.
    let content = escaped(content);
    let _ = writeln!(head, r#"<meta {attribute}="{name}" content="{content}">"#);
}

/// A text escaped for HTML, between tags or in an attribute.
pub(in crate::http) fn escaped(text: &str) -> String {
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
        let player = |name: &str| Some(Player::new(domain::PlayerId::fresh(), name, true));
        let both = BySide { first: player("A"), second: player("B") };
        assert_eq!(title(Language::En, info, &both), "A – B · Xiangqi 象棋");
        let one = BySide { first: None, second: player("B") };
        assert_eq!(title(Language::En, info, &one), "B · Xiangqi 象棋");
        assert_eq!(
            title(Language::En, info, &BySide { first: None, second: None }),
            "Xiangqi 象棋"
        );
    }
    #[test]
    fn names_that_the_server_gives_are_in_the_readers_language() {
        let info = engine::find_game("xiangqi").expect("it is in the catalogue");
        let id = domain::PlayerId::fresh();
        let guest = Player::guest(id);
        let code = guest.name.trim_start_matches("Guest ").to_owned();
        let sparrow = Player::computer(1);
        let both = BySide { first: Some(guest), second: sparrow };
        assert_eq!(title(Language::Zh, info, &both), format!("访客 {code} – 小雀 · 象棋"));
        let gone =
            BySide { first: Some(Player::new(id, domain::names::SOMEONE, false)), second: None };
        assert_eq!(title(Language::Ja, info, &gone), "退会したプレイヤー · シャンチー");
    }
}
