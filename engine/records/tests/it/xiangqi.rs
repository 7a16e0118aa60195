//! Records of xiangqi.

use crate::support::{check, faults, game, games, json, moves};
use engine::{RecordedResult, Side};
use records::open;
use serde_json::json;

const OPENING: &str = "h2e2 h9g7 h0g2 i9h9";

/// Sites write footers below their games, which the reader skips.
#[test]
fn a_footer_is_no_fault() {
    let text = "[Game \"Chinese Chess\"]\n[Event \"\"Cup\" of 2006\"]\n[Red \"甲\"]\n[Black \"乙\"]\n[Result \"0-1\"]\n\
        \u{20} 1. 炮二平五 马８进７\n  2. 马二进三 车９平８\n 0-1\n===========\n欢迎访问\n推荐用某某观赏棋谱\nhttps://example.org/\n";
    let score = check(text, OPENING, &[]);
    assert_eq!(
        score.result,
        Some(RecordedResult { winner: Some(Side::Second), reason: String::new() })
    );
    assert_eq!(score.event.as_deref(), Some("\"Cup\" of 2006"));
}

#[test]
fn moves_in_every_notation() {
    for text in [
        "[Game \"Chinese Chess\"]\n1. 炮二平五 馬８進７ 2. 馬二進三 車９平８ *",
        "[Game \"Chinese Chess\"]\n1. C2=5 H8+7 2. H2+3 R9=8",
        "[Event \"x\"]\n[Red \"x\"]\n1. Ｃ２＝５ Ｈ８＋７ 2. Ｈ２＋３ Ｒ９＝８",
        "1. c2.5 h8+7 2. h2+3 r9.8",
        "1. H2-E2 H9-G7\n2. H0-G2 I9-H9\n",
        "h2e2 h9g7 h0g2 i9h9",
        "[Variant \"xiangqi\"]\n[White \"a\"]\n1. Che2 {+0.38/19} Hg7 {-0.1/9 4} 2. Hg2 Rh9 *",
        "[Variant \"xiangqi\"]\n1. Che3 Hg8 2. Hg3 Rh10 *",
        "FORMAT\tWXF\nRED\tA;;;\n\nSTART{\n 1.  C2.5  H8+7    !2.  H2+3! R9.8\n}END\n",
        "position startpos moves h2e2 h9g7 h0g2 i9h9",
    ] {
        check(text, OPENING, &[]);
    }
}

#[test]
fn several_games_and_their_titles() {
    let text = "Zhao - Ke\nCup 1997 EOD\nh2e2 h9g7 \n\nLiu - Liu\nOther Cup 1998 EOD\nb2e2 \n";
    let two = games(text.as_bytes());
    assert_eq!(two.iter().map(moves).collect::<Vec<_>>(), ["h2e2 h9g7", "b2e2"]);
    assert_eq!(two[0].players.first.as_deref(), Some("Zhao"));
    assert_eq!(two[1].event.as_deref(), Some("Other Cup 1998"));
    let text = "[Red \"A\"]\n\n1. h2e2 1-0\n\n[Red \"B\"]\n\n1. b2e2\n";
    let names: Vec<_> = games(text.as_bytes()).into_iter().map(|game| game.players.first).collect();
    assert_eq!(names, [Some("A".to_owned()), Some("B".to_owned())]);
}

#[test]
fn results_as_they_are_written() {
    for (result, expected) in [
        ("未知", None),
        ("", None),
        ("红胜", Some("first")),
        ("黑胜", Some("second")),
        ("和棋", Some("draw")),
    ] {
        let text = format!("[Game \"Chinese Chess\"]\n[Result \"{result}\"]\n1. h2e2\n");
        let value = json(&game(&text));
        assert_eq!(value["result"].as_str(), expected, "{result}");
        assert_eq!(value["faults"], json!([]));
    }
}

#[test]
fn times_of_engines_and_comments() {
    let text = "[Variant \"xiangqi\"]\n1. Che2 {+0.38/19 1:36} Hg7 {-0,08/8 4,5} {good} *\n";
    let value = json(&game(text));
    assert_eq!(value["times"], json!([96_000, 4_500]));
    assert_eq!(value["comments"], json!({"1": "+0.38/19 1:36", "2": "-0,08/8 4,5\ngood"}));
}

/// A text behind `;` is written so because braces would change its reading.
#[test]
fn semicolon_comment_holds_no_time() {
    let score = game("1. h2e2\n; [%emt 0:00:01]\n; \n; {good}\nh9g7 {[%emt 0:00:02]}\n");
    let value = json(&score);
    assert_eq!(value["comments"], json!({"1": "[%emt 0:00:01]\n\n{good}"}));
    assert_eq!(value["times"], json!([null, 2_000]));
}

#[test]
fn a_bad_variation_loses_its_bad_part_only() {
    let text =
        "[Game \"Chinese Chess\"]\n1. h2e2 (1. b2e2 b9c7 2. a0a9 x) h9g7 (1... zzzz) 2. h0g2\n";
    let score = check(text, "h2e2 h9g7 h0g2", &["2:26 illegal", "2:45 not_a_move"]);
    // The moves after the fault become a comment.
    assert_eq!(
        json(&score)["variations"],
        json!([{"ply": 1, "moves": ["b2e2", "b9c7"], "comments": {"2": "x"}}])
    );
}

/// The third time would be a draw; the players went on.
#[test]
fn record_continues_after_a_repetition() {
    let round = "h2h1 h7h8 h1h2 h8h7 ";
    let text = format!("{}{}", round.repeat(3), "b0c2");
    let score = game(&text);
    assert_eq!(score.tree.main_line().len(), 13);
    assert_eq!(faults(&score), ["1:36 verdict"]);
    // Games read so are written, too.
    for notation in ["wxf", "iccs", "cn", "fen", "dhtmlxq"] {
        let text = score.write(notation).unwrap_or_else(|error| panic!("{notation}: {error}"));
        assert_eq!(moves(&game(&text)), moves(&score), "{notation}");
    }
}

#[test]
fn a_fen_alone() {
    let fen = "3aka3/2c1n4/4bP3/9/4N4/9/9/9/9/4K4 b";
    let score = check(fen, "", &[]);
    assert_eq!(score.start.as_deref(), Some("3aka3/2c1n4/4bP3/9/4N4/9/9/9/9/4K4 b - - 0 1"));
    let letters =
        "[Game \"Chinese Chess\"]\n[FEN \"3aka3/2c1h4/4eP3/9/4H4/9/9/9/9/4K4 r - - 0 1\"]\n";
    assert_eq!(
        game(letters).start,
        Some("3aka3/2c1n4/4bP3/9/4N4/9/9/9/9/4K4 w - - 0 1".to_owned())
    );
}

const DHTML: &str = "<html><body><div>[DhtmlXQ][DhtmlXQ_title]题||二[/DhtmlXQ_title][DhtmlXQ_red]甲[/DhtmlXQ_red]\
    [DhtmlXQ_result]红胜[/DhtmlXQ_result]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\
    [DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1][DhtmlXQ_comment1]好[/DhtmlXQ_comment1]\
    [DhtmlXQ_comment1_2]也好[/DhtmlXQ_comment1_2][/DhtmlXQ]</div></body></html>";

#[test]
fn dhtmlxq_within_a_page() {
    let score = check(DHTML, "h2e2 h9g7", &[]);
    let value = json(&score);
    assert_eq!(value["comments"], json!({"1": "好"}));
    assert_eq!(
        value["variations"],
        json!([{"ply": 2, "moves": ["b9c7"], "comments": {"2": "也好"}}])
    );
    assert_eq!((&value["result"], &value["event"]), (&json!("first"), &json!("题 二")));
    let two = format!("{DHTML}{}", DHTML.replace("甲", "乙"));
    assert_eq!(games(two.as_bytes()).len(), 2);
    let bad = DHTML.replace("77477062", "774770629999");
    assert_eq!(faults(&game(&bad)), ["2:27 bad_move"]);
}

#[test]
fn cbf_is_xml() {
    let text = "<?xml version=\"1.0\"?>\n<ChineseChessRecord Version=\"1.0\">\n<Head><Name>局</Name><Red>甲</Red>\
        <RecordResult>2</RecordResult><FEN>rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1</FEN></Head>\n\
        <MoveList>\n<Move value=\"00-00\"><![CDATA[开始]]></Move>\n<Move value=\"77-47\" />\n<Move value=\"70-62\" end=\"1\"><![CDATA[完]]></Move>\n</MoveList>\n</ChineseChessRecord>";
    let score = check(text, "h2e2 h9g7", &[]);
    let value = json(&score);
    assert_eq!(value["comments"], json!({"0": "开始", "2": "完"}));
    assert_eq!((&value["result"], &value["players"]["first"]), (&json!("second"), &json!("甲")));
}

#[test]
fn unrecognised_text_gets_a_list_of_readable_kinds() {
    for text in ["", "hello world\n", "1. e4 e5 2. Nf3 Nc6\n", "{\"a\":1}"] {
        let error = open(text.as_bytes(), &crate::support::Tables).expect_err(text);
        assert!(error.to_string().contains("XQF"), "{text:?}: {error}");
    }
}

/// Two files with several soldiers each: `33.4` is no number and a move.
#[test]
fn soldiers_named_by_figures_alone() {
    let fen = "4k4/9/2P1P4/2P1P4/9/9/9/9/9/3K5 w - - 0 1";
    let text =
        format!("[Game \"Chinese Chess\"]\n[FEN \"{fen}\"]\n1. c7b7 e9e8 2. b7c7 e8e9 3. c6b6 *\n");
    let score = game(&text);
    let written = score.write("wxf").expect("it is written");
    assert_eq!(moves(&game(&written)), moves(&score), "{written}");
}

#[test]
fn lines_leaving_in_a_circle_are_left_out() {
    let text = "[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\
                [DhtmlXQ_move_0_1_1]7747[/DhtmlXQ_move_0_1_1]\
                [DhtmlXQ_move_1_2_2]7062[/DhtmlXQ_move_1_2_2]\
                [DhtmlXQ_move_2_9_1]1022[/DhtmlXQ_move_2_9_1]\
                [DhtmlXQ_move_1_1_1]1022[/DhtmlXQ_move_1_1_1]\
                [DhtmlXQ_move_2_3_2]1022[/DhtmlXQ_move_2_3_2]\
                [DhtmlXQ_comment2_1]said[/DhtmlXQ_comment2_1]";
    let score = game(text);
    assert_eq!(moves(&score), "h2e2 h9g7");
    assert!(faults(&score).iter().any(|fault| fault.ends_with("no_line")), "{:?}", faults(&score));
}

/// Time grows with a text, not with its square: each of these took minutes.
#[test]
fn long_variations_and_unclosed_tags_are_read_fast() {
    let variations = "(1. C8.5 H8+7) ".repeat(40_000);
    let score = game(&format!("[Game \"Chinese Chess\"]\n1. C2.5 {variations}"));
    assert_eq!(score.tree.len(), 4);
    let tags: String = (0..40_000).map(|n| format!("[DhtmlXQ_move_0_1_{n}]7747")).collect();
    let score = game(&format!("{tags}[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]"));
    assert_eq!(moves(&score), "h2e2 h9g7");
}

#[test]
fn wxf_files_as_they_are_spelled() {
    for text in [
        "FORMAT WXF RED A;; BLACK B;Club EVENT Cup RESULT 0-1 START{ 1. C2.5 H8+7 2. H2+3 R9.8 }END",
        "format wxf\nred A\nblack B;Club\nevent Cup\nresult 0-1\nstart {\n1. c2.5 h8+7\n2. h2+3 r9.8\n} end\n",
        "ＦＯＲＭＡＴ　ＷＸＦ\nＲＥＤ　A；\nＢＬＡＣＫ　B；Club\nEVENT Cup\nRESULT 0-1\nＳＴＡＲＴ｛\n１．　Ｃ２．５　Ｈ８＋７　２．Ｈ２＋３　Ｒ９．８\n｝ＥＮＤ\n",
        "FORMAT WXF\nRED A\nBLACK B;Club\nEVENT Cup\nRESULT 0-1\nSTART{1. C2.5 H8+7 2. H2+3 R9.8}END",
    ] {
        let value = json(&check(text, OPENING, &[]));
        assert_eq!(value["players"], json!({"first": "A", "second": "B"}), "{text}");
        assert_eq!(
            (&value["result"], &value["event"]),
            (&json!("second"), &json!("Cup")),
            "{text}"
        );
        assert_eq!(value["tags"], json!([["Black", "Club"]]), "{text}");
    }
    let text = "FORMAT WXF\nRED A\nSTART{\n1. C2.5 {a\nb} H8+7 (1. C8.5) 2. H2+3 R9.8\n}END\nfooter 1. C2.5\n";
    let value = json(&check(text, OPENING, &[]));
    assert_eq!(value["comments"], json!({"1": "a\nb"}));
    assert_eq!(value["tags"], json!([["text", "footer 1. C2.5"]]));
}

#[test]
fn marks_of_pages_are_characters() {
    let text = "[DhtmlXQ_red]&#30002;[/DhtmlXQ_red][DhtmlXQ_black ]&#x4E59;[/DhtmlXQ_black ]\
        [DhtmlXQ_movelist]7747&nbsp;7062<BR>[/DhtmlXQ_movelist][DhtmlXQ_comment1]a&amp;lt;b<BR>&hellip;[/DhtmlXQ_comment1]";
    let value = json(&check(text, "h2e2 h9g7", &[]));
    assert_eq!(value["players"], json!({"first": "甲", "second": "乙"}));
    assert_eq!(value["comments"], json!({"1": "a&lt;b\n&hellip;"}));
}

#[test]
fn cbf_as_other_programs_write_xml() {
    let one = "<chineseChessRecord Version='1.0'><Head><Red>&#30002;</Red><RecordResult>1</RecordResult></Head>\n\
        <MoveList>\n<Move value='00-00'/>\n<Move\n\tvalue = '77-47'\tend='1'/>\n</MoveList></chineseChessRecord>\n";
    let other = one.replace("&#30002;", "乙").replace("<RecordResult>1<", "<RecordResult>9<");
    let all = games(format!("<?xml version='1.0'?>\n{one}{other}").as_bytes());
    assert_eq!(all.iter().map(moves).collect::<Vec<_>>(), ["h2e2", "h2e2"]);
    let names: Vec<_> = all.iter().map(|game| game.players.first.as_deref()).collect();
    assert_eq!(names, [Some("甲"), Some("乙")]);
    assert_eq!(faults(&all[0]), [""; 0]);
    assert_eq!(faults(&all[1]), ["8:67 bad_result"]);
}

/// The number is that of Black's move although its dots stand apart.
#[test]
fn dots_apart_from_their_number() {
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1";
    check(&format!("[FEN \"{fen}\"]\n1. ... h9g7 2. h2e2\n"), "h9g7 h2e2", &[]);
    let score = check("1. C2.5 H8+7 2. C8+1 (2. ... R9+1) 1-0\n", "h2e2 h9g7 b2b3", &[]);
    assert_eq!(json(&score)["variations"], json!([{"ply": 4, "moves": ["i9i8"]}]));
}

#[test]
fn results_and_tags_as_they_are_spelled() {
    let head = "[Red \"甲\"]\n[Black \"乙\"]\n\n";
    for (end, expected) in [
        ("1 - 0", "first"),
        ("0 – 1", "second"),
        ("1:0", "first"),
        ("０：１", "second"),
        ("0.5-0.5", "draw"),
        ("1/2 - 1/2", "draw"),
        ("黑方负", "first"),
        ("draw", "draw"),
    ] {
        let value = json(&check(&format!("{head}1. h2e2 h9g7 {end}\n"), "h2e2 h9g7", &[]));
        assert_eq!(value["result"], json!(expected), "{end}");
    }
    for text in [
        "[game \"Chinese Chess\"]\n[red \"甲\"]\n[black \"乙\"]\n[result \"1-0\"]\n[termination \"resignation\"]\n1. Che2 Hg7",
        "[GAME \"Chinese Chess\"]\n[RED \"甲\"]\n[BLACK \"乙\"]\n[RESULT \"1-0\"]\n[TERMINATION \"resignation\"]\n1. Che2 Hg7",
        "［Ｇａｍｅ “Chinese Chess”］\n［Ｒｅｄ “甲”］［Black “乙”］\n［Result \"1-0\"］\n［Termination \"resignation\"］\n1. Che2 Hg7",
        "[Game \"Chinese Chess\"]\n[红方 \"甲\"]\n[黑方 \"乙\"]\n[Result \"1-0\"]\n[Termination \"resignation\"]\n1. Che2 Hg7",
    ] {
        let value = json(&check(text, "h2e2 h9g7", &[]));
        assert_eq!(value["players"], json!({"first": "甲", "second": "乙"}), "{text}");
        assert_eq!((&value["result"], &value["reason"]), (&json!("first"), &json!("resignation")));
    }
    let value = json(&game("[Game \"Chinese Chess\"]\n[开局 \"中炮\"]\n1. h2e2\n"));
    assert_eq!(value["tags"], json!([["开局", "中炮"]]));
}

#[test]
fn moves_without_blanks_between_them() {
    for text in [
        "[Game \"Chinese Chess\"]\n1. 炮二平五馬８進７2.馬二進三車９平８\n",
        "1. 炮二平五，马8进7，2. 马二进三，车9平8。\n",
        "1.炮二平五、马8进7\n2.马二进三、车9平8\n",
        "1. C2.5,H8+7 2. H2+3,R9.8\n",
    ] {
        check(text, OPENING, &[]);
    }
    check("[Red \"甲\"]\n1. 炮二平五馬８進７好\n", "", &["2:4 not_a_move"]);
}

/// Time grows with a line, not with its square.
#[test]
fn long_lines_of_marks_are_read_at_once() {
    let many = 100_000;
    let wxf = format!("FORMAT WXF\nSTART{{ 1. C2.5 {}{}", "{a}".repeat(many), "/*b*/".repeat(many));
    assert_eq!(moves(&game(&wxf)), "h2e2");
    let chinese = format!("[Red \"甲\"]\n{}", "1.炮二平五".repeat(many));
    assert!(moves(&game(&chinese)).starts_with("h2e2"));
    let names = format!("手合割：平手\n先手：{}\n1 ７六歩(77)\n", "▲ 1 ".repeat(many));
    assert_eq!(moves(&game(&names)), "7g7f");
}
