//! The process of a server, so that another one on the same machine can see that it has ended.
//!
//! A process is identified by the boot of its machine, the namespace its number is counted in, the
//! number, and the moment it began: no other process ever has the same identity. All of it is read
//! where Linux provides it; elsewhere nothing is known, and no process is ever reported as ended.

use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};
use std::fmt;
use std::fs;
use std::str::FromStr;

/// A process of this machine or another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Process {
    /// The boot and the namespace.
    place: String,
    id: i32,
    /// In ticks since the boot.
    began: u64,
}

impl Process {
    /// This process, where it can be known.
    pub(super) fn own() -> Option<Self> {
        let id = i32::try_from(std::process::id()).ok()?;
        Some(Self { place: place()?, id, began: stat(id)?.began })
    }

    /// Whether it has certainly ended: false where that cannot be seen from here.
    pub(super) fn has_ended(&self) -> bool {
        let Some(id) = Pid::from_raw(self.id).filter(|_| place().as_ref() == Some(&self.place))
        else {
            return false;
        };
        match test_kill_process(id) {
            Err(Errno::SRCH) => true,
            // It is there, as this one or as a later one of the same number.
            _ => stat(self.id).is_some_and(|stat| stat.is_dead || stat.began != self.began),
        }
    }
}

impl fmt::Display for Process {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {} {}", self.place, self.id, self.began)
    }
}

impl FromStr for Process {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (rest, began) = text.rsplit_once(' ').ok_or(())?;
        let (place, id) = rest.rsplit_once(' ').ok_or(())?;
        let (id, began) = (id.parse().map_err(drop)?, began.parse().map_err(drop)?);
        Ok(Self { place: place.to_owned(), id, began })
    }
}

/// The boot of this machine, and the namespace in which the processes seen from here are counted.
fn place() -> Option<String> {
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    let namespace = fs::read_link("/proc/self/ns/pid").ok()?;
    Some(format!("{} {}", boot.trim(), namespace.to_str()?))
}

/// The data of a process.
struct Stat {
    began: u64,
    /// Ended, and not yet waited for by its parent.
    is_dead: bool,
}

/// As `proc_pid_stat(5)` has it: the second field is the name in brackets, which may have any characters;
/// the third is the state, and the twenty-second the start.
fn stat(id: i32) -> Option<Stat> {
    let text = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let mut fields = text.rsplit_once(')')?.1.split_ascii_whitespace();
    let is_dead = matches!(fields.next()?, "Z" | "X");
    Some(Stat { began: fields.nth(18)?.parse().ok()?, is_dead })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    fn of(id: u32) -> Process {
        let id = i32::try_from(id).expect("a process has a small number");
        Process { id, began: stat(id).expect("it runs").began, ..Process::own().expect("Linux") }
    }

    #[test]
    fn a_process_has_ended_when_it_was_killed() {
        let own = Process::own().expect("Linux tells");
        assert!(!own.has_ended());
        assert_eq!(own.to_string().parse(), Ok(own.clone()));
        let mut child = Command::new("cat").stdin(Stdio::piped()).spawn().expect("`cat` is there");
        let seen = of(child.id());
        assert!(!seen.has_ended(), "it waits for its input");
        child.kill().expect("it is ours");
        child.wait().expect("it is ours");
        assert!(seen.has_ended());
    }

    #[test]
    fn process_on_another_machine_has_not_ended() {
        let own = Process::own().expect("Linux tells");
        let unseen = Process { place: format!("{}0", own.place), id: 999_999_999, began: 1 };
        assert!(!unseen.has_ended(), "a process of another machine");
        let before = Process { began: own.began + 1, ..own };
        assert!(before.has_ended(), "one whose number another has now");
        for text in ["", "1", "boot pid:[1] x 3", "boot pid:[1] 3 -"] {
            assert!(text.parse::<Process>().is_err(), "{text}");
        }
    }
}
