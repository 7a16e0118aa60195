//! Mail: notices for registered players, where the operator has a mail server.
//!
//! It is one of the channels of [`crate::notifications`], and the batched one. Notices for a player are
//! gathered for some minutes, in the store, so that it outlives the server (`rounds`), and put into one
//! mail (`bundle`), which is sent only if they have no page open by then and have not had too many that
//! day (`writer`). A mail that the server does not take now
//! is tried again, a few times and over two connections at the most (`outbox`); an address that does
//! not exist by the server's answer gets nothing more until its owner confirms it again.
//!
//! Before anything else is sent to an address, its owner confirms it with a link. Every other mail
//! ends with a link that ends them all, which mail programs can follow with one click (RFC 8058).
//! Everything is bounded and nothing waits for it: a match never knows of mail. Addresses, the
//! content of mails, and the login at the mail server are never logged.

mod address;
mod authorities;
mod bundle;
mod letter;
mod line_by_line;
mod outbox;
mod rounds;
mod server;
mod settings;
mod transport;
mod words;
mod writer;

pub use address::BadAddress;
pub(crate) use address::{checked, mailbox, masked};
pub use authorities::{Authorities, BadAuthorities};
pub(crate) use letter::{confirmation_code, stop_code};
pub use server::{BadServer, MailServer};
pub use settings::{BadSender, MailSender, Settings};
pub(crate) use writer::{Mail, open};
