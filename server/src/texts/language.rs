//! The languages of the client, and which of them a visitor is served.
//!
//! The cookie that the client sets wins; otherwise `Accept-Language` decides by weight, then by
//! order; otherwise English. Only the first two letters of a tag count, so `zh-TW` is served
//! Chinese.

use engine::Text;
use hyper::header::{self, HeaderMap};
use serde::Deserialize;

/// A language that the client has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Language {
    /// English.
    En,
    /// Chinese.
    Zh,
    /// Japanese.
    Ja,
}

/// The cookie in which the client keeps the language that was chosen.
const COOKIE: &str = "yiguan_language";

impl Language {
    /// Every language.
    pub(crate) const ALL: [Self; 3] = [Self::En, Self::Zh, Self::Ja];

    /// The language tag for the `lang` attribute of a page.
    pub(crate) const fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Zh => "zh-Hans",
            Self::Ja => "ja",
        }
    }

    /// The two letters by which it is stored.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Zh => "zh",
            Self::Ja => "ja",
        }
    }

    /// The language of two letters; English if there is none of them.
    pub(crate) fn of_code(code: &str) -> Self {
        Self::named(code).unwrap_or(Self::En)
    }

    /// The file with the web app manifest.
    pub(crate) const fn description(self) -> &'static str {
        match self {
            Self::En => "app.en.webmanifest",
            Self::Zh => "app.zh.webmanifest",
            Self::Ja => "app.ja.webmanifest",
        }
    }

    /// The language that the visitor chose, or the first of the browser's that the client has.
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let texts =
            |name| headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
        let chosen = texts(header::COOKIE)
            .flat_map(|cookies| cookies.split(';'))
            .filter_map(|cookie| cookie.trim().strip_prefix(COOKIE)?.strip_prefix('='))
            .find_map(Self::named);
        let mut taken: Vec<(f32, Self)> = texts(header::ACCEPT_LANGUAGE)
            .flat_map(|list| list.split(','))
            .filter_map(|entry| {
                let (name, weight) = entry.split_once(';').unwrap_or((entry, ""));
                let weight =
                    weight.trim().strip_prefix("q=").map_or(Some(1.0), |text| text.parse().ok())?;
                Some((weight, Self::named(name.trim())?))
            })
            .filter(|(weight, _)| *weight > 0.0)
            .collect();
        // The sort is stable: languages of equal weight keep their order.
        taken.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        chosen.or(taken.first().map(|(_, language)| *language)).unwrap_or(Self::En)
    }

    /// The text in this language.
    pub(crate) const fn pick(self, text: Text) -> &'static str {
        match self {
            Self::En => text.en,
            Self::Zh => text.zh,
            Self::Ja => text.ja,
        }
    }

    fn named(text: &str) -> Option<Self> {
        let first = text.get(..2)?.to_ascii_lowercase();
        match &*first {
            "en" => Some(Self::En),
            "zh" => Some(Self::Zh),
            "ja" => Some(Self::Ja),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::header::HeaderValue;

    #[test]
    fn the_language_chosen_comes_before_those_of_the_browser() {
        for (cookie, accepted, expected) in [
            ("", "", Language::En),
            ("", "ja", Language::Ja),
            ("", "fr-FR, zh-TW;q=0.8, en;q=0.9", Language::En),
            ("", "de, zh-CN;q=0.8, ja;q=0.8", Language::Zh),
            ("", "ja;q=0, *", Language::En),
            ("", "ja;q=x, zh", Language::Zh),
            ("yiguan_language=ja", "zh", Language::Ja),
            ("a=b; yiguan_language=zh", "en", Language::Zh),
            ("yiguan_language=", "ja", Language::Ja),
            ("not_yiguan_language=zh; yiguan_languages=zh", "ja", Language::Ja),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, HeaderValue::from_static(cookie));
            headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_static(accepted));
            assert_eq!(Language::of(&headers), expected, "{cookie} {accepted}");
        }
    }
}
