//! The lines written to other programs and read from them: the protocols UCI, USI and UCCI as far as
//! choosing a move needs them. Nothing here reads or writes by itself.
//!
//! USI and UCCI write positions and moves as the engine crate does. UCI is chess's protocol with the game as
//! an option, `UCI_Variant`, as Fairy-Stockfish has it: files are letters from the first side's left, ranks
//! numbers from 1, hands stand in brackets after the board and drops are `P@e5`. A program for one game
//! without that option counts its ranks from 0, as ours does.

use serde::Deserialize;
use std::time::Duration;

/// The questions that programs can be asked about a game; `games.json` has one for each game.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct Subject {
    /// The id of the game.
    pub(super) game: String,
    /// The rulesets that programs follow.
    pub(super) rulesets: Vec<String>,
    /// The protocols to try, the most likely first.
    pub(super) protocols: Vec<Protocol>,
    writing: Writing,
    /// Whether a program with the protocol UCI has to know the game by name.
    needs_variant: bool,
}

/// The games that programs can be asked about.
pub(super) fn subjects() -> Vec<Subject> {
    serde_json::from_str(include_str!("games.json")).unwrap_or_default()
}

/// The protocol of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Protocol {
    /// Universal chess interface.
    Uci,
    /// Universal shogi interface.
    Usi,
    /// Universal Chinese chess protocol.
    Ucci,
}

/// How our texts write squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Writing {
    /// `7g`: files are numbers from the right, ranks letters from the top.
    FilesFromTheRight,
    /// `h2`: files are letters from the left, ranks numbers from 0 at the bottom.
    RanksFromZero,
}

impl Protocol {
    /// The word that begins a conversation; the answer to it ends with the word and `ok`.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Usi => "usi",
            Self::Ucci => "ucci",
        }
    }
}

/// The properties that a program reports before it is ready.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Introduction {
    /// Its name.
    pub(super) name: Option<String>,
    /// The options that it has.
    options: Vec<String>,
    /// The games it knows, by its own words.
    variants: Vec<String>,
}

impl Introduction {
    /// Takes a line in.
    pub(super) fn read(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["id", "name", name @ ..] if !name.is_empty() => self.name = Some(name.join(" ")),
            ["option", "name", rest @ ..] => {
                let end = rest.iter().position(|&word| word == "type").unwrap_or(rest.len());
                let name = rest[..end].join(" ");
                if name == VARIANT {
                    let mut values = rest.iter().skip_while(|&&word| word != "var");
                    while let (Some(_), Some(value)) = (values.next(), values.next()) {
                        self.variants.push((*value).to_owned());
                    }
                }
                self.options.push(name);
            }
            _ => {}
        }
    }
}

const VARIANT: &str = "UCI_Variant";

/// How to communicate with one program about one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dialect {
    pub(super) protocol: Protocol,
    writing: Writing,
    /// Whether the program is sent the game, and counts ranks from 1.
    variant: bool,
}

impl Dialect {
    /// The dialect for a program that has introduced itself, or `None` if it does not know the
    /// game.
    pub(super) fn new(
        protocol: Protocol,
        subject: &Subject,
        introduction: &Introduction,
    ) -> Option<Self> {
        let is_uci = protocol == Protocol::Uci;
        let has_variants = introduction.options.iter().any(|option| option == VARIANT);
        let variant = is_uci && has_variants;
        let knows = introduction.variants.contains(&subject.game);
        if variant && !knows || is_uci && !variant && subject.needs_variant {
            return None;
        }
        Some(Self { protocol, writing: subject.writing, variant })
    }

    /// The commands sent before the program is asked whether it is ready.
    pub(super) fn settings(self, game: &str, introduction: &Introduction) -> Vec<String> {
        let mut wanted = vec![("Threads", "1"), ("Hash", "64"), ("USI_Hash", "64")];
        if self.variant {
            wanted.insert(0, (VARIANT, game));
        }
        // UCCI has options of other names, written differently.
        wanted.retain(|(name, _)| {
            self.protocol != Protocol::Ucci && introduction.options.iter().any(|has| has == name)
        });
        wanted
            .into_iter()
            .map(|(name, value)| format!("setoption name {name} value {value}"))
            .collect()
    }

    /// The line that sets up a position: the first position and the actions since then.
    pub(super) fn position(self, start: &str, actions: &[String]) -> String {
        let mut line = match self.protocol {
            Protocol::Usi => format!("position sfen {start}"),
            Protocol::Ucci => format!("position fen {start}"),
            Protocol::Uci => format!("position fen {}", self.start(start)),
        };
        if !actions.is_empty() {
            line.push_str(" moves");
        }
        for action in actions {
            line.push(' ');
            match self.protocol {
                Protocol::Uci => line.push_str(&self.theirs(action).unwrap_or_default()),
                Protocol::Usi | Protocol::Ucci => line.push_str(action),
            }
        }
        line
    }

    /// A start position as UCI has it.
    fn start(self, text: &str) -> String {
        let words: Vec<&str> = text.split_whitespace().collect();
        match (self.writing, words.as_slice()) {
            (Writing::FilesFromTheRight, [board, side, hand, rest @ ..]) => {
                // White begins for them, whichever colour it is.
                let side = if *side == "b" { "w" } else { "b" };
                let number = rest.first().copied().unwrap_or("1");
                format!("{board}[{}] {side} 0 {number}", unfolded(hand))
            }
            _ => text.to_owned(),
        }
    }

    /// An action of ours as UCI has it.
    fn theirs(self, action: &str) -> Option<String> {
        let mut written = String::new();
        let mut rest = action;
        if let (Writing::FilesFromTheRight, Some((piece, square))) =
            (self.writing, rest.split_once('*'))
        {
            written.push_str(piece);
            written.push('@');
            rest = square;
        }
        while let Some((square, left)) = self.square_of_ours(rest) {
            written.push_str(&square);
            rest = left;
        }
        written.push_str(rest);
        (rest.is_empty() || rest == "+").then_some(written)
    }

    /// The square at the beginning of a text of ours, as they write it, and the rest of the text.
    fn square_of_ours(self, text: &str) -> Option<(String, &str)> {
        let mut letters = text.chars();
        let (file, rank) = (letters.next()?, letters.next()?);
        let square = match self.writing {
            Writing::FilesFromTheRight => {
                let file = file.to_digit(10).filter(|file| *file > 0)?;
                let rank = u32::from(rank).checked_sub(u32::from('a')).filter(|rank| *rank < 9)?;
                format!("{}{}", letter(9 - file)?, 9 - rank)
            }
            Writing::RanksFromZero if self.variant => {
                format!("{file}{}", rank.to_digit(10)? + 1)
            }
            Writing::RanksFromZero => format!("{file}{}", rank.to_digit(10)?),
        };
        Some((square, letters.as_str()))
    }

    /// An answer of theirs as we have it, `None` if it makes no sense. Whether it is legal is another matter.
    pub(super) fn ours(self, action: &str) -> Option<String> {
        if self.protocol != Protocol::Uci {
            return Some(action.to_owned());
        }
        let mut written = String::new();
        let mut rest = action;
        if let Some((piece, square)) = rest.split_once('@') {
            written.push_str(piece);
            written.push('*');
            rest = square;
        }
        while rest.starts_with(|letter: char| letter.is_ascii_lowercase()) {
            let file = rest.chars().next()?;
            let end = rest[1..].find(|letter: char| !letter.is_ascii_digit());
            let (number, left) = rest[1..].split_at(end.unwrap_or(rest.len() - 1));
            let rank: u32 = number.parse().ok()?;
            let file_index = u32::from(file) - u32::from('a');
            match self.writing {
                Writing::FilesFromTheRight => {
                    let rank = 9_u32.checked_sub(rank)?;
                    written.push_str(&(9_u32.checked_sub(file_index)?).to_string());
                    written.push(letter(rank)?);
                }
                Writing::RanksFromZero => {
                    written.push(file);
                    let rank = if self.variant { rank.checked_sub(1)? } else { rank };
                    written.push_str(&rank.to_string());
                }
            }
            rest = left;
        }
        written.push_str(rest);
        Some(written)
    }
}

/// A hand with each piece as often as it is there: `2Pb` is `PPb`, and `-` nothing.
fn unfolded(hand: &str) -> String {
    let mut pieces = String::new();
    let mut count = 0;
    for letter in hand.chars().filter(|letter| *letter != '-') {
        if let Some(digit) = letter.to_digit(10) {
            count = (10 * count + digit).min(99);
        } else {
            (0..count.max(1)).for_each(|_| pieces.push(letter));
            count = 0;
        }
    }
    pieces
}

fn letter(index: u32) -> Option<char> {
    char::from_u32(u32::from('a') + index).filter(|_| index < 26)
}

/// How long a program is to think.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effort {
    /// So many positions, but no longer than this.
    Nodes(u64, Duration),
    /// So long.
    Time(Duration),
}

impl Effort {
    /// The line that begins the search.
    pub(super) fn line(self) -> String {
        match self {
            Self::Nodes(nodes, _) => format!("go nodes {nodes}"),
            Self::Time(time) => format!("go movetime {}", time.as_millis().max(1)),
        }
    }

    /// After how long the program is sent the command to stop.
    pub(super) const fn longest(self) -> Duration {
        match self {
            Self::Nodes(_, longest) | Self::Time(longest) => longest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dialect(game: &str, protocol: Protocol, lines: &[&str]) -> Option<Dialect> {
        let mut introduction = Introduction::default();
        lines.iter().for_each(|line| introduction.read(line));
        let subject = subjects().into_iter().find(|subject| subject.game == game)?;
        Dialect::new(protocol, &subject, &introduction)
    }

    const VARIANTS: &str =
        "option name UCI_Variant type combo default chess var chess var shogi var xiangqi";

    #[test]
    fn shogi_is_translated_for_uci() {
        let dialect = dialect("shogi", Protocol::Uci, &[VARIANTS]).expect("it knows shogi");
        let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b 2Pg 1";
        let actions = ["7g7f", "8h2b+", "P*5e"].map(str::to_owned);
        assert_eq!(
            dialect.position(start, &actions),
            "position fen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[PPg] w 0 1 \
             moves c3c4 b2h8+ P@e5"
        );
        for (theirs, ours) in [("c3c4", "7g7f"), ("b2h8+", "8h2b+"), ("P@e5", "P*5e")] {
            assert_eq!(dialect.ours(theirs).as_deref(), Some(ours));
        }
        for nonsense in ["z9z9", "a0a99", "a99999999999a1"] {
            assert_eq!(dialect.ours(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn xiangqi_counts_its_ranks_from_one_or_from_zero() {
        let start = "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1";
        let fairy = dialect("xiangqi", Protocol::Uci, &[VARIANTS]).expect("it knows xiangqi");
        let actions = ["b0c2".to_owned(), "a9a8".to_owned()];
        assert_eq!(
            fairy.position(start, &actions),
            format!("position fen {start} moves b1c3 a10a9")
        );
        assert_eq!(fairy.ours("a10a9").as_deref(), Some("a9a8"));
        let single = dialect("xiangqi", Protocol::Uci, &["id name Single"]).expect("one game only");
        assert_eq!(
            single.position(start, &actions),
            format!("position fen {start} moves b0c2 a9a8")
        );
        assert_eq!(single.ours("a9a8").as_deref(), Some("a9a8"));
    }

    #[test]
    fn a_program_for_other_games_is_recognised() {
        let chess = "option name UCI_Variant type combo default chess var chess var atomic";
        assert_eq!(dialect("xiangqi", Protocol::Uci, &[chess]), None);
        assert_eq!(dialect("shogi", Protocol::Uci, &["id name Chess only"]), None);
    }

    #[test]
    fn only_options_that_exist_are_set() {
        let mut introduction = Introduction::default();
        for line in ["id name A 1", VARIANTS, "option name Threads type spin default 1"] {
            introduction.read(line);
        }
        assert_eq!(introduction.name.as_deref(), Some("A 1"));
        let subject = &subjects()[0];
        let dialect = Dialect::new(Protocol::Uci, subject, &introduction).expect("it knows it");
        assert_eq!(
            dialect.settings(&subject.game, &introduction),
            ["setoption name UCI_Variant value shogi", "setoption name Threads value 1"]
        );
    }

    /// Every game of the list exists, and so do its rulesets.
    #[test]
    fn the_list_of_games_is_in_order() {
        let subjects = subjects();
        assert!(!subjects.is_empty());
        for subject in subjects {
            for ruleset in &subject.rulesets {
                let options = engine::Options::none();
                assert!(
                    engine::AnyGame::new(&subject.game, Some(ruleset), &options, None).is_ok(),
                    "{} {ruleset}",
                    subject.game
                );
            }
        }
    }
}
