//! A reader accounts for its input: every word of a record is used, becomes a comment or tag, or
//! stands on the line of a fault.
//!
//! A word is used if the game reads otherwise without it. A few words carry nothing that is not
//! elsewhere in the record, and are known by their form. Records are also mutated: words are removed,
//! doubled and joined, line ends lost, widths and cases changed, and nothing may get lost then either.

use crate::support::{Random, Tables, of};
use records::{Encoding, Score, open, to_json};
use serde_json::Value;

/// The number of mutations of each reader's samples.
fn mutations() -> u32 {
    if std::env::var_os("YIGUAN_LONG").is_some() { 100_000 } else { 1_000 }
}

const KIF: &str = "#KIF version=2.0\n開始日時：2026/11/21\n棋戦：試合\n場所：東京\n手合割：平手\n先手：甲\n後手：乙\n\
    手数----指手---------消費時間--\n*始め\n   1 ７六歩(77)   ( 0:12/00:00:12)\n*一手目\n&しおり\n\
    2 ３四歩(33)   ( 0:03/00:00:03)+\n   3 ２六歩(27)\n   4 投了   ( 0:04/00:00:07)\nまで3手で先手の勝ち\n\n\
    変化：2手\n   2 ８四歩(83)   ( 0:01/00:00:01)\n*変化です\n   3 ６八銀(79)\n\n変化：4手\n";
const BOARD: &str = "後手の持駒：飛二　歩三\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
    |v香 ・ ・ ・v玉 ・ ・ ・v香|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| 香 ・ ・ ・ 玉 ・ ・ ・ 香|九\n\
    +---------------------------+\n先手の持駒：金　銀二\n手番：後手\n1 ４二玉(51)\n2 ５八玉(59)\n";
const KI2: &str = "手合割：香落ち\n上手：乙\n下手：甲\n戦型：四間飛車\n\n△３四歩 ▲７六歩 △４四歩\n*三手目\n▲４八銀\n\
    まで4手で下手の勝ち\n\n変化：2手\n▲２六歩 △８四歩\n";
const CSA: &str = "'encoding=UTF-8\nV2.2\nN+甲\nN-乙\n$EVENT:試合\n$SITE:東京\n$START_TIME:2026/11/21\n\
    P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI *  *  *  *  * -KA * \nP3-FU-FU-FU-FU-FU-FU-FU-FU-FU\n\
    P4 *  *  *  *  *  *  *  *  * \nP5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  * \n\
    P7+FU+FU+FU+FU+FU+FU+FU+FU+FU\nP8 * +KA *  *  *  *  *  *  * \nP9+KY+KE+GI+KI+OU+KI+GI+KE+KY\nP-00HI\n\
    -\n'*始め\n-8384FU,T12\n+7776FU\nT3\n'*二手目\n%TORYO\nT5\n";
const USI: &str = "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b 2P 1 moves 7g7f 3c3d 8h2b+ 3a2b P*5e resign";
const WESTERN: &str = "[Sente \"A\"]\n[Gote \"B\"]\n[Event \"Cup\"]\n[Place \"Tokyo\"]\n[Result \"0-1\"]\n\
    1. P7g-7f {first} P3c-3d 2. B8hx2b+! S3ax2b 3. B*4e P-8d 0-1\n";
const PGN: &str = "[Game \"Chinese Chess\"]\n[Event \"Cup\"]\n[Site \"Hue\"]\n[Red \"甲\"]\n[Black \"乙\"]\n[Date \"2026.11.21\"]\n\
    [Result \"1-0\"]\n[Termination \"resignation\"]\n\n{before} 1. h2e2 {[%emt 0:00:01.200]} {good} (1. b2e2 {b} b9c7\n2. b0c2) h9g7 $1\n\
    2. h0g2! i9h9 ; rest\n3. g3g4 (3... c6c5 4. c3c4) 1-0\n";
const WXF: &str = "FORMAT WXF\nRED Zhang;Club\nBLACK Li;;\nEVENT Cup\nPLACE Hue\nDATE 24-12-2022\nRESULT 1-0\n/* before */\n\
    START{\n 1. C2.5 H8+7 2. H2+3 R9.8 /* on the last */\n}END\n";
const CN: &str = "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n\n1. 炮二平五 馬８進７\n2. 馬二進三 {好} 車９平８ (2... 卒７進１) 1/2-1/2\n";
const FEN: &str = "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w - - 0 1 moves h2e2 h9g7 h0g2";
const DHTML: &str = "[DhtmlXQ]\n[DhtmlXQ_title]题[/DhtmlXQ_title]\n[DhtmlXQ_event]杯[/DhtmlXQ_event]\n[DhtmlXQ_place]北京[/DhtmlXQ_place]\n\
    [DhtmlXQ_red]甲[/DhtmlXQ_red]\n[DhtmlXQ_black]乙[/DhtmlXQ_black]\n[DhtmlXQ_result]红胜[/DhtmlXQ_result]\n\
    [DhtmlXQ_movelist]7747 7062 7967 8070[/DhtmlXQ_movelist]\n[DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1]\n\
    [DhtmlXQ_comment1]好[/DhtmlXQ_comment1]\n[DhtmlXQ_comment1_2]也好[/DhtmlXQ_comment1_2]\n[/DhtmlXQ]\n";
const CBF: &str = "<?xml version=\"1.0\"?>\n<ChineseChessRecord Version=\"1.0\">\n<Head> <Name>局</Name> <Contest>杯</Contest> <Red>甲</Red> <Black>乙</Black>\n\
    <RecordResult>2</RecordResult> </Head>\n<MoveList>\n<Move value=\"00-00\"> 开始 </Move>\n<Move value=\"77-47\" />\n<Move value=\"70-62\" end=\"1\"> 完 </Move>\n</MoveList>\n</ChineseChessRecord>";

/// The games of a text as lines of JSON; none if it is no record, which is an answer, too.
fn read(bytes: &[u8]) -> Result<Vec<String>, String> {
    match open(bytes, &Tables) {
        Ok(scores) => Ok(scores.iter().map(to_json).collect()),
        Err(error) => Err(error.to_json()),
    }
}

/// Whether a word carries nothing that is not elsewhere in the record.
fn is_decoration(word: &str) -> bool {
    is_plain_decoration(word) || is_plain_decoration(&narrowed(word).to_lowercase())
}

/// A word in half width.
fn narrowed(word: &str) -> String {
    let narrow = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        other => other,
    };
    word.chars().map(narrow).collect()
}

fn is_plain_decoration(word: &str) -> bool {
    let plain = |c: char| {
        c.is_ascii_digit()
            || ('０'..='９').contains(&c)
            || "一二三四五六七八九.:()/+-=|,…（）　*．：・".contains(c)
    };
    let forms = [
        "手数",
        "手番",
        "まで",
        ";",
        "BLACK",
        "RED",
        "EVENT",
        "PLACE",
        "DATE",
        "変化",
        "[Result",
        "[Game",
        "[Format",
        "\"Chinese",
        "Chess\"]",
        "[Termination",
        "[DhtmlXQ]",
        "[/DhtmlXQ",
        "FORMAT",
        "WXF",
        "RESULT",
        "}END",
        "START{",
        "V2.2",
        "PI",
        "position",
        "moves",
        "手合割",
        "startpos",
        "<",
        "#KIF",
        "'encoding",
        "'",
        "END",
        "Version=",
        "投了",
        "%TORYO",
        "resign",
        "{",
        "}",
        "/*",
        "*/",
    ];
    word.chars().all(plain)
        || forms.iter().any(|form| {
            word.starts_with(form) || word.starts_with(&form.to_lowercase()) || word.ends_with('>')
        })
        || [
            "1-0", "0-1", "1/2-1/2", "1-0\"]", "0-1\"]", "w", "b", "1", "0", "-", ";", "上手",
            "下手", "fen", "sfen",
        ]
        .contains(&word)
}

/// The words of a text with their spans in bytes.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (c.is_whitespace(), start) {
            (true, Some(from)) => {
                words.push((from, at));
                start = None;
            }
            (false, None) => start = Some(at),
            _ => {}
        }
    }
    words
}

/// A text with blanks of the same number of characters for a word.
fn without(text: &str, (start, end): (usize, usize)) -> String {
    let blanks = " ".repeat(text[start..end].chars().count());
    format!("{}{blanks}{}", &text[..start], &text[end..])
}

/// The reason why a word is not accounted for, if it is not.
fn lost(text: &str, span: (usize, usize)) -> Option<String> {
    let word = &text[span.0..span.1];
    let whole = read(text.as_bytes());
    let plain = |text: &str| narrowed(text).to_lowercase();
    // The head of the columns may have come to stand behind a word.
    let bare = word.find("手数--").filter(|&at| at > 0).map_or(word, |at| &word[..at]);
    if is_decoration(word) || plain(text).matches(&plain(bare)).count() > 1 {
        return None;
    }
    let Ok(games) = &whole else { return None };
    if read(without(text, span).as_bytes()) != whole {
        return None;
    }
    let line = text[..span.0].matches('\n').count() + 1;
    for game in games {
        let game: Value = serde_json::from_str(game).expect("it is JSON");
        let on_line = |fault: &Value| fault["line"].as_u64() == u64::try_from(line).ok();
        if game["faults"].as_array().is_some_and(|faults| faults.iter().any(on_line)) {
            return None;
        }
        // Faults beyond so many are not noted.
        if game["faults"].as_array().is_some_and(|faults| faults.len() >= 200) {
            return None;
        }
    }
    Some(format!("`{word}` on line {line} is lost in:\n{text}\n{games:?}"))
}

/// A text with one thing changed, and where.
fn mutated(text: &str, random: &mut Random) -> (String, usize) {
    let words = words(text);
    let index = random.below(words.len());
    let (start, end) = words[index];
    let (before, word, after) = (&text[..start], &text[start..end], &text[end..]);
    let changed = match random.below(7) {
        0 => format!("{before}{after}"),
        1 => format!("{before}{word} {word}{after}"),
        2 => format!("{before}{word}{}", after.trim_start_matches([' ', '\u{3000}'])),
        // A line's end is lost.
        3 => format!("{before}{word}{}", after.replacen('\n', " ", 1)),
        4 => format!("{before}{word}{}", after.replacen('\n', "", 1)),
        5 => format!("{before}{}{after}", widened(word)),
        _ => format!("{before}{}{after}", word.to_lowercase()),
    };
    (changed, index)
}

/// A word in full width.
fn widened(word: &str) -> String {
    let wide = |c: char| match c {
        '!'..='~' => char::from_u32(u32::from(c) + 0xfee0).unwrap_or(c),
        other => other,
    };
    word.chars().map(wide).collect()
}

#[track_caller]
fn check(name: &str, text: &str) {
    for span in words(text) {
        if let Some(why) = lost(text, span) {
            panic!("{name}: {why}");
        }
    }
    let seed = 0x9e37_79b9_7f4a_7c15;
    let mut random = Random(seed);
    for number in 0..mutations() {
        let (mut changed, at) = mutated(text, &mut random);
        if random.below(3) == 0 {
            changed = mutated(&changed, &mut random).0;
        }
        let spans = words(&changed);
        // The words where it was changed, and one anywhere.
        let anywhere = random.below(spans.len());
        for index in [at.saturating_sub(1), at, at + 1, anywhere] {
            let Some(&span) = spans.get(index) else { continue };
            if let Some(why) = lost(&changed, span) {
                panic!("{name}, seed {seed:#x}, mutation {number}: {why}");
            }
        }
    }
}

#[test]
fn kif_accounts_for_its_input() {
    check("kif", KIF);
}

#[test]
fn boards_account_for_their_input() {
    check("board", BOARD);
}

#[test]
fn ki2_accounts_for_its_input() {
    check("ki2", KI2);
}

#[test]
fn csa_accounts_for_its_input() {
    check("csa", CSA);
}

#[test]
fn usi_accounts_for_its_input() {
    check("usi", USI);
}

#[test]
fn western_accounts_for_its_input() {
    check("western", WESTERN);
}

#[test]
fn pgn_accounts_for_its_input() {
    check("pgn", PGN);
}

#[test]
fn wxf_files_account_for_their_input() {
    check("wxf", WXF);
}

#[test]
fn chinese_moves_account_for_their_input() {
    check("cn", CN);
}

#[test]
fn fen_accounts_for_its_input() {
    check("fen", FEN);
}

#[test]
fn dhtmlxq_accounts_for_its_input() {
    check("dhtmlxq", DHTML);
}

#[test]
fn cbf_accounts_for_its_input() {
    check("cbf", CBF);
}

/// The scores as JSON, without the encoding.
fn bare(scores: &[Score]) -> Vec<Value> {
    let value = |score: &Score| {
        let mut value: Value = serde_json::from_str(&to_json(score)).expect("it is JSON");
        if let Some(members) = value.as_object_mut() {
            members.remove("encoding");
            members.remove("doubtful_encoding");
        }
        value
    };
    scores.iter().map(value).collect()
}

#[test]
fn samples_read_the_same_in_every_encoding() {
    let japanese = [KIF, BOARD, KI2, CSA];
    let chinese = [CN, DHTML];
    let cases = japanese
        .iter()
        .flat_map(|&text| {
            [Encoding::ShiftJis, Encoding::EucJp, Encoding::Iso2022Jp].map(|to| (text, to))
        })
        .chain(chinese.iter().map(|&text| (text, Encoding::Gb18030)))
        .chain([(CN, Encoding::Big5)]);
    for (text, encoding) in cases {
        let expected = bare(&open(text.as_bytes(), &Tables).expect("a record"));
        let (bytes, _, lossy) = of(encoding).encode(text);
        assert!(!lossy, "{encoding:?}: {text}");
        assert_eq!(bare(&open(&bytes, &Tables).expect("a record")), expected, "{encoding:?}");
    }
    for text in [KIF, BOARD, KI2, CSA, USI, WESTERN, PGN, WXF, CN, FEN, DHTML, CBF] {
        let expected = bare(&open(text.as_bytes(), &Tables).expect("a record"));
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [little, big] {
            assert_eq!(bare(&open(&bytes, &Tables).expect("a record")), expected, "{text}");
        }
    }
}
