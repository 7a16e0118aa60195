//! Which encoding a text is in.
//!
//! A byte order mark and valid UTF-8 decide by themselves. The others look alike, so that each
//! is tried and the one kept whose text has most of what records consist of.

/// An encoding in which records are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Shift-JIS with the additions of Windows.
    ShiftJis,
    /// EUC-JP.
    EucJp,
    /// GB 18030, which contains GBK and GB 2312.
    Gb18030,
    /// Big5.
    Big5,
}

impl Encoding {
    /// Every encoding.
    pub const ALL: [Self; 4] = [Self::ShiftJis, Self::Gb18030, Self::EucJp, Self::Big5];

    /// The label of the encoding standard.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::ShiftJis => "shift_jis",
            Self::EucJp => "euc-jp",
            Self::Gb18030 => "gb18030",
            Self::Big5 => "big5",
        }
    }
}

/// Decodes bytes; a browser and a server have their own means for that.
pub trait Decode {
    /// The text, with U+FFFD for what the encoding does not have.
    fn decode(&self, encoding: Encoding, bytes: &[u8]) -> String;
}

/// The text of a file; `None` if it is none.
pub(crate) fn text(bytes: &[u8], decode: &dyn Decode) -> Option<String> {
    let wide = |bytes: &[u8], of: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| of([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xFF, 0xFE, rest @ ..] => {
            return Some(wide(rest, u16::from_le_bytes)).filter(|text| !text.contains('\0'));
        }
        [0xFE, 0xFF, rest @ ..] => {
            return Some(wide(rest, u16::from_be_bytes)).filter(|text| !text.contains('\0'));
        }
        _ => {}
    }
    // No text has it.
    if bytes.contains(&0) {
        return None;
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Some(text.to_owned());
    }
    let csa = looks_like_csa(bytes);
    let candidates: &[Encoding] =
        if csa { &[Encoding::ShiftJis, Encoding::EucJp] } else { &Encoding::ALL };
    let tried = candidates.iter().map(|&encoding| decode.decode(encoding, bytes));
    // A damaged UTF-8 file is still one.
    let all = std::iter::once(String::from_utf8_lossy(bytes).into_owned()).chain(tried);
    let mut best: Option<(i64, String)> = None;
    for text in all {
        let score = score(&text);
        if best.as_ref().is_none_or(|(most, _)| score > *most) {
            best = Some((score, text));
        }
    }
    best.map(|(_, text)| text)
}

/// CSA is in ASCII except for names and comments, which reveal too little of their encoding.
fn looks_like_csa(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|&byte| matches!(byte, b'\n' | b'\r'));
    lines.any(|line| {
        matches!(line, [b'+' | b'-', a, b, c, d, e, f, ..]
            if [a, b, c, d].into_iter().all(u8::is_ascii_digit)
                && e.is_ascii_uppercase() && f.is_ascii_uppercase())
            || line == b"PI"
    })
}

/// What records consist of, and little else does.
const TYPICAL: &str = "歩香桂銀角飛玉王龍竜馬成打同手先後持駒合割平開始棋戦日時間消費変化\
    炮砲车車马兵卒士仕象相帅帥将將进進退红紅黑胜勝负負和中象局";

/// How much a text looks like one of a record.
fn score(text: &str) -> i64 {
    let of = |character: char| match character {
        '\u{fffd}' => -20,
        // Half-width katakana, which is what a wrong encoding often makes of kanji.
        '\u{ff61}'..='\u{ff9f}' => -4,
        '\u{e000}'..='\u{f8ff}' => -8,
        // Hiragana, katakana, full-width signs.
        '\u{3041}'..='\u{30fe}' | '\u{ff01}'..='\u{ff5e}' | '　' | '。' | '、' => 2,
        '一' | '二' | '三' | '四' | '五' | '六' | '七' | '八' | '九' => 3,
        '\u{4e00}'..='\u{9fff}' if TYPICAL.contains(character) => 4,
        '\u{4e00}'..='\u{9fff}' => 1,
        '▲' | '△' => 3,
        character if character.is_ascii() => 0,
        _ => -2,
    };
    // The beginning is enough to decide.
    text.chars().take(20_000).map(of).sum()
}
