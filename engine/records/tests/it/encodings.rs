//! The encoding of a text is recognised by the text that it gives.

use crate::support::{games, moves, of};
use records::Encoding;

#[test]
fn text_is_read_in_any_encoding() {
    let kif = "手合割：平手\n先手：山田太郎\n後手：鈴木花子\n   1 ７六歩(77)\n*よい手\n   2 投了\n";
    for encoding in [Encoding::ShiftJis, Encoding::EucJp] {
        let (bytes, _, _) = of(encoding).encode(kif);
        let score = games(&bytes).remove(0);
        assert_eq!(score.players.first.as_deref(), Some("山田太郎"), "{encoding:?}");
        assert_eq!(moves(&score), "7g7f");
    }
    let simplified = "[Game \"Chinese Chess\"]\n[Red \"胡荣华\"]\n1. 炮二平五 马８进７\n";
    let traditional = "[Game \"Chinese Chess\"]\n[Red \"胡榮華\"]\n1. 炮二平五 馬８進７\n";
    for (text, encoding, name) in [
        (simplified, Encoding::Gb18030, "胡荣华"),
        (traditional, Encoding::Big5, "胡榮華"),
        (traditional, Encoding::Gb18030, "胡榮華"),
    ] {
        let (bytes, _, _) = of(encoding).encode(text);
        let score = games(&bytes).remove(0);
        assert_eq!(score.players.first.as_deref(), Some(name), "{encoding:?}");
        assert_eq!(moves(&score), "h2e2 h9g7");
    }
}

/// Names alone give too little evidence of their encoding, but CSA is Japanese.
#[test]
fn csa_names_are_japanese() {
    let csa = "V2.2\nN+山田\nN-GPS\nPI\n+\n+7776FU\n%TORYO\n";
    for encoding in [Encoding::ShiftJis, Encoding::EucJp] {
        let (bytes, _, _) = of(encoding).encode(csa);
        let score = games(&bytes).remove(0);
        assert_eq!(score.players.first.as_deref(), Some("山田"), "{encoding:?}");
    }
}

#[test]
fn utf_16_is_recognised_by_its_mark() {
    let text = "position startpos moves 7g7f";
    let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let bytes = [&[0xff, 0xfe][..], &units].concat();
    assert_eq!(moves(&games(&bytes)[0]), "7g7f");
}

/// A Vietnamese record, as Windows keeps it: vowels with their tone behind them.
#[test]
fn a_vietnamese_record_is_read() {
    let text = "[Game \"Chinese Chess\"]\n[Event \"Giải cờ tướng Sài Gòn\"]\n[Red \"Nguyễn Văn Đức\"]\n\
        [Black \"Trần Quốc Việt\"]\n\n1. h2e2 {nước đầu} h9g7 1-0\n";
    // Windows-1258 has the tones apart: hook, tilde, acute, dot, grave as combining characters.
    let apart: String = text
        .chars()
        .flat_map(|c| match c {
            'ả' => vec!['a', '\u{309}'],
            'ờ' => vec!['ơ', '\u{300}'],
            'ớ' => vec!['ơ', '\u{301}'],
            'ò' => vec!['o', '\u{300}'],
            'ễ' => vec!['ê', '\u{303}'],
            'ứ' => vec!['ư', '\u{301}'],
            'ầ' => vec!['â', '\u{300}'],
            'ố' => vec!['ô', '\u{301}'],
            'ệ' => vec!['ê', '\u{323}'],
            other => vec![other],
        })
        .collect();
    let (bytes, _, lossy) = of(Encoding::Windows1258).encode(&apart);
    assert!(!lossy, "{apart}");
    let score = games(&bytes).remove(0);
    assert_eq!(moves(&score), "h2e2 h9g7");
    assert_eq!(score.encoding.map(|chosen| chosen.label), Some("windows-1258"));
    let shown = score.players.second.as_deref().unwrap_or_default();
    assert!(shown.contains("Qu") && shown.contains('\u{323}'), "{shown}");
}

#[test]
fn csa_on_one_line_in_a_japanese_encoding() {
    let text = "V2.2,N+山田,N-鈴木,PI,+,+7776FU,T5,-3334FU,%TORYO";
    for encoding in [Encoding::ShiftJis, Encoding::EucJp] {
        let score = games(&of(encoding).encode(text).0).remove(0);
        assert_eq!(score.players.first.as_deref(), Some("山田"), "{encoding:?}");
        assert_eq!(score.players.second.as_deref(), Some("鈴木"), "{encoding:?}");
        assert_eq!(score.encoding.map(|chosen| chosen.label), Some(encoding.label()));
    }
}

/// The first player of a CSA in an encoding, and whether the encoding is doubtful.
fn first_player(name: &str, bytes: &[u8]) -> (bool, bool) {
    let score = games(bytes).remove(0);
    let doubtful = score.encoding.is_some_and(|chosen| chosen.doubtful);
    (score.players.first.as_deref() == Some(name), doubtful)
}

#[test]
fn half_width_names_are_read_or_doubtful() {
    let names = ["ﾔﾏﾀﾞ", "ﾎﾞﾅﾝｻﾞ", "ｽｽﾞｷ", "ｹﾞｽﾄ", "ﾌｼﾞｲ", "ｱﾍﾟﾘｰ", "ﾋﾌﾐﾝ", "ﾀﾅｶ"];
    for (encoding, name) in [Encoding::ShiftJis, Encoding::EucJp]
        .into_iter()
        .flat_map(|to| names.map(|name| (to, name)))
    {
        let csa = format!("V2.2\nN+{name}\nN-GPS\nPI\n+\n+7776FU\n%TORYO\n");
        let (read, doubtful) = first_player(name, &of(encoding).encode(&csa).0);
        assert!(read || doubtful, "{encoding:?}: {name}");
        assert!(read || encoding == Encoding::EucJp, "{encoding:?}: {name}");
    }
}

#[test]
fn half_width_names_in_jis_have_an_escape() {
    let csa = b"V2.2\nN+\x1b(ITO@^\x1b(B\nPI\n+\n+7776FU\n%TORYO\n";
    assert_eq!(first_player("ﾔﾏﾀﾞ", csa), (true, false));
}

#[test]
fn short_names_of_kanji_stay_kanji() {
    for name in ["山田", "羽生善治", "米長邦雄", "渡辺明", "水匠", "王"] {
        let csa = format!("V2.2\nN+{name}\nN-GPS\nPI\n+\n+7776FU\n%TORYO\n");
        for encoding in [Encoding::ShiftJis, Encoding::EucJp] {
            assert!(first_player(name, &of(encoding).encode(&csa).0).0, "{encoding:?}: {name}");
        }
    }
}

/// The bytes of this name in GB 18030 are UTF-8 as well.
#[test]
fn gbk_characters_are_not_taken_for_other_scripts() {
    let pgn = "[Game \"Chinese Chess\"]\n[Red \"郑惟桐\"]\n\n1. h2e2 h9g7 1-0\n";
    let (read, _) = first_player("郑惟桐", &of(Encoding::Gb18030).encode(pgn).0);
    assert!(read);
}
