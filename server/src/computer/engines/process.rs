//! An external engine as a running process: started, queried and, when it fails, ended.
//!
//! Whatever it does, no caller waits long: every answer has a time limit, every line a length
//! limit.

use super::dialect::{Dialect, Effort, Introduction, Protocol, Subject};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::{Instant, timeout, timeout_at};

/// How long a program may take to introduce itself, in one protocol.
const INTRODUCTION: Duration = Duration::from_secs(3);

/// How long it may take until it is ready, as when it loads tables.
const PREPARATION: Duration = Duration::from_secs(20);

/// How long it may take to answer after the command to stop.
const GRACE: Duration = Duration::from_secs(2);

/// How long it may take to read a line.
const READING: Duration = Duration::from_secs(2);

/// The longest line that is read.
const MAX_LINE: usize = 64 * 1024;

/// Why a program cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// It cannot be started.
    #[error("it cannot be started: {0}")]
    Start(#[source] std::io::Error),
    /// It answers in neither of the protocols tried.
    #[error("it answers none of {0}: is it an engine?")]
    NoProtocol(String),
    /// It does not play the game.
    #[error("it does not know the game")]
    OtherGame,
    /// It has ended, or reads nothing any more.
    #[error("it has exited")]
    Ended,
    /// It does not answer.
    #[error("it does not answer")]
    Silent,
    /// It writes lines without end, or bytes that are not text.
    #[error("its output cannot be parsed")]
    Garbage,
    /// It plays an illegal action.
    #[error("it played `{0}`, which is illegal")]
    Illegal(String),
}

/// A program under way. It is ended when this is dropped.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    dialect: Dialect,
    pub(super) name: String,
}

/// A program's pipes before its protocol is known.
struct Pipes {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Process {
    /// Starts a program, detects its protocol, and waits until it is ready.
    pub(super) async fn start(path: &Path, subject: &Subject) -> Result<Self, EngineError> {
        let mut known = Err(EngineError::NoProtocol(
            subject.protocols.iter().map(|protocol| protocol.word()).collect::<Vec<_>>().join(", "),
        ));
        for &protocol in &subject.protocols {
            // Some programs end when they receive another protocol: each attempt starts a fresh
            // process.
            let mut pipes = Pipes::open(path)?;
            match pipes.introduction(protocol).await {
                Ok(introduction) => match Dialect::new(protocol, subject, &introduction) {
                    Some(dialect) => {
                        return pipes.prepare(path, subject, dialect, introduction).await;
                    }
                    None => known = Err(EngineError::OtherGame),
                },
                Err(EngineError::Garbage) => return Err(EngineError::Garbage),
                Err(_) => {}
            }
        }
        known
    }

    /// The id of its process, while it runs.
    pub(super) fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Has it choose an action after `actions` from a start position.
    pub(super) async fn think(
        &mut self,
        start: &str,
        actions: &[String],
        effort: Effort,
    ) -> Result<String, EngineError> {
        write(&mut self.input, &self.dialect.position(start, actions)).await?;
        write(&mut self.input, &effort.line()).await?;
        let until = Instant::now() + effort.longest() + GRACE;
        let answer = match timeout_at(until, best(&mut self.output)).await {
            Ok(answer) => answer?,
            Err(_) => {
                write(&mut self.input, "stop").await?;
                let answer = timeout(GRACE, best(&mut self.output)).await;
                answer.map_err(|_| EngineError::Silent)??
            }
        };
        self.dialect.ours(&answer).ok_or(EngineError::Illegal(answer))
    }
}

impl Pipes {
    fn open(path: &Path) -> Result<Self, EngineError> {
        let mut child = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .map_err(EngineError::Start)?;
        if let Some(pid) = child.id().and_then(|id| i32::try_from(id).ok()) {
            // Where the priority cannot be lowered it runs like others.
            let pid = rustix::process::Pid::from_raw(pid);
            let _ = rustix::process::setpriority_process(pid, super::super::NICE);
        }
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(EngineError::Ended);
        };
        Ok(Self { child, input, output: BufReader::new(output) })
    }

    async fn introduction(&mut self, protocol: Protocol) -> Result<Introduction, EngineError> {
        write(&mut self.input, protocol.word()).await?;
        let mut introduction = Introduction::default();
        let end = format!("{}ok", protocol.word());
        let reading = async {
            loop {
                let line = line(&mut self.output).await?;
                if line == end {
                    return Ok(());
                }
                introduction.read(&line);
            }
        };
        timeout(INTRODUCTION, reading).await.map_err(|_| EngineError::Silent)??;
        Ok(introduction)
    }

    async fn prepare(
        mut self,
        path: &Path,
        subject: &Subject,
        dialect: Dialect,
        introduction: Introduction,
    ) -> Result<Process, EngineError> {
        for setting in dialect.settings(&subject.game, &introduction) {
            write(&mut self.input, &setting).await?;
        }
        write(&mut self.input, "isready").await?;
        let ready = async {
            while line(&mut self.output).await? != "readyok" {}
            Ok(())
        };
        timeout(PREPARATION, ready).await.map_err(|_| EngineError::Silent)??;
        let file = || path.file_stem().map(|name| name.to_string_lossy().into_owned());
        let name = introduction.name.or_else(file).unwrap_or_default();
        let Self { child, input, output } = self;
        Ok(Process { child, input, output, dialect, name })
    }
}

async fn write(input: &mut ChildStdin, line: &str) -> Result<(), EngineError> {
    let text = format!("{line}\n");
    let writing = async {
        input.write_all(text.as_bytes()).await?;
        input.flush().await
    };
    let written = timeout(READING, writing).await.map_err(|_| EngineError::Silent)?;
    written.map_err(|_| EngineError::Ended)
}

/// The action in the next line that has one.
async fn best(output: &mut BufReader<ChildStdout>) -> Result<String, EngineError> {
    loop {
        let line = line(output).await?;
        let mut words = line.split_whitespace();
        match words.next() {
            Some("bestmove") => return Ok(words.next().unwrap_or_default().to_owned()),
            Some("nobestmove") => return Ok("nobestmove".to_owned()),
            Some(_) | None => {}
        }
    }
}

/// The next line, without what ends it.
async fn line(output: &mut BufReader<ChildStdout>) -> Result<String, EngineError> {
    let mut text = Vec::new();
    loop {
        let part = output.fill_buf().await.map_err(|_| EngineError::Ended)?;
        if part.is_empty() {
            return Err(EngineError::Ended);
        }
        let end = part.iter().position(|&byte| byte == b'\n');
        text.extend_from_slice(&part[..end.unwrap_or(part.len())]);
        let taken = end.map_or(part.len(), |end| end + 1);
        output.consume(taken);
        if text.len() > MAX_LINE {
            return Err(EngineError::Garbage);
        }
        if end.is_some() {
            let line = String::from_utf8(text).map_err(|_| EngineError::Garbage)?;
            return Ok(line.trim().to_owned());
        }
    }
}
