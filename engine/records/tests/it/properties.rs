//! For any bytes, no reader panics, and every game read can be written.

use crate::support::{Tables, moves};
use proptest::prelude::*;
use records::{Encoding, open, to_json};

/// Small records of every kind.
fn samples() -> Vec<Vec<u8>> {
    let kif = "#KIF\n手合割：平手\n先手：甲\n1 ７六歩(77) ( 0:01/00:00:01)\n*c\n2 ３四歩(33)\nまで2手で中断\n変化：2手\n2 ８四歩(83)\n";
    let ki2 = "手合割：香落ち\n△３四歩 ▲７六歩 △４四歩 ▲４八銀右\n";
    let diagram = "後手の持駒：飛　歩十八\n|v香v桂 ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n先手番\n";
    let csa =
        "V2.2\nN+A\nP1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP+00AL\n+\n+7776FU,T1\n%TORYO\n/\nPI82HI\n-\n";
    let usi = "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b 2P 1 moves 7g7f resign";
    let pgn = "[Game \"Chinese Chess\"]\n[Variant \"xiangqi\"]\n[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\"]\n1. Ｃ２＝５ {x} (1. 炮八平五 b9c7) H9-G7 Che4 1-0\n=\nx\n";
    let wxf = "FORMAT WXF\nRED A;;\n/* c */\nSTART{\n1. C2.5 H8+7 !2. H2+3\n}END\n";
    let dhtml = "[DhtmlXQ][DhtmlXQ_binit]0919293949596979891777062646668600102030405060708012720323436383[/DhtmlXQ_binit][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1][DhtmlXQ_comment1_2]x";
    let cbf = "<ChineseChessRecord><Head><FEN>9/9</FEN></Head><MoveList><Move value=\"77-47\" x=\"1\"><![CDATA[y]]></Move><Move value=\"70-62\" end=\"1\"/></MoveList>";
    let plain = "yiguan 1\ngame: er-chi-yi\n1 a1a2\n";
    let mut all: Vec<Vec<u8>> = [kif, ki2, diagram, csa, usi, pgn, wxf, dhtml, cbf, plain]
        .iter()
        .map(|text| text.as_bytes().to_vec())
        .collect();
    for version in [1, 10, 11, 12, 18, 31] {
        let mut xqf = b"XQ".to_vec();
        xqf.push(version);
        xqf.extend((0..1_200_u32).map(|at| u8::try_from(at * 7 % 256).unwrap_or(0)));
        all.push(xqf);
    }
    for magic in ["CCBridge Record\0", "CCBridgeLibrary\0CCBridge Record\0"] {
        let mut cbr = magic.as_bytes().to_vec();
        cbr.resize(2_400, 2);
        all.push(cbr);
    }
    all.push(crate::support::of(Encoding::ShiftJis).encode(kif).0.into_owned());
    all.push(crate::support::of(Encoding::Gb18030).encode(pgn).0.into_owned());
    all
}

/// A changed sample: bytes replaced, parts left out or repeated.
fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let change = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<u8>(), 0..4_u8);
    (prop::sample::select(samples()), prop::collection::vec(change, 0..12)).prop_map(
        |(mut bytes, changes)| {
            for (a, b, byte, kind) in changes {
                if bytes.is_empty() {
                    break;
                }
                let (a, b) = (a.index(bytes.len()), b.index(bytes.len()));
                let (from, to) = (a.min(b), a.max(b).min(a.min(b) + 40));
                match kind {
                    0 => bytes[a] = byte,
                    1 => drop(bytes.drain(from..to)),
                    2 => {
                        let part = bytes[from..to].to_vec();
                        bytes.splice(b..b, part);
                    }
                    _ => bytes.truncate(a),
                }
            }
            bytes
        },
    )
}

/// Opens bytes, and writes each game read as JSON and in its notations.
fn survives(bytes: &[u8]) {
    let Ok(scores) = open(bytes, &Tables) else { return };
    for score in scores.iter().take(3) {
        let line = to_json(score);
        assert!(serde_json::from_str::<serde_json::Value>(&line).is_ok(), "{line}");
        for notation in ["txt", "kif", "ki2", "csa", "usi", "wxf", "iccs", "cn", "fen", "dhtmlxq"] {
            let Ok(text) = score.write(notation) else { continue };
            let again =
                open(text.as_bytes(), &Tables).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!(moves(&again[0]), moves(score), "{notation}\n{text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn damaged_records_never_panic(bytes in mutated()) {
        survives(&bytes);
    }
}

#[test]
fn the_samples_are_read() {
    for sample in samples().iter().take(10) {
        assert!(open(sample, &Tables).is_ok(), "{}", String::from_utf8_lossy(sample));
    }
    samples().iter().for_each(|sample| survives(sample));
}
