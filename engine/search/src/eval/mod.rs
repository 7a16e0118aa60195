//! Evaluations, a file for each game, which also explains its terms; and their shared parts:
//! exchanges on one square, loud actions by a mask of captures, the line games' terms.

pub mod diu_fang;
pub mod er_chi_yi;
mod exchange;
pub(crate) mod line;
mod loud;
pub mod shogi;
pub mod tui_da_che;
pub mod xia_liu;
pub mod xia_si;
pub mod xiangqi;
pub mod zhuo_qi_zi;
