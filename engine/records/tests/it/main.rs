//! Records of every kind, opened by what they hold.

mod binary;
mod encodings;
mod properties;
mod shogi;
mod stored;
mod support;
mod written;
mod xiangqi;
