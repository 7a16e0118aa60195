//! Names that no player may choose, since they stand for the site, its staff or its computer
//! players.
//!
//! A name is compared by its [likeness](crate::likeness), so that neither another case nor characters
//! that look alike evade the list, and without digits and marks at its ends: `Admin 2` is refused as
//! `Admin` is. A name of the site may also stand before or after a word for its staff.

use crate::computer_players;
use crate::likeness::likeness;
use crate::names::Name;
use std::collections::HashSet;
use std::sync::LazyLock;

/// The names of the site.
const SITE: [&str; 3] = ["Yiguan", "弈馆", "Yiguan 弈馆"];

/// Words for those who run a site, and for the site itself, in the languages of its pages.
const STAFF: [&str; 41] = [
    "admin",
    "admins",
    "administrator",
    "administration",
    "operator",
    "operators",
    "moderator",
    "moderators",
    "mod",
    "mods",
    "staff",
    "system",
    "sysop",
    "sysadmin",
    "root",
    "server",
    "support",
    "help desk",
    "official",
    "site team",
    "webmaster",
    "管理员",
    "系统管理员",
    "网站管理员",
    "管理",
    "站长",
    "版主",
    "运营",
    "客服",
    "官方",
    "系统",
    "服务器",
    "工作人员",
    "管理者",
    "管理人",
    "運営",
    "運営スタッフ",
    "公式",
    "モデレーター",
    "スタッフ",
    "システム",
];

/// The names of the computer players in the other languages of the pages, and words for all of them.
const COMPUTER: [&str; 24] = [
    "小雀",
    "锦鲤",
    "野兔",
    "狐狸",
    "白鹤",
    "老虎",
    "灵龟",
    "青龙",
    "スズメ",
    "コイ",
    "ウサギ",
    "キツネ",
    "ツル",
    "トラ",
    "カメ",
    "リュウ",
    "computer",
    "computer player",
    "computer player",
    "电脑",
    "电脑棋手",
    "コンピュータ",
    "コンピューター",
    "コンピュータ棋士",
];

static RESERVED: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let computer = (1..=computer_players::LEVELS).filter_map(computer_players::name_of);
    let mut all: HashSet<String> =
        SITE.into_iter().chain(STAFF).chain(COMPUTER).chain(computer).map(likeness).collect();
    for site in SITE {
        for staff in STAFF {
            all.insert(likeness(&format!("{site}{staff}")));
            all.insert(likeness(&format!("{staff}{site}")));
        }
    }
    all
});

/// Whether a name resembles that of the site, its staff or a computer player.
///
/// ```
/// use domain::names::Name;
/// use domain::reserved::is_reserved;
/// assert!(is_reserved(&Name::parse("ADMIN").unwrap()));
/// assert!(!is_reserved(&Name::parse("Adam").unwrap()));
/// ```
#[must_use]
pub fn is_reserved(name: &Name) -> bool {
    readings(name).into_iter().any(|text| RESERVED.contains(&likeness(text)))
}

/// Whether a name resembles that of an engine, with or without the version behind it: by its
/// [likeness](crate::likeness), and without digits and marks at its ends.
#[must_use]
pub fn is_like_engine(name: &Name, engine: &str) -> bool {
    let before_version = engine.split(|c: char| c.is_ascii_digit()).next().unwrap_or_default();
    let engine = [engine, before_version].map(|text| likeness(core(text)));
    readings(name).into_iter().any(|text| engine.contains(&likeness(text)))
}

/// A name as it is, and without digits and marks at its ends.
fn readings(name: &Name) -> [&str; 2] {
    [name.as_str(), core(name.as_str())]
}

fn core(name: &str) -> &str {
    name.trim_matches(|c: char| !c.is_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_refused(name: &str) -> bool {
        is_reserved(&Name::parse(name).expect(name))
    }

    #[test]
    fn name_of_site_staff_or_computer_is_reserved() {
        for name in SITE.into_iter().chain(STAFF).chain(COMPUTER) {
            assert!(is_refused(name), "{name}");
        }
        for level in 1..=computer_players::LEVELS {
            assert!(is_refused(computer_players::name_of(level).expect("a level")));
        }
    }

    #[test]
    fn name_like_a_reserved_one_is_reserved() {
        for name in [
            "ADMIN",
            "a.d.m.i.n",
            "Adm1n",
            "Admin 2",
            "007 admin",
            "yi guan",
            "弈館",
            "管理員",
            "Yiguan Admin",
            "弈馆管理员",
            "官方弈馆",
            "T1ger",
            "tiger 3",
            "青龍",
        ] {
            assert!(is_refused(name), "{name}");
        }
        assert!(Name::parse("Ａｄｍｉｎ").is_err(), "full width is no name at all");
    }

    #[test]
    fn name_resembles_that_of_an_engine() {
        const ENGINE: &str = "Fairy-Stockfish 11.1 LB 64";
        for name in ["Fairy-Stockfish", "fairy stockfish 2", "FairyStockf1sh"] {
            assert!(is_like_engine(&Name::parse(name).expect(name), ENGINE), "{name}");
        }
        assert!(!is_like_engine(&Name::parse("Fairy").expect("a name"), ENGINE));
    }

    #[test]
    fn other_names_are_free() {
        for name in ["Adam", "弈馆主人", "Tigerlily", "Modest", "Li Bai", "龙", "虎之助", "Foxy"]
        {
            assert!(!is_refused(name), "{name}");
        }
    }
}
