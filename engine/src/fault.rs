//! Faults of a text: a record, a position, a move.
//!
//! A [`Fault`] has a key, which is stable, and parameters, so that a client can describe it in its
//! reader's language; printed it is a fragment in English. The keys with the names of their
//! parameters are [`Fault::KEYS`]; `tests/protocol/faults.json` holds them for the client, whose
//! tests ask for a sentence for each of them in every language.

use crate::Rule;
use std::fmt;

macro_rules! faults {
    ($($(#[$doc:meta])* $variant:ident $(($($arg:ident: $type:ty),+))? = $key:literal, $english:literal;)+) => {
        /// A fault of a text.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum Fault {
            $($(#[$doc])* $variant $(($($type),+))?,)+
        }

        impl Fault {
            /// Every key with the names of its parameters.
            pub const KEYS: &'static [(&'static str, &'static [&'static str])] =
                &[$(($key, &[$($(stringify!($arg)),+)?])),+];

            /// The key, such as `not_a_piece`.
            #[must_use]
            pub const fn key(&self) -> &'static str {
                match self {
                    $(faults!(@pattern $variant $($($arg)+)?) => $key,)+
                }
            }

            /// The parameters by their names.
            #[must_use]
            pub fn args(&self) -> Vec<(&'static str, String)> {
                match self {
                    $(Self::$variant $(($($arg),+))? => {
                        vec![$($((stringify!($arg), $arg.to_string())),+)?]
                    })+
                }
            }
        }

        impl fmt::Display for Fault {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$variant $(($($arg),+))? => write!(f, $english),)+
                }
            }
        }
    };
    (@pattern $variant:ident) => { Self::$variant };
    (@pattern $variant:ident $($arg:ident)+) => { Self::$variant(..) };
}

faults! {
    /// A notation that the game does not have.
    NotRead = "not_read", "records of this kind are not read";
    /// The plain record does not begin with its title.
    NotPlain = "not_plain", "expected `yiguan 1`";
    /// A plain record without its game.
    NoGame = "no_game", "the record does not say which game it is";
    /// Neither a header of the plain record nor a move.
    ExpectedHeader = "expected_header", "expected `key: value` or a numbered move";
    /// A header that the plain record does not have.
    UnknownHeader(text: String) = "unknown_header", "unknown key `{text}`";
    /// Something other than a move or a comment after the first move.
    ExpectedMove = "expected_move", "expected a numbered move or a comment";
    /// A number without a move.
    NoMove = "no_move", "the move is missing";
    /// Further words after a move and its time.
    TooMuch = "too_much", "more than a move and its time";
    /// A move with another number than the next.
    WrongNumber(number: usize) = "wrong_number", "expected the move with number {number}";
    /// A time that cannot be read.
    BadTime(example: &'static str) = "bad_time", "a time is written like `{example}`";
    /// A header that cannot be read.
    BadHeader(example: &'static str) = "bad_header", "a header is written like `{example}`";
    /// A result that the notation does not have.
    BadResult(known: &'static str) = "bad_result", "a result is one of {known}";
    /// A move that the rules refuse.
    Illegal(rule: Rule) = "illegal", "illegal move: {rule}";
    /// The catalogue has no such game.
    UnknownGame(text: String) = "unknown_game", "unknown game `{text}`";
    /// The game has no such ruleset.
    UnknownRuleset(text: String) = "unknown_ruleset", "unknown ruleset `{text}`";
    /// The ruleset has no such option.
    UnknownOption(text: String) = "unknown_option", "unknown option `{text}`";
    /// The option does not take this value.
    UnknownValue(option: String, text: String) = "unknown_value", "option `{option}` does not take `{text}`";
    /// One of a few words or signs should stand here.
    Expected(text: &'static str) = "expected", "expected {text}";
    /// A word that is no move of the game.
    NotAMove(text: String) = "not_a_move", "`{text}` is not a move";
    /// A move in another form than the notation's.
    BadMove(example: &'static str) = "bad_move", "a move is written like `{example}`";
    /// A piece in another form than the notation's.
    BadPiece(example: &'static str) = "bad_piece", "a piece is written like `{example}`";
    /// The name of no piece.
    NotAPiece(text: String) = "not_a_piece", "`{text}` is not a piece";
    /// A word for a piece that no side can hold in hand.
    CannotBeHeld(text: String) = "cannot_be_held", "`{text}` cannot be in hand";
    /// A word for a piece that no side can drop.
    NotDropped(text: String) = "not_dropped", "`{text}` is not dropped";
    /// A point or square beyond the board.
    NoSuchPoint = "no_such_point", "the board has no such point";
    /// Another piece stands on the square named, or none.
    NoSuchPiece(at: String) = "no_such_piece", "no such piece stands on {at}";
    /// No piece that the move could be of.
    NoPieceThere = "no_piece_there", "no such piece stands there";
    /// The piece named does not go like that.
    DoesNotGoThere = "does_not_go_there", "the piece does not go there";
    /// Several pieces could make the move.
    Ambiguous = "ambiguous", "more than one piece could be meant";
    /// A line that KIF does not have before the moves.
    ExpectedKif = "expected_kif", "expected a header, a board, a move or a comment";
    /// The name of no handicap.
    NotAHandicap(text: String) = "not_a_handicap", "`{text}` is not a handicap";
    /// A reference to the previous move, at the start.
    FollowsNothing(text: &'static str) = "follows_nothing", "there is no move before `{text}`";
    /// A square should stand here.
    ExpectedSquare = "expected_square", "expected a square";
    /// A piece should stand here.
    ExpectedPiece = "expected_piece", "expected a piece";
    /// A statement that CSA does not have in this place.
    NotAStatement(text: String) = "not_a_statement", "`{text}` is not a statement of CSA here";
    /// A second start.
    AlreadyBegun = "already_begun", "the game has begun already";
    /// A move of the side that is not to act.
    OtherSide = "other_side", "the other side is to act";
    /// A word that ends no game.
    NotAnEnd(text: String) = "not_an_end", "`{text}` is not an end";
    /// A digit should stand here.
    ExpectedDigit = "expected_digit", "expected a digit from 1 to 9";
    /// A character that moves in Chinese do not have.
    Stray(text: String) = "stray", "`{text}` does not belong to a move";
    /// The beginning of a move in Chinese.
    ExpectedSubject = "expected_subject", "expected a piece and its file, or its place";
    /// A closing bracket too many.
    ClosesNothing(text: char) = "closes_nothing", "unmatched `{text}`";
    /// A bracket that is not closed.
    NoEnd(text: char) = "no_end", "`{text}` is not closed";
    /// Moves after the result.
    AfterResult = "after_result", "nothing follows the result";
    /// Two results that differ.
    OtherResult = "other_result", "the header has another result";
    /// The rules end a game where its record continues, or with another result than its record.
    Verdict(ply: usize, reason: &'static str) = "verdict", "by the rules the game ends after {ply} moves: {reason}; the record stands";
    /// A file that ends in the middle of something.
    CutOff = "cut_off", "the file ends in the middle";
    /// More moves, or deeper variations, than are read.
    TooLong(most: usize) = "too_long", "more than {most} moves, or variations too deep";
    /// A variation that leaves no line.
    NoLine = "no_line", "no line for this variation to branch from";

    /// A board with more or fewer ranks.
    Ranks(ranks: usize) = "ranks", "the board has {ranks} ranks";
    /// A rank with more or fewer points.
    RankPoints(points: usize) = "rank_points", "a rank has {points} points";
    /// A character that a board of stones does not have.
    BoardCharacter = "board_character", "expected `b`, `w`, a digit or `/`";
    /// Two digits for one run of empty points.
    RunTwice = "run_twice", "a run of empty points is one digit";
    /// A position with other parts.
    BadPosition(example: &'static str) = "bad_position_text", "a position is written like `{example}`";
    /// A side that is none.
    BadSide(known: &'static str) = "bad_side", "the side is one of {known}";
    /// A position without the side to act.
    NoSide = "no_side", "the side to act is missing";
    /// A position without hands.
    NoHands = "no_hands", "the pieces in hand are missing";
    /// An empty hand that is not written.
    EmptyHand = "empty_hand", "an empty hand is `-`";
    /// A number of the next move that is none.
    BadMoveNumber = "bad_move_number", "the number of the move is 1 or more";
    /// A piece where its kind never comes.
    CannotStand(piece: char, at: String) = "cannot_stand", "`{piece}` cannot stand on {at}";
    /// More pieces of a kind than there are.
    TooMany(most: usize, piece: char) = "too_many", "more than {most} of `{piece}`";
    /// A position without a king or general.
    NoKing(piece: char) = "no_king", "the king or general `{piece}` is missing";
    /// The side not to act could be taken.
    OpponentInCheck = "opponent_in_check", "the side not to act is in check";
    /// The generals on an open file.
    FacingGenerals = "facing_generals", "the generals face each other";
    /// Two kings side by side.
    KingsTouch = "kings_touch", "the kings stand side by side";
    /// A piece that has no promotion.
    NoPromotion(piece: char) = "no_promotion", "`{piece}` does not promote";
    /// A `+` before nothing.
    NothingToPromote = "nothing_to_promote", "nothing to promote follows the `+`";
    /// A piece that could never move.
    NeverMoves(piece: char, at: String) = "never_moves", "`{piece}` on {at} could never move again";
    /// A count in hand that is none.
    BadCount = "bad_count", "a count in hand is 2 to 18";
    /// A piece in hand that is listed again.
    Twice(piece: char) = "twice", "`{piece}` is listed twice";
    /// A count before nothing.
    CountAlone = "count_alone", "no piece follows the count";
    /// Two pawns of a side on a file.
    Nifu(at: String) = "nifu", "a second pawn on the file of {at} (nifu)";

    /// A phase that is none.
    BadPhase(known: &'static str) = "bad_phase", "the phase is one of {known}";
    /// A phase that the ruleset does not have.
    NoSuchPhase = "no_such_phase", "this ruleset has no such phase";
    /// A chain without a further capture.
    NoCapture = "no_capture", "there is no capture to continue with";
    /// Removals with too few stones.
    NothingToRemove = "nothing_to_remove", "there are not enough stones to remove";
    /// Stones in hand that are no number.
    BadStock = "bad_stock", "the stones left are numbers, as in `p24,24`";
    /// A number of removals that is none.
    BadRemovals(most: u8) = "bad_removals", "not a number of removals from 1 to {most}";
    /// A point to fill in another phase.
    NoExchange = "no_exchange", "there is no exchange in this phase";
    /// A point to fill that is taken.
    FillTaken = "fill_taken", "the point to fill is not empty";
    /// A point to fill that nothing can step to.
    FillAlone = "fill_alone", "no stone is next to the point to fill";
    /// A removal where no fang earns one.
    NoFang = "no_fang", "no fang earns a removal in this phase";
    /// A removal by a side without stones.
    NoFangStone = "no_fang_stone", "the side to act has no stone to have formed a fang";
    /// A pass in a phase without passing.
    NoPass = "no_pass", "no side passes in this phase";
    /// Something to do in a position that is decided.
    NothingLeft = "nothing_left", "the game is over, and nothing is left to do";
    /// More stones than a side begins with.
    TooManyStones = "too_many_stones", "more stones than the side has";
    /// Placements that were not in turn.
    NotInTurn = "not_in_turn", "the sides have not placed in turn";
    /// The phase of placing without a stone to place.
    NoStoneLeft = "no_stone_left", "no stone is left to place";
    /// Hands that imply another side to act.
    HandsAndSide = "hands_and_side", "the hands do not match the side to act";
    /// A board without a stone.
    EmptyBoard = "empty_board", "the board is empty";
    /// A position in which the game is over, where one should be played.
    OverAlready(reason: &'static str) = "over_already", "the game is over in this position: {reason}";
}
