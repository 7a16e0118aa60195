//! The command line and the environment, read once in `main`.
//!
//! Every flag has an environment variable, and a test holds all of them to that. The documentation
//! comments of flags are the text of `--help`, so they address operators. Secrets (a database
//! address with a password) are hidden in `--help` and in `Debug` output.

use crate::bench::{
    BenchArchive, BenchEngine, BenchLevels, BenchRelay, BenchRestart, BenchSearch, BenchServer,
    BenchSpacing, BenchStrength, BenchTablebase, BenchTruth, BenchTune,
};
use crate::commands::{
    AdminConfig, ConvertConfig, ExplorerConfig, ExportConfig, ImportConfig, PerftConfig,
    ProbeConfig, RatingsConfig, SolveConfig,
};
use crate::network::Network;
use crate::origin::Origin;
use crate::push::Contact;
use crate::store::{Location, StoreError};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

/// Yiguan 弈馆, an open server for the traditional East Asian board games.
///
/// Without a command it serves: open the address it prints in a browser.
#[derive(Debug, Clone, Parser)]
#[command(name = "yiguan", version)]
pub struct Config {
    /// How to serve.
    #[command(flatten)]
    pub serve: ServeConfig,
    /// What to log.
    #[command(flatten)]
    pub log: LogConfig,
    /// What to do instead of serving.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// How to serve.
#[derive(Debug, Clone, Args)]
pub struct ServeConfig {
    /// The address and port to listen on. Port 0 takes a free one, which is printed. The
    /// default is reachable from this machine only; to let others in, listen on `0.0.0.0:8080`
    /// or put a proxy in front.
    #[arg(long, default_value = "127.0.0.1:8080", env = "YIGUAN_BIND")]
    pub bind: SocketAddr,
    /// The address and port for `/metrics`, which tells Prometheus how the server fares, and for `/reports`, where
    /// moderators close what people report. Without it there is neither. Nobody is asked who they are: let only your own
    /// machines reach it.
    #[arg(long, env = "YIGUAN_METRICS_BIND")]
    pub metrics_bind: Option<SocketAddr>,
    /// The address under which players reach the server, such as `https://play.example.org`,
    /// if a proxy stands in front: cookies and `Origin` are checked against it. It has no path.
    /// Without it the `Host` of each request counts.
    #[arg(long, env = "YIGUAN_PUBLIC_URL")]
    pub public_url: Option<Origin>,
    /// Serve the client from this folder rather than the one built in, to work on it.
    #[arg(long, env = "YIGUAN_STATIC_DIR")]
    pub static_dir: Option<PathBuf>,
    /// The addresses of proxies in front, or ranges of them such as `10.0.0.0/8`, with commas
    /// between: whom they ask for is read from their `X-Forwarded-For`, so that limits hold for
    /// players and not for the proxy.
    #[arg(long, value_delimiter = ',', env = "YIGUAN_PROXIES")]
    pub proxies: Vec<Network>,
    /// Log every request with the client's address, its guest, status and duration, under the
    /// name `yiguan::access`. Addresses are personal data: keep such a log no longer than needed.
    #[arg(long, env = "YIGUAN_ACCESS_LOG")]
    pub access_log: bool,
    /// A file with the keys that sign the cookies and tokens of guests, each a line of 64
    /// hexadecimal digits. The first signs; all are accepted. Without it the key is one that
    /// the database keeps.
    #[arg(long, env = "YIGUAN_SIGNING_KEYS")]
    pub signing_keys: Option<PathBuf>,
    /// Whether rates and connections of one address are limited. `off` is for measuring from
    /// one machine, never for a public server.
    #[arg(long, value_enum, default_value_t = Limits::On, env = "YIGUAN_LIMITS")]
    pub limits: Limits,
    /// On how many threads the house players decide, who sit down with whoever comes alone. They run
    /// with a lower priority than everything else.
    #[arg(long, default_value = "1", env = "YIGUAN_HOUSE_THREADS")]
    pub house_threads: NonZeroUsize,
    /// Another program that plays here, as `xiangqi=/usr/games/fairy-stockfish`: it speaks UCI, UCCI (xiangqi)
    /// or USI (shogi), is started with the server, and its levels stand beside those of the house players.
    /// Give the flag once for each game; in the variable they stand with commas between.
    #[arg(long, value_delimiter = ',', value_name = "GAME=PATH", env = "YIGUAN_ENGINE")]
    pub engine: Vec<EngineFlag>,
    /// A file with words that nobody is to say or be called here, one a line; empty lines and those that begin
    /// with `#` count for nothing. It is read at the start.
    #[arg(long, value_name = "FILE", env = "YIGUAN_WORD_LIST")]
    pub word_list: Option<PathBuf>,
    /// The folder with the tables that `yiguan solve` has made. From them the server answers what positions of
    /// solved games are worth, and the upper levels of the house players play. A table that cannot be used is
    /// an error in the log, and the server runs without it.
    #[arg(long, value_name = "DIR", env = "YIGUAN_TABLES")]
    pub tables: Option<PathBuf>,
    /// Whom push services can turn to, as `mailto:admin@example.org` or `https://example.org`. Some, such as
    /// Apple's, take nothing without it; the public URL stands in for it.
    #[arg(long, value_name = "ADDRESS", env = "YIGUAN_PUSH_CONTACT")]
    pub push_contact: Option<Contact>,
    /// Whether push services on this machine are sent to as well, also without encryption. For tests, never for
    /// a public server: anybody could have it send to whatever runs beside it.
    #[arg(long, env = "YIGUAN_PUSH_LOOPBACK")]
    pub push_loopback: bool,
    /// Where the database is.
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
#[error("an engine is named as GAME=PATH")]
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

/// Where the database is.
#[derive(Clone, Args)]
pub struct StoreConfig {
    /// The Postgres database, such as `postgres://yiguan:password@localhost/yiguan`. Without
    /// it an SQLite file in the data directory is used.
    #[arg(long, global = true, env = "DATABASE_URL", hide_env_values = true)]
    pub database: Option<String>,
    /// The directory that holds the SQLite file; made if it is missing, except by `export`. Back it up
    /// as a whole.
    #[arg(long, global = true, default_value = "data", env = "YIGUAN_DATA_DIR")]
    pub data_dir: PathBuf,
}

/// What to log, on standard error.
#[derive(Debug, Clone, Args)]
pub struct LogConfig {
    /// How much: `error`, `warn`, `info`, `debug` or `trace`, also for parts of the program,
    /// such as `info,yiguan::matches=debug`.
    #[arg(long, global = true, default_value = "info", env = "YIGUAN_LOG", value_parser = log_filter)]
    pub log: String,
    /// For people or for programs.
    #[arg(long, global = true, value_enum, default_value_t = LogFormat::Text, env = "YIGUAN_LOG_FORMAT")]
    pub log_format: LogFormat,
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
                 `info,yiguan::matches=debug`",
                LEVELS.join(", ")
            ));
        }
    }
    Ok(text.to_owned())
}

/// Whether there are limits for one address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Limits {
    /// There are.
    On,
    /// There are none.
    Off,
}

/// The form of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// A JSON object a line.
    Json,
}

/// What to do instead of serving.
#[derive(Debug, Clone, Subcommand)]
pub enum Command {
    /// Count action sequences, to compare the rules with another program's.
    Perft(PerftConfig),
    /// Read lines `{"game","ruleset","options"?,"position"?,"moves":[…]}` from standard input
    /// and say for each what the rules make of it.
    Judge,
    /// Work out the exact value of every position of a game and keep it in a table.
    Solve(SolveConfig),
    /// Look positions up in the tables that `solve` has made.
    Probe(ProbeConfig),
    /// Read game records of any kind, as sites and programs write them, and write them as lines of
    /// JSON or in another notation.
    Convert(ConvertConfig),
    /// Print the catalogue: games, rulesets, options, clocks.
    Games,
    /// Keep order on servers that run: list and end matches, remove what was said, ban, tell
    /// everybody something, drain. Everything is written into an audit.
    Admin(AdminConfig),
    /// Bring the database's tables up to date. The server does so too when it starts.
    Migrate,
    /// Write the finished games to standard output, a line of JSON each, oldest first.
    Export(ExportConfig),
    /// Read finished games from standard input, as `export` writes them, or import those that come
    /// with the program; those that are there already stay as they are.
    Import(ImportConfig),
    /// Compare the ratings with the archive, from which they follow, or compute them anew.
    Ratings(RatingsConfig),
    /// Make anew what the explorer tells of the positions of finished games.
    Explorer(ExplorerConfig),
    /// Measure the rules, the computer players or the server on this machine.
    Bench {
        /// What to measure.
        #[command(subcommand)]
        what: Bench,
    },
}

/// What to measure.
#[derive(Debug, Clone, Subcommand)]
pub enum Bench {
    /// How fast the rules are.
    Engine(BenchEngine),
    /// How many positions a second the computer players look at.
    Search(BenchSearch),
    /// How far apart the levels of the computer players are.
    Levels(BenchLevels),
    /// How strong the levels have to be to stand evenly apart.
    Spacing(BenchSpacing),
    /// How the strongest computer player fares against another program.
    Strength(BenchStrength),
    /// Which weights of an evaluation predict the engine's own games best, and whether they play better.
    Tune(BenchTune),
    /// How often the strongest computer player throws away what a position of a solved game is worth
    Truth(BenchTruth),
    /// How long looking up in tables of solved games takes.
    Tablebase(BenchTablebase),
    /// How long the lists of a large archive take.
    Archive(BenchArchive),
    /// How many moves a second the server takes, at what cost.
    Server(BenchServer),
    /// How long a server with many matches in progress takes to start.
    Restart(BenchRestart),
    /// The bare relay that the server is compared to.
    #[command(hide = true)]
    Relay(BenchRelay),
}

impl ServeConfig {
    /// Whether this is the address of a proxy of ours.
    #[must_use]
    pub fn is_proxy(&self, address: IpAddr) -> bool {
        self.proxies.iter().any(|proxy| proxy.contains(address))
    }
}

impl StoreConfig {
    /// The database these settings mean.
    ///
    /// # Errors
    ///
    /// [`StoreError::BadAddress`] if the database's address makes no sense.
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
    fn a_log_is_asked_for_by_levels() {
        for good in
            ["info", "WARN", "info,yiguan::matches=debug", "off, yiguan::access=info", "yiguan::ws"]
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

    /// Every flag of every command can be set from the environment; flags and arguments say what
    /// they are for.
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
