//! Mates in one to seven plies are found. The positions are from games the search played against
//! itself; a solver that knows nothing but the rules, and tries nothing but checks, confirms each.

use engine::shogi::Shogi;
use engine::xiangqi::Xiangqi;
use engine::{AnyGame, Options, Position};
use search::{Limits, Unattended, WIN, analyse};

/// Plies to the mate, and the position.
const SHOGI: &[(u32, &str)] = &[
    (1, "3g5/ls3+NR2/ns1p2n1k/p4RBpl/8p/PP3PPP1/3GP3P/1S4SG1/L5KNL b 7Pbg 1"),
    (1, "7+R+B/1rg1k1+S1l/2sp1n2n/lpp1pBp1p/pP7/2P1g3P/P2PSPP2/L3G1S2/4GK1NL b N2P2p 1"),
    (1, "lns5l/1r1gg1SBk/ppppp1+Bp1/8p/3P2PP1/1PP1l4/P3PP2P/2K1GR3/LNSG4S b N2Pn 1"),
    (3, "3g5/ls3+NR2/ns1p2nk1/p4R1pl/8p/PP3PPP1/3GP3P/1S4SG1/L5KNL b B7Pbg 1"),
    (3, "ln1k2s2/1+Bs1g1gbR/1p1ppppp1/p1P6/9/7P1/PP1PPPP1N/9/LNSGKGS1L b RNL3P 1"),
    (3, "lG1+B2+R2/kr4p1l/p1p+B4p/1p1p5/9/2P6/PP1PPPP1P/3S1S3/LN1GKG1NL b G2S2N4P 1"),
    (5, "ln2+R1g1l/1rk6/p1p2p+B1p/1p1p5/9/2P6/PP1PPPP1P/3S1S3/LN1GKG1NL b BG2S3Pnp 1"),
    (5, "lng1S3l/1rs1k4/p1gpp1B1p/1p4Pp1/Pnp1S4/9/1PPPPP1PP/3G4L/LN2SK2g b RN2Pb 1"),
    (5, "9/3kg1+R1l/+B2p3p1/1pp1p1p1p/p8/2P4P1/PPSPGPP2/5R3/LN1G1KSNL b BG2S2NL2Pp 1"),
    (7, "3g5/ls3+N1k1/ns1p2n2/p4R1pl/8p/PP3PPP1/3GP3P/1S4SG1/L5KNL b RB7Pbg 1"),
    (7, "lngkS3l/1rs1r4/p1gpp+BB1p/1p4Pp1/Pnp1S4/9/1PPPPP1PP/3G4L/LN2SK2g b N2P 1"),
    (7, "1+Bg4+R1/3kg3l/l2p3p1/1pp1p1p1p/p5b2/2P4P1/PPSPPPP2/5G1R1/LN1G1KSNL b S2NPsp 1"),
    (7, "5Ssnl/4+L2b1/p+Rp+B1p1p1/3s2pkp/9/2P5P/PP1P1PPP1/1p4K1L/LNSG3G1 b R2GN3Pn 1"),
];

const XIANGQI: &[(u32, &str)] = &[
    (1, "1Cb1R1b1r/4nk3/r6c1/2p2Cp1p/p8/9/P1P1P1P1P/2N6/9/1cBAKABNR w - - 0 1"),
    (1, "r1baka1nr/9/2n3c2/2p2Cp1p/P1b1C4/9/2P1P1P1P/6N1R/9/RNBAKAB2 w - - 0 1"),
    (1, "3akabn1/4r4/1R1c1r3/p1C3p2/2P6/9/P3P1P1P/2N3N2/4A4/R1BAK1B2 w - - 0 1"),
    (3, "1C1k5/2R6/4ba3/8p/c4n3/9/P1P5P/4B1N2/4A4/2B1KA1R1 w - - 0 1"),
    (3, "R5b2/3k4C/2c1b4/p1p1p1p1p/9/9/P1c1P3P/6N2/9/1NBAKABR1 w - - 0 1"),
    (3, "2C1k3C/3R5/1R2b4/9/3N2p2/r1p6/P5P1P/2N6/9/2BAKAB2 w - - 0 1"),
    (5, "9/9/4k4/9/p3PR2p/5C3/P1P3P1P/4B4/5N3/2BAKA3 w - - 0 1"),
    (5, "2bk1ab2/6c1r/n4RN1n/pRp3p1p/9/2c6/P3P1P1P/3rC1NC1/9/2BAKAB2 w - - 0 1"),
    (5, "4kab2/4a4/2R6/3C2p2/P2C5/5n3/2P1P1P1P/2N6/4N4/2BA1KB2 w - - 0 1"),
    (7, "1C2k4/9/b1R3n2/2p3p2/5Rb1p/2P6/P3P1P1P/2N1B1N2/9/3AKA3 w - - 0 1"),
    (7, "2ba1aRn1/4k3C/n6R1/p3CP2p/2p6/1r7/P1P1P3P/2N1B4/9/2BAKA3 w - - 0 1"),
    (7, "2bR5/4k3C/n6R1/p3CP2p/2p6/9/P1P1P3P/2r1B4/9/2BAKA3 w - - 0 1"),
];

/// Whether the side to act mates within so many plies by nothing but checks.
fn mates<P: Position>(position: &P, plies: u32) -> bool {
    let mut actions = Vec::new();
    position.actions(&mut actions);
    actions.into_iter().any(|action| {
        let mut next = position.clone();
        next.apply(action);
        if !next.is_check() {
            return false;
        }
        let mut replies = Vec::new();
        next.actions(&mut replies);
        if plies == 1 {
            return replies.is_empty();
        }
        replies.into_iter().all(|reply| {
            let mut after = next.clone();
            after.apply(reply);
            mates(&after, plies - 2)
        })
    })
}

#[track_caller]
fn check<P: Position>(game: &str, table: &[(u32, &str)]) {
    for &(plies, position) in table {
        let any = AnyGame::new(game, None, &Options::none(), Some(position));
        let any = any.expect("it is a position");
        let typed = any.typed::<P>().expect("it is this game").position();
        assert!(mates(typed, plies), "no mate in {plies}: {position}");
        assert!(plies == 1 || !mates(typed, plies - 2), "a shorter mate than {plies}: {position}");
        let report = analyse(&any, &Limits::nodes(1_500_000), &mut Unattended);
        let score = report.expect("it can be searched").lines[0].score;
        let plies = i32::try_from(plies).expect("it is small");
        assert!(score >= WIN - plies, "{score} instead of a mate in {plies}: {position}");
    }
}

#[test]
fn mates_of_shogi_are_found() {
    check::<Shogi>("shogi", SHOGI);
}

#[test]
fn mates_of_xiangqi_are_found() {
    check::<Xiangqi>("xiangqi", XIANGQI);
}
