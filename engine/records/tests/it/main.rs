//! Records of every kind, opened by their content.

mod binary;
mod bytes;
mod cases;
mod encodings;
mod hostile;
mod kinds;
mod ledger;
mod programs;
mod properties;
mod read_back;
mod shogi;
mod stored;
mod support;
mod written;
mod xiangqi;
