//! The command line and the environment, read once in `main`.
//!
//! Every flag has an environment variable, and a test holds all of them to that. The documentation
//! comments of flags are the text of `--help`, so they address operators. Secrets (a database
//! address with a password) are hidden in `--help` and in `Debug` output.

mod mail;
mod nats;

pub use mail::MailConfig;
pub use nats::NatsFlags;

use crate::bus::NatsConfig;
use crate::commands::{
    AdminConfig, ConvertConfig, ExplorerConfig, ExportConfig, ImportConfig, PerftConfig,
    ProbeConfig, RatingsConfig, SolveConfig, TalliesConfig,
};
use crate::ip_range::Network;
use crate::notifications::push::Contact;
use crate::origin::Origin;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use store::{Location, StoreError};

/// Yiguan 弈馆, an open server for the traditional East Asian board games.
///
/// Without a command it runs the server: open the address it prints in a browser.
#[derive(Debug, Clone, Parser)]
#[command(name = "yiguan", version)]
pub struct Config {
    /// The settings of the server.
    #[command(flatten)]
    pub serve: ServeConfig,
    /// What to log.
    #[command(flatten)]
    pub log: LogConfig,
    /// The command to run instead of the server.
    #[command(subcommand)]
    pub task: Option<Task>,
}

/// The settings of the server.
#[derive(Debug, Clone, Args)]
pub struct ServeConfig {
    /// The address and port to listen on. Port 0 picks a free one, which is printed. The default is
    /// reachable from this machine only; for others, listen on `0.0.0.0:8080` or put a proxy in
    /// front.
    #[arg(long, default_value = "127.0.0.1:8080", env = "YIGUAN_BIND")]
    pub bind: SocketAddr,
    /// The address and port for `/metrics`, which Prometheus reads, and for `/reports`, where
    /// moderators close reports. Both are off by default. On any address but a loopback one, such
    /// as `127.0.0.1:9100`, they require a password.
    #[arg(long, env = "YIGUAN_METRICS_BIND")]
    pub metrics_bind: Option<SocketAddr>,
    /// A file with the password for `/metrics` and `/reports`, of at least 16 characters. It is
    /// sent as HTTP Basic, with any user name, or as a bearer token.
    #[arg(long, value_name = "FILE", env = "YIGUAN_METRICS_PASSWORD_FILE")]
    pub metrics_password_file: Option<PathBuf>,
    /// The address under which players reach the server, such as `https://play.example.org`: cookies
    /// and `Origin` are checked against it. It has no path. Without it the server answers under IP
    /// addresses and `localhost` only.
    #[arg(long, env = "YIGUAN_PUBLIC_URL")]
    pub public_url: Option<Origin>,
    /// Serve the client from this folder instead of the built-in one, for development.
    #[arg(long, env = "YIGUAN_STATIC_DIR")]
    pub static_dir: Option<PathBuf>,
    /// The addresses of trusted proxies, or ranges of them such as `10.0.0.0/8`, separated by
    /// commas. The client's address is read from their `X-Forwarded-For`, so that limits apply to
    /// players and not to the proxy, and the scheme from their `X-Forwarded-Proto`.
    #[arg(long, value_delimiter = ',', env = "YIGUAN_PROXIES")]
    pub proxies: Vec<Network>,
    /// The address and port on which other servers on the same Postgres reach this one, such as
    /// `10.0.0.1:9200`: they forward the requests for its matches. No proxy may publish it, and the
    /// network must be private: what passes is signed, but not encrypted. Required where several
    /// servers share a database.
    #[arg(long, value_name = "ADDRESS", env = "YIGUAN_INTERNAL_BIND")]
    pub internal_bind: Option<SocketAddr>,
    /// The host and port by which the other servers reach `--internal-bind`, if they differ from it,
    /// such as `yiguan-1:9200` between containers.
    #[arg(long, value_name = "HOST:PORT", requires = "internal_bind", value_parser = host_and_port, env = "YIGUAN_INTERNAL_ADDRESS")]
    pub internal_address: Option<String>,
    /// The name of this server among several, for the log and `yiguan admin nodes`: up to 40 letters,
    /// digits, dots, hyphens and underscores. By default `node-` and its number.
    #[arg(long, value_name = "NAME", value_parser = node_name, env = "YIGUAN_NODE_NAME")]
    pub node_name: Option<String>,
    /// NATS.
    #[command(flatten)]
    pub nats: NatsFlags,
    /// Log every request with the client's address, its guest, status and duration, under the
    /// name `yiguan::access`. Addresses are personal data: keep such a log no longer than needed.
    #[arg(long, env = "YIGUAN_ACCESS_LOG")]
    pub access_log: bool,
    /// A file with the keys that sign cookies and tokens, one per line, each of 64 hexadecimal
    /// digits. The first key signs; all are accepted. By default a key stored in the database is
    /// used.
    #[arg(long, env = "YIGUAN_SIGNING_KEYS")]
    pub signing_keys: Option<PathBuf>,
    /// Whether the rates and connections of one address are limited. `off` is for benchmarks from
    /// one machine, never for a public server.
    #[arg(long, value_enum, default_value_t = Limits::On, env = "YIGUAN_LIMITS")]
    pub limits: Limits,
    /// For how many seconds a player who has proved who they are may do what only the owner of an
    /// account may: create tokens, sign-in links, passkeys and recovery codes, set the password or the
    /// address for mail, export everything or delete the account. After that they are asked again for
    /// a password, a passkey or a recovery code.
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 600,
        value_parser = clap::value_parser!(u32).range(1..=86_400),
        env = "YIGUAN_CONFIRM_FOR"
    )]
    pub confirm_for: u32,
    /// The number of threads on which the computer players (the server's computer players) think. They
    /// run at a lower priority than everything else.
    #[arg(long, default_value = "1", env = "YIGUAN_COMPUTER_THREADS")]
    pub computer_threads: NonZeroUsize,
    /// An external engine that plays here, such as `xiangqi=/usr/games/fairy-stockfish`. It must
    /// speak UCI, UCCI (xiangqi) or USI (shogi), is started with the server, and its levels are
    /// offered beside those of the computer players. Repeat the flag for each game; in the variable,
    /// separate the values with commas.
    #[arg(long, value_delimiter = ',', value_name = "GAME=PATH", env = "YIGUAN_ENGINE")]
    pub engine: Vec<EngineFlag>,
    /// A file with words that are not allowed in chat and names, one per line; empty lines and
    /// lines that begin with `#` are ignored. It is read at startup.
    #[arg(long, value_name = "FILE", env = "YIGUAN_WORD_LIST")]
    pub word_list: Option<PathBuf>,
    /// The number of days for which a closed report is kept, with the reported lines.
    #[arg(long, default_value_t = 90, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=3650), env = "YIGUAN_KEEP_REPORTS")]
    pub keep_reports: u32,
    /// The folder with the tables that `yiguan solve` wrote. The server answers queries for the
    /// values of positions of solved games from them, and the upper levels of the computer players use
    /// them. A table that cannot be used is reported as an error in the log, and the server runs
    /// without it.
    #[arg(long, value_name = "DIR", env = "YIGUAN_TABLES")]
    pub tables: Option<PathBuf>,
    /// The contact for push services, as `mailto:admin@example.org` or `https://example.org`. Some
    /// services, such as Apple's, require it. The default is the public URL.
    #[arg(long, value_name = "ADDRESS", env = "YIGUAN_PUSH_CONTACT")]
    pub push_contact: Option<Contact>,
    /// Allow push services on this machine, and without encryption. For tests, never for a public
    /// server: a client could make it send requests to other services on the machine.
    #[arg(long, env = "YIGUAN_PUSH_LOOPBACK")]
    pub push_loopback: bool,
    /// Mail.
    #[command(flatten)]
    pub mail: MailConfig,
    /// The location of the database.
    #[command(flatten)]
    pub store: StoreConfig,
}

/// A program that plays a game: `GAME=PATH`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineFlag {
    /// The id of the game.
    pub game: String,
    /// The program.
    pub path: PathBuf,
}

/// A flag that names no game or no program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an engine is given as GAME=PATH")]
pub struct BadEngineFlag;

impl FromStr for EngineFlag {
    type Err = BadEngineFlag;

    fn from_str(text: &str) -> Result<Self, BadEngineFlag> {
        let (game, path) = text.split_once('=').ok_or(BadEngineFlag)?;
        let (game, path) = (game.trim(), path.trim());
        if game.is_empty() || path.is_empty() {
            return Err(BadEngineFlag);
        }
        Ok(Self { game: game.to_owned(), path: path.into() })
    }
}

/// The location of the database.
#[derive(Clone, Args)]
pub struct StoreConfig {
    /// The Postgres database, such as `postgres://yiguan:password@localhost/yiguan`. By default an
    /// SQLite file in the data directory is used.
    #[arg(long, global = true, env = "DATABASE_URL", hide_env_values = true)]
    pub database: Option<String>,
    /// The directory with the SQLite file; created if missing, except by `export`. Back it up as a
    /// whole.
    #[arg(long, global = true, default_value = "data", env = "YIGUAN_DATA_DIR")]
    pub data_dir: PathBuf,
}

/// The settings of the log, which is written to standard error.
#[derive(Debug, Clone, Args)]
pub struct LogConfig {
    /// The log level: `error`, `warn`, `info`, `debug` or `trace`, also for parts of the program,
    /// such as `info,yiguan::live=debug`.
    #[arg(long, global = true, default_value = "info", env = "YIGUAN_LOG", value_parser = log_filter)]
    pub log: String,
    /// The log format, for people or for programs.
    #[arg(long, global = true, value_enum, default_value_t = LogFormat::Text, env = "YIGUAN_LOG_FORMAT")]
    pub log_format: LogFormat,
}

/// A host and a port.
fn host_and_port(text: &str) -> Result<String, String> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || ".-:[]".contains(letter);
    let (host, port) = text.rsplit_once(':').unwrap_or_default();
    let has_port = port.parse::<u16>().is_ok_and(|port| port > 0);
    if !host.is_empty() && has_port && text.chars().all(is_plain) {
        Ok(text.to_owned())
    } else {
        Err("it is a host and a port, such as `10.0.0.1:9200`".to_owned())
    }
}

/// The most characters of a server's name.
const MAX_NODE_NAME: usize = 40;

/// A name for a server, which stands in lines of the log and in a table.
fn node_name(text: &str) -> Result<String, String> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
    if (1..=MAX_NODE_NAME).contains(&text.len()) && text.chars().all(is_plain) {
        Ok(text.to_owned())
    } else {
        Err(format!("a name has 1 to {MAX_NODE_NAME} of A-Z, a-z, 0-9, `.`, `-` and `_`"))
    }
}

/// The levels of a log.
const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// Refuses a word that is not a level: the library would take it for the name of a module that
/// does not exist, and nothing at all would be logged.
fn log_filter(text: &str) -> Result<String, String> {
    for directive in text.split(',').map(str::trim) {
        let (part, level) = match directive.split_once('=') {
            Some((part, level)) => (Some(part), Some(level)),
            None if directive.contains("::") || directive.contains('[') => (Some(directive), None),
            None => (None, Some(directive)),
        };
        let is_level = |level: &str| LEVELS.iter().any(|known| known.eq_ignore_ascii_case(level));
        if part == Some("") || level.is_some_and(|level| !is_level(level)) {
            return Err(format!(
                "`{directive}` is no level: there are {}, and parts of the program are named as in \
                 `info,yiguan::live=debug`",
                LEVELS.join(", ")
            ));
        }
    }
    Ok(text.to_owned())
}

/// Whether there are limits per address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Limits {
    /// There are limits.
    On,
    /// There are no limits.
    Off,
}

/// The form of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// A JSON object per line.
    Json,
}

/// The command to run instead of the server.
#[derive(Debug, Clone, Subcommand)]
pub enum Command {
    /// Count action sequences (perft), to compare the rules with another program's.
    Perft(PerftConfig),
    /// Read lines `{"game","ruleset","options"?,"position"?,"moves":[…]}` from standard input and
    /// report for each the position reached, the legal actions and the result, or the illegal
    /// action.
    Judge,
    /// Compute the exact value of every position of a game and write it to a table.
    Solve(SolveConfig),
    /// Look up positions in the tables that `solve` wrote.
    Probe(ProbeConfig),
    /// Convert game records of any supported format to lines of JSON or to another notation.
    Convert(ConvertConfig),
    /// Print the catalogue: games, rulesets, options, clocks.
    Games,
    /// Moderate running servers: list and end matches, remove chat lines, ban, send notices, drain.
    /// Every operation is recorded in an audit log.
    Admin(AdminConfig),
    /// Bring the database schema up to date. The server also does this when it starts.
    Migrate,
    /// Write the finished games to standard output, one JSON object per line, oldest first.
    Export(ExportConfig),
    /// Read finished games from standard input, as `export` writes them, or import the samples that
    /// come with the program. Games that exist already are left unchanged.
    Import(ImportConfig),
    /// Compare the ratings with the archive, from which they are derived, or recompute them.
    Ratings(RatingsConfig),
    /// Compare the results that the pages of players show with the archive, or count them again.
    Tallies(TalliesConfig),
    /// Rebuild the opening explorer's statistics on positions of finished games.
    Explorer(ExplorerConfig),
}

/// The task to do instead of serving.
#[derive(Debug, Clone, Subcommand)]
pub enum Task {
    /// Run a command.
    #[command(flatten)]
    Command(Command),
    /// Measure the rules, the computer players or the server on this machine.
    /// `yiguan-bench` does it, a program of its own that lies beside this one.
    #[command(disable_help_flag = true)]
    Bench {
        /// What to measure, and how: `yiguan bench help` lists it.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
}

impl ServeConfig {
    /// Whether this is the address of a trusted proxy.
    #[must_use]
    pub fn is_proxy(&self, address: IpAddr) -> bool {
        self.proxies.iter().any(|proxy| proxy.contains(address))
    }

    /// How NATS is reached, if it is used.
    pub(crate) fn nats(&self) -> Option<NatsConfig> {
        self.nats.config()
    }

    /// For how long a proof of identity confirms a session, in milliseconds.
    #[must_use]
    pub fn confirmed_for(&self) -> u64 {
        u64::from(self.confirm_for) * 1_000
    }
}

impl StoreConfig {
    /// The database that these settings select.
    ///
    /// # Errors
    ///
    /// [`StoreError::BadAddress`] if the database's address is invalid.
    pub fn location(&self) -> Result<Location, StoreError> {
        // Some tools unset a variable by making it empty.
        let address = self.database.as_deref().filter(|address| !address.is_empty());
        Location::new(address, &self.data_dir)
    }
}

// Written by hand, because the address may contain a password.
impl fmt::Debug for StoreConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoreConfig")
            .field("database", &self.database.as_ref().map(|_| "…"))
            .field("data_dir", &self.data_dir)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_public_address_is_read_at_once() {
        let read = |url| Config::try_parse_from(["yiguan", "--public-url", url]);
        let config = read("https://Play.example.org:443/").expect("it is an address");
        let url = config.serve.public_url.map(|url| url.to_string());
        assert_eq!(url.as_deref(), Some("https://play.example.org"));
        for url in ["foo", "https://play.example.org/yiguan", ""] {
            let error = read(url).expect_err("it is none").to_string();
            assert!(error.contains("--public-url") && error.contains("https://"), "{error}");
        }
    }

    #[test]
    fn internal_address_has_a_host_and_a_port() {
        for (address, is_accepted) in [
            ("10.0.0.1:9200", true),
            ("yiguan-1:9200", true),
            ("[2001:db8::1]:9200", true),
            ("yiguan-1", false),
            (":9200", false),
            ("yiguan-1:0", false),
            ("http://yiguan-1:9200", false),
            ("", false),
        ] {
            assert_eq!(host_and_port(address).is_ok(), is_accepted, "{address:?}");
        }
    }

    #[test]
    fn node_names_are_short_and_plain() {
        for (name, is_accepted) in [
            ("hall-1.example_org", true),
            ("", false),
            ("two words", false),
            ("弈", false),
            (&"x".repeat(40), true),
            (&"x".repeat(41), false),
        ] {
            assert_eq!(node_name(name).is_ok(), is_accepted, "{name:?}");
        }
    }

    #[test]
    fn the_password_of_the_mail_server_is_not_shown() {
        let server = "smtps://me:secret@mail.example.org";
        let flags = ["yiguan", "--mail-server", server, "--mail-from", "yiguan@example.org"];
        let config = Config::try_parse_from(flags).expect("they are flags");
        assert_eq!(config.serve.mail.mail_server.as_deref(), Some(server));
        assert!(!format!("{config:?}").contains("secret"), "{config:?}");
        let read = |from| Config::try_parse_from(["yiguan", "--mail-from", from]);
        let error = read("nobody").expect_err("it is none").to_string();
        assert!(error.contains("--mail-from") && error.contains("yiguan@example.org"), "{error}");
    }

    #[test]
    fn a_log_is_asked_for_by_levels() {
        for good in
            ["info", "WARN", "info,yiguan::live=debug", "off, yiguan::access=info", "yiguan::ws"]
        {
            assert_eq!(log_filter(good).as_deref(), Ok(good));
        }
        for bad in ["warning", "", "info,verbose", "yiguan=loud", "=info", "yiguan"] {
            let complaint = log_filter(bad).expect_err("it is none");
            assert!(complaint.contains("no level"), "{bad}: {complaint}");
        }
    }

    #[test]
    fn proxies_are_addresses_and_ranges() {
        let read = |proxies| Config::try_parse_from(["yiguan", "--proxies", proxies]);
        let config = read("127.0.0.1,10.0.0.0/8,fd00::/8").expect("they are").serve;
        for (address, expected) in
            [("127.0.0.1", true), ("10.9.8.7", true), ("fd12::1", true), ("192.0.2.1", false)]
        {
            assert_eq!(
                config.is_proxy(address.parse().expect("an address")),
                expected,
                "{address}"
            );
        }
        assert!(read("10.0.0.0/40").is_err() && read("proxy.example.org").is_err());
    }

    #[test]
    fn an_engine_is_a_game_and_a_path() {
        let flag: EngineFlag = "xiangqi=/usr/games/some engine".parse().expect("it is");
        assert_eq!((flag.game.as_str(), flag.path), ("xiangqi", "/usr/games/some engine".into()));
        for bad in ["xiangqi", "xiangqi=", "=/bin/true", ""] {
            assert_eq!(bad.parse::<EngineFlag>(), Err(BadEngineFlag), "{bad}");
        }
    }

    #[test]
    fn the_command_line_is_well_formed() {
        Config::command().debug_assert();
    }

    /// Every flag of every command can be set from the environment; flags and arguments have a
    /// description.
    #[test]
    fn every_flag_has_a_variable_and_a_text() {
        fn check(command: &clap::Command) {
            for flag in command.get_arguments() {
                let name = flag.get_id().as_str();
                if ["help", "version"].contains(&name) {
                    continue;
                }
                let place = format!("{name} of {}", command.get_name());
                assert!(
                    flag.is_positional() || flag.get_env().is_some(),
                    "{place} has no variable"
                );
                assert!(flag.get_help().is_some(), "{place} has no text");
            }
            command.get_subcommands().for_each(check);
        }
        check(&Config::command());
    }
}
