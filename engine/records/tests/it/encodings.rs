//! The encoding of a text is recognised by what the text then says.

use crate::support::{games, moves, of};
use records::Encoding;

#[test]
fn a_text_is_read_in_whatever_encoding_it_is() {
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

/// Names say too little of their encoding, but CSA is Japanese.
#[test]
fn the_names_of_a_csa_are_japanese() {
    let csa = "V2.2\nN+山田\nN-GPS\nPI\n+\n+7776FU\n%TORYO\n";
    for encoding in [Encoding::ShiftJis, Encoding::EucJp] {
        let (bytes, _, _) = of(encoding).encode(csa);
        let score = games(&bytes).remove(0);
        assert_eq!(score.players.first.as_deref(), Some("山田"), "{encoding:?}");
    }
}

#[test]
fn utf_16_is_told_by_its_mark() {
    let text = "position startpos moves 7g7f";
    let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let bytes = [&[0xff, 0xfe][..], &units].concat();
    assert_eq!(moves(&games(&bytes)[0]), "7g7f");
}
