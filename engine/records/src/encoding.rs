//! The encoding of a text.
//!
//! A byte order mark and valid UTF-8 decide by themselves. The others look alike, so the reader
//! tries each and takes the one whose text has the most characters typical of records, and whose
//! bytes are those that its usual characters have. A choice that another encoding nearly reaches is
//! doubtful.

/// An encoding of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Shift-JIS with the additions of Windows.
    ShiftJis,
    /// EUC-JP.
    EucJp,
    /// ISO-2022-JP, called JIS.
    Iso2022Jp,
    /// GB 18030, which contains GBK and GB 2312.
    Gb18030,
    /// Big5.
    Big5,
    /// The Vietnamese of Windows.
    Windows1258,
}

impl Encoding {
    /// Every encoding.
    pub const ALL: [Self; 6] = [
        Self::ShiftJis,
        Self::Gb18030,
        Self::EucJp,
        Self::Big5,
        Self::Windows1258,
        Self::Iso2022Jp,
    ];

    /// The label of the encoding standard.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::ShiftJis => "shift_jis",
            Self::EucJp => "euc-jp",
            Self::Iso2022Jp => "iso-2022-jp",
            Self::Gb18030 => "gb18030",
            Self::Big5 => "big5",
            Self::Windows1258 => "windows-1258",
        }
    }
}

/// The encoding that was chosen for a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chosen {
    /// The label of the encoding standard.
    pub label: &'static str,
    /// Whether another encoding fits nearly as well.
    pub doubtful: bool,
}

impl Chosen {
    const fn surely(label: &'static str) -> Self {
        Self { label, doubtful: false }
    }
}

/// Decodes bytes; a browser and a server have their own means for that.
pub trait Decode {
    /// The text, with U+FFFD for bytes that the encoding does not have.
    fn decode(&self, encoding: Encoding, bytes: &[u8]) -> String;
}

/// The text of a file and its encoding; `None` if it is none.
pub(crate) fn text(bytes: &[u8], decode: &dyn Decode) -> Option<(String, Chosen)> {
    match bytes {
        [0xFF, 0xFE, rest @ ..] => return marked(wide(rest, u16::from_le_bytes), "utf-16le"),
        [0xFE, 0xFF, rest @ ..] => return marked(wide(rest, u16::from_be_bytes), "utf-16be"),
        _ => {}
    }
    if bytes.contains(&0) {
        return without_mark(bytes);
    }
    if has_escapes(bytes) {
        let text = decode.decode(Encoding::Iso2022Jp, bytes);
        if !text.contains('\u{fffd}') {
            return Some((text, Chosen::surely(Encoding::Iso2022Jp.label())));
        }
    }
    if let Ok(text) = std::str::from_utf8(bytes)
        && !text.contains(is_of_no_record)
    {
        return Some((text.to_owned(), Chosen::surely("utf-8")));
    }
    let candidates: &[Encoding] = if looks_like_csa(bytes) {
        &[Encoding::ShiftJis, Encoding::EucJp]
    } else {
        &[
            Encoding::ShiftJis,
            Encoding::Gb18030,
            Encoding::EucJp,
            Encoding::Big5,
            Encoding::Windows1258,
        ]
    };
    // A damaged UTF-8 file is still one.
    let damaged = String::from_utf8_lossy(bytes).into_owned();
    Some(best(bytes, candidates, Some((damaged, "utf-8")), decode))
}

/// The encoding that texts of a binary file are in, joined to one.
pub(crate) fn of_texts(bytes: &[u8], decode: &dyn Decode) -> (Option<Encoding>, Chosen) {
    if bytes.is_ascii() {
        return (Some(Encoding::Gb18030), Chosen::surely(Encoding::Gb18030.label()));
    }
    if std::str::from_utf8(bytes).is_ok() {
        return (None, Chosen::surely("utf-8"));
    }
    let candidates = [Encoding::Gb18030, Encoding::Big5, Encoding::Windows1258];
    let (_, chosen) = best(bytes, &candidates, None, decode);
    let encoding = candidates.into_iter().find(|encoding| encoding.label() == chosen.label);
    (encoding, chosen)
}

/// The candidate whose text looks most like a record's; of equals the first.
fn best(
    bytes: &[u8],
    candidates: &[Encoding],
    other: Option<(String, &'static str)>,
    decode: &dyn Decode,
) -> (String, Chosen) {
    let of = |&encoding: &Encoding| {
        let text = decode.decode(encoding, bytes);
        (score(&text) + habits(encoding, bytes), text, encoding.label())
    };
    let mut tried: Vec<(i64, String, &'static str)> = candidates.iter().map(of).collect();
    tried.extend(other.map(|(text, label)| (score(&text), text, label)));
    // A stable sort leaves the first of equals in front.
    tried.sort_by_key(|&(score, ..)| std::cmp::Reverse(score));
    let second = tried.get(1).map(|&(score, ..)| score);
    let mut tried = tried.into_iter();
    let Some((most, text, label)) = tried.next() else {
        return (String::new(), Chosen { label: "utf-8", doubtful: true });
    };
    let near = second.is_some_and(|second| most - second <= (most.abs() / 8).max(3));
    (text, Chosen { label, doubtful: near || most < 0 })
}

/// Signs of medieval Latin and Hebrew, letters of Syriac, Thaana and N'Ko: in records they are
/// half-width katakana of Shift-JIS, or characters of GBK, that happen to be UTF-8.
const fn is_of_no_record(character: char) -> bool {
    matches!(character, '\u{363}'..='\u{36f}' | '\u{590}'..='\u{5cf}' | '\u{700}'..='\u{7ff}')
}

fn wide(bytes: &[u8], of: fn([u8; 2]) -> u16) -> String {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().map(|&pair| of(pair)).collect();
    let mut text = String::from_utf16_lossy(&units);
    // Half a character at the end.
    if !rest.is_empty() {
        text.push('\u{fffd}');
    }
    text
}

fn marked(text: String, label: &'static str) -> Option<(String, Chosen)> {
    (!text.contains('\0')).then_some((text, Chosen::surely(label)))
}

/// UTF-16 without its mark, in the byte order whose text looks more like a record.
fn without_mark(bytes: &[u8]) -> Option<(String, Chosen)> {
    let tried = ["utf-16le", "utf-16be"].map(|label| {
        let is_little = label == "utf-16le";
        let text = wide(bytes, if is_little { u16::from_le_bytes } else { u16::from_be_bytes });
        (score(&text) + plain_and_swapped(&text), text, label)
    });
    let [(little, ..), (big, ..)] = tried;
    let chosen = usize::from(big > little);
    let near = little.abs_diff(big) <= 3;
    let (score, text, label) = tried.into_iter().nth(chosen)?;
    // No text has a null, and hardly any has as many characters of other scripts.
    let most = text.chars().count();
    let is_text = !text.contains('\0') && score >= -i64::try_from(most / 4).unwrap_or(0);
    is_text.then_some((text, Chosen { label, doubtful: near }))
}

/// Characters of ASCII, which records are full of, less those that they become in the wrong order.
fn plain_and_swapped(text: &str) -> i64 {
    let of = |character: char| match u32::from(character) {
        ..0x80 => 2,
        code if code.is_multiple_of(0x100) => -5,
        _ => 0,
    };
    text.chars().take(20_000).map(of).sum()
}

/// Whether bytes hold the escapes of ISO-2022-JP.
fn has_escapes(bytes: &[u8]) -> bool {
    bytes.windows(3).any(|bytes| matches!(bytes, [0x1b, b'$', b'@' | b'B'] | [0x1b, b'(', b'I']))
}

/// CSA is in ASCII except for names and comments, which reveal too little of their encoding.
fn looks_like_csa(bytes: &[u8]) -> bool {
    // Statements may also stand between commas or blanks.
    let mut words = bytes.split(|&byte| matches!(byte, b'\n' | b'\r' | b',' | b' ' | b'\t'));
    words.any(|word| {
        matches!(word, [b'+' | b'-', a, b, c, d, e, f, ..]
            if [a, b, c, d].into_iter().all(u8::is_ascii_digit)
                && e.is_ascii_uppercase() && f.is_ascii_uppercase())
    }) || bytes.split(|&byte| matches!(byte, b'\n' | b'\r')).any(|line| {
        let line = line.trim_ascii();
        line == b"PI"
            || matches!(line, [b'P', b'1'..=b'9', b'+' | b'-', a, b, ..]
                if a.is_ascii_uppercase() && b.is_ascii_uppercase())
    })
}

/// Characters that are frequent in records, and rare in other texts.
const TYPICAL_CHARACTERS: &str = "歩香桂銀角飛玉王龍竜馬成打同手先後持駒合割平開始棋戦日時間消費変化\
    炮砲車车马兵卒士仕象相帅帥将將进進退红紅黑胜勝负負和中象局";

/// The letters of Vietnamese that ASCII does not have, and the tones as Windows writes them.
const VIETNAMESE: &str = "ÀÁÂĂÈÉÊÍÓÔÙÚĐƠƯàáâăèéêíóôùúđơư\u{300}\u{301}\u{303}\u{309}\u{323}";

/// A score for the likeness of a text to that of a record.
fn score(text: &str) -> i64 {
    let mut before = ' ';
    let mut sum = 0;
    // The beginning is enough to decide.
    let mut characters = text.chars().take(20_000).peekable();
    while let Some(character) = characters.next() {
        let beside_letter = |c: char| c.is_ascii_alphabetic() || VIETNAMESE.contains(c);
        sum += match character {
            '\u{fffd}' => -20,
            '\0'..='\u{8}' | '\u{e}'..='\u{1a}' | '\u{7f}'..='\u{9f}' => -10,
            // Half-width katakana, which is also the usual result of reading kanji in a wrong
            // encoding.
            kana if is_half_width(kana) => 0,
            '\u{e000}'..='\u{f8ff}' => -8,
            // Hiragana, katakana, full-width signs.
            '\u{3041}'..='\u{30fe}' | '\u{ff01}'..='\u{ff5e}' | '　' | '。' | '、' => 2,
            '一' | '二' | '三' | '四' | '五' | '六' | '七' | '八' | '九' => 3,
            '\u{4e00}'..='\u{9fff}' if TYPICAL_CHARACTERS.contains(character) => 4,
            '\u{4e00}'..='\u{9fff}' => 1,
            '▲' | '△' => 3,
            letter if VIETNAMESE.contains(letter) => {
                let near =
                    beside_letter(before) || characters.peek().is_some_and(|&c| beside_letter(c));
                if near { 3 } else { -2 }
            }
            character if character.is_ascii() => 0,
            _ => -2,
        };
        before = character;
    }
    sum + half_width(text)
}

const fn is_half_width(character: char) -> bool {
    matches!(character, '\u{ff61}'..='\u{ff9f}')
}

/// A score for the half-width katakana of a text: how likely they are words.
fn half_width(text: &str) -> i64 {
    let characters: Vec<char> = text.chars().take(20_000).collect();
    let runs = characters.chunk_by(|&a, &b| is_half_width(a) == is_half_width(b));
    let of = |run: &[char]| {
        let length = i64::try_from(run.len()).unwrap_or(0);
        let marks = i64::try_from(run.iter().filter(|&&c| is_voice_mark(c)).count()).unwrap_or(0);
        if is_word(run) { length + 2 * marks } else { -4 * length }
    };
    runs.filter(|run| is_half_width(run[0])).map(of).sum()
}

/// The marks of voiced and half-voiced sounds, which are characters of their own in half width.
const fn is_voice_mark(character: char) -> bool {
    matches!(character, 'ﾞ' | 'ﾟ')
}

/// Whether half-width katakana can be a word: each small letter and each mark follows a letter that
/// takes it.
fn is_word(run: &[char]) -> bool {
    let fits = |(&before, &character): (&char, &char)| match character {
        'ﾞ' => matches!(before, 'ｳ' | 'ｶ'..='ﾄ' | 'ﾊ'..='ﾎ'),
        'ﾟ' => matches!(before, 'ﾊ'..='ﾎ'),
        'ｧ'..='ｯ' | 'ｰ' => matches!(before, 'ｱ'..='ﾟ' | 'ｧ'..='ｮ'),
        '･' => before != '･',
        _ => !matches!(character, '｡'..='､'),
    };
    let begins = run.first().is_some_and(|first| matches!(first, 'ｱ'..='ﾜ'));
    begins && run.len() > 1 && run.iter().zip(&run[1..]).all(fits)
}

/// A score for the bytes that belong to an encoding's usual characters.
fn habits(encoding: Encoding, bytes: &[u8]) -> i64 {
    let mut sum = 0;
    let mut at = 0;
    let bytes = &bytes[..bytes.len().min(40_000)];
    while let Some(&[lead, trail]) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        if lead < 0x80 {
            at += 1;
            continue;
        }
        // Half-width katakana are of one byte, and judged as characters.
        if encoding == Encoding::ShiftJis && matches!(lead, 0xA0..=0xDF) {
            at += 1;
            continue;
        }
        at += 2;
        sum += match (encoding, lead, trail) {
            (Encoding::Gb18030, 0xA1..=0xA3, 0xA1..) => 1,
            (Encoding::Gb18030, 0xB0..=0xD7, 0xA1..) => 2,
            (Encoding::Gb18030, 0xD8..=0xF7, 0xA1..) => 0,
            (Encoding::Gb18030, ..) => -2,
            (Encoding::Big5, 0xA1..=0xA3, 0x40..=0x7E | 0xA1..) => 1,
            (Encoding::Big5, 0xA4..=0xC6, 0x40..=0x7E | 0xA1..) => 2,
            (Encoding::Big5, 0xC9..=0xF9, 0x40..=0x7E | 0xA1..) => -1,
            (Encoding::Big5, ..) => -4,
            (Encoding::EucJp, 0xA1 | 0xA3, 0xA1..) => 1,
            (Encoding::EucJp, 0xA4 | 0xA5 | 0xB0..=0xCF, 0xA1..) => 2,
            (Encoding::EucJp, 0xD0..=0xF4, 0xA1..) => 0,
            // Half-width katakana, of which each has this lead.
            (Encoding::EucJp, 0x8E, 0xA1..=0xDF) => 4,
            (Encoding::EucJp, ..) => -2,
            (Encoding::ShiftJis, 0x81, 0x40..) => 1,
            (Encoding::ShiftJis, 0x82 | 0x83 | 0x88..=0x97, 0x40..) => 2,
            (Encoding::ShiftJis, 0x98..=0x9F | 0xE0..=0xEA, 0x40..) => 0,
            (Encoding::ShiftJis, ..) => -2,
            (Encoding::Iso2022Jp | Encoding::Windows1258, ..) => 0,
        };
    }
    sum
}
