//! The server held to `docs/protocol.md`, as a process and over real sockets, with each of its
//! databases.

mod whole_games;

use e2e::on_both;
