//! The table of all texts that the server can write, by key.
//!
//! The tables of the pages are JavaScript modules of one form, a text a line (`  'key': 'text',`),
//! and are read as they are. The tests hold them to that form, and every key to all languages with
//! the same placeholders.

use super::Language;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The texts that only the server writes, as JSON.
const OWN: &str = include_str!("texts.json");

/// A table of the pages in each language.
macro_rules! page_table {
    ($name:literal) => {
        [
            include_str!(concat!("../../../static/js/i18n/en/", $name, ".js")),
            include_str!(concat!("../../../static/js/i18n/zh/", $name, ".js")),
            include_str!(concat!("../../../static/js/i18n/ja/", $name, ".js")),
        ]
    };
}

/// The tables of the pages that the server shares.
const OF_PAGES: [[&str; Language::ALL.len()]; 4] = [
    page_table!("verdicts"),
    page_table!("refusals"),
    page_table!("interface"),
    page_table!("missing"),
];

/// Texts by key and language.
type Table = BTreeMap<String, BTreeMap<Language, String>>;

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = own();
    for modules in OF_PAGES {
        for (language, module) in Language::ALL.into_iter().zip(modules) {
            for (key, text) in lines(module) {
                table.entry(key.to_owned()).or_default().insert(language, text.to_owned());
            }
        }
    }
    table
});

fn own() -> Table {
    serde_json::from_str(OWN).expect("the tests read the same file")
}

/// The keys and texts of a page's table.
fn lines(module: &str) -> impl Iterator<Item = (&str, &str)> {
    module.lines().filter_map(|line| {
        let line = line.strip_prefix("  '")?.strip_suffix("',")?;
        line.split_once("': '")
    })
}

/// The text of a key, if the table has it.
pub(super) fn find(language: Language, key: &str) -> Option<&'static str> {
    TABLE.get(key)?.get(&language).map(String::as_str)
}

/// The text of a key in the words of a game that has its own, and otherwise in those of all games.
pub(super) fn find_in_game(language: Language, key: &str, game: &str) -> Option<&'static str> {
    find(language, &format!("{key}.{game}")).or_else(|| find(language, key))
}

#[cfg(test)]
mod tests {
    use super::super::Key;
    use super::*;
    use std::collections::BTreeSet;

    /// The names in braces of a text.
    fn placeholders(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0)).collect()
    }

    /// The keys that lack a language, or have other placeholders in one than in English.
    fn gaps(table: &Table) -> Vec<&str> {
        let has_gap = |texts: &BTreeMap<Language, String>| {
            let of = |language| texts.get(&language).map_or("", |text| text.trim());
            let wanted = placeholders(of(Language::En));
            Language::ALL.map(of).iter().any(|text| text.is_empty() || placeholders(text) != wanted)
        };
        let found = table.iter().filter(|(_, texts)| has_gap(texts));
        found.map(|(key, _)| key.as_str()).collect()
    }

    #[test]
    fn every_key_has_all_languages_and_the_same_placeholders() {
        assert_eq!(gaps(&TABLE), Vec::<&str>::new());
    }

    #[test]
    fn gaps_of_a_table_are_found() {
        let texts = |texts: [&str; 3]| {
            Language::ALL.into_iter().zip(texts.map(str::to_owned)).collect::<BTreeMap<_, _>>()
        };
        let mut table: Table = [
            ("complete".to_owned(), texts(["{a} {b}", "{b} {a}", "{a}{b}"])),
            ("empty".to_owned(), texts(["a", " ", "a"])),
            ("other".to_owned(), texts(["{a}", "{a}", "{b}"])),
        ]
        .into();
        table.insert("without".to_owned(), [(Language::En, "a".to_owned())].into());
        assert_eq!(gaps(&table), ["empty", "other", "without"]);
    }

    #[test]
    fn keys_of_the_server_are_those_of_its_file() {
        for key in Key::ALL {
            assert!(TABLE.contains_key(key.as_str()), "{key:?}");
        }
        for key in own().keys() {
            assert!(Key::ALL.iter().any(|known| known.as_str() == key), "{key} is not used");
        }
    }

    #[test]
    fn no_key_is_in_two_files() {
        let pages = OF_PAGES.map(|[english, ..]| lines(english).count());
        assert_eq!(TABLE.len(), own().len() + pages.into_iter().sum::<usize>());
    }

    #[test]
    fn every_line_of_a_page_table_is_read() {
        for module in OF_PAGES.as_flattened() {
            let (_, inside) = module.split_once("export default {\n").expect("the table begins");
            let (inside, _) = inside.split_once("\n};").expect("the table ends");
            let is_text = |line: &&str| !line.is_empty() && !line.starts_with("  //");
            let texts = inside.lines().filter(is_text);
            assert_eq!(lines(module).count(), texts.clone().count());
            for (key, text) in texts.flat_map(lines) {
                assert!(!key.contains(['\'', '\\']) && !text.contains(['\'', '\\']), "{key}");
            }
        }
    }
}
