//! The games, listed once. A new game adds its line here, and nothing else in the engine
//! names it outside its module.

use crate::{GAMES, GameInfo, SetupError};

/// Hands the list of games to another macro: a variant name and the position type of each, in the
/// order in which they are shown. Other crates use it for work that every game needs in types; see
/// [`AnyGame::typed`]($crate::AnyGame::typed).
#[macro_export]
macro_rules! games {
    ($with:ident) => {
        $with! {
            /// 二吃一.
            ErChiYi($crate::er_chi_yi::ErChiYi),
            /// 着棋子.
            ZhuoQiZi($crate::zhuo_qi_zi::ZhuoQiZi),
            /// 推大车.
            TuiDaChe($crate::tui_da_che::TuiDaChe),
            /// 下六棋.
            XiaLiu($crate::xia_liu::XiaLiu),
            /// 下四棋.
            XiaSi($crate::xia_si::XiaSi),
            /// 丢方.
            DiuFang($crate::diu_fang::DiuFang),
            /// 将棋.
            Shogi($crate::shogi::Shogi),
            /// 象棋.
            Xiangqi($crate::xiangqi::Xiangqi),
        }
    };
}

/// The game of that id.
///
/// # Errors
///
/// [`SetupError::UnknownGame`].
pub fn find_game(id: &str) -> Result<&'static GameInfo, SetupError> {
    GAMES
        .iter()
        .find(|info| info.id == id)
        .copied()
        .ok_or_else(|| SetupError::UnknownGame(id.to_owned()))
}
