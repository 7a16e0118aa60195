//! Slow, plain models of the games, written from the rules' text and sharing no code with the
//! engine, to compare it with.

pub(crate) mod diu_fang;
pub(crate) mod line;
pub(crate) mod shogi;
pub(crate) mod xiangqi;
pub(crate) mod xiangqi_chase;
