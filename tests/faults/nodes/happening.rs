//! The faults of the servers, Postgres, NATS and the lines between them.

use super::group::{Group, Member};
use super::line::LineState;
use crate::stores::Stores;
use e2e::Dice;
use std::time::Duration;
use tokio::task::block_in_place;

/// How long a killed server may be away, in milliseconds: others follow it sooner or later than that.
const AWAY: usize = 2_000;

/// How long a server is frozen: for less than its lease, and for longer.
const FROZEN: [Duration; 2] = [Duration::from_secs(5), Duration::from_secs(9)];

/// When the balancer notices that a server is frozen, and ends the connections to it.
const NOTICED: Duration = Duration::from_secs(2);

/// How long Postgres stands still at most, in milliseconds: no server may be taken to be gone for it.
const PAUSE: usize = 5_000;

/// How long NATS is away, for all servers or for one.
const NEWS_AWAY: Duration = Duration::from_secs(3);

/// How long a line is cut for connections to end.
const CUT: Duration = Duration::from_millis(100);

/// How long a server that is asked to stop hands over its matches until it is killed at most, and how long
/// after a kill the server is killed that may be taking over, in milliseconds.
const HANDING_OVER: usize = 400;
const TAKING_OVER: (usize, usize) = (1_000, 2_000);

/// How long a server receives nothing from the others: for less than players may be charged, since the
/// clock of a player whose move is held runs.
const DEAF: Duration = Duration::from_millis(2_500);

/// A fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Happening {
    Kill,
    Stop,
    /// For one of the times of [`FROZEN`].
    Freeze(usize),
    Pause,
    /// NATS is killed.
    NewsKilled,
    /// NATS stands still with its connections open.
    NewsHeld,
    /// The line of one server to NATS is cut, or holds one direction.
    NewsLine(LineState),
    /// A server is killed while it hands its matches over.
    KillLeaving,
    /// A server is killed, and then one of those that take over.
    KillTwice,
    /// A server receives nothing from the others.
    Deafen,
}

impl Happening {
    /// How many servers it kills.
    pub(super) const fn kills(self) -> u32 {
        match self {
            Self::Kill | Self::KillLeaving => 1,
            Self::KillTwice => 2,
            Self::Stop
            | Self::Freeze(_)
            | Self::Pause
            | Self::NewsKilled
            | Self::NewsHeld
            | Self::NewsLine(_)
            | Self::Deafen => 0,
        }
    }

    /// Whether servers were without news, and their lists may have been apart.
    pub(super) const fn is_of_news(self) -> bool {
        matches!(self, Self::NewsKilled | Self::NewsHeld | Self::NewsLine(_))
    }
}

/// The faults in order: one of each other kind after some kills.
pub(super) fn happenings(kills: u32) -> impl Iterator<Item = Happening> {
    /// After so many kills another fault follows.
    const PER_OTHER: u32 = 3;
    let others = [
        Happening::Stop,
        Happening::Freeze(0),
        Happening::NewsKilled,
        Happening::Pause,
        Happening::Freeze(1),
        Happening::NewsHeld,
        Happening::KillLeaving,
        Happening::NewsLine(LineState::Cut),
        Happening::Deafen,
        Happening::NewsLine(LineState::HeldBack),
        Happening::KillTwice,
        Happening::NewsLine(LineState::HeldThere),
    ];
    let mut others = others.into_iter().cycle();
    (1..=kills).flat_map(move |kill| {
        let other = kill.is_multiple_of(PER_OTHER).then(|| others.next()).flatten();
        [Some(Happening::Kill), other].into_iter().flatten()
    })
}

impl Group<'_> {
    pub(super) async fn let_happen(
        &mut self,
        happening: Happening,
        dice: &mut Dice,
        stores: &Stores,
    ) -> Result<(), String> {
        let chosen = dice.below(self.servers.len());
        match happening {
            Happening::Kill => {
                self.kill(chosen, span(AWAY, dice)).await?;
            }
            Happening::KillLeaving => {
                self.servers[chosen].server.ask_to_end().await;
                tokio::time::sleep(span(HANDING_OVER, dice)).await;
                self.kill(chosen, span(AWAY, dice)).await?;
            }
            Happening::KillTwice => {
                let killed = self.servers.remove(chosen);
                killed.server.kill().await;
                self.lead();
                let (least, most) = TAKING_OVER;
                let later = least + dice.below(most - least);
                tokio::time::sleep(Duration::from_millis(u64::try_from(later).unwrap_or(0))).await;
                let second = dice.below(self.servers.len());
                self.kill(second, span(AWAY, dice)).await?;
                self.add().await?;
            }
            Happening::Deafen => {
                self.servers[chosen].line.set(LineState::HeldThere);
                tokio::time::sleep(DEAF).await;
                self.servers[chosen].line.set(LineState::Whole);
            }
            Happening::Stop => {
                let Member { server, line, news } = self.servers.remove(chosen);
                let exit = server.terminate().await;
                drop((line, news));
                self.lead();
                if !exit.status.success() {
                    return Err(format!("a server ended badly: {}", exit.stderr));
                }
                self.add().await?;
            }
            Happening::Freeze(time) => {
                let Member { server, line, news } = self.servers.remove(chosen);
                server.freeze().await;
                tokio::time::sleep(NOTICED).await;
                self.lead();
                tokio::time::sleep(FROZEN[time] - NOTICED).await;
                server.signal("CONT").await;
                if time == 0 {
                    self.servers.push(Member { server, line, news });
                    self.lead();
                } else {
                    // Its matches are those of others by now, so it ends.
                    drop(server.exit().await);
                    self.add().await?;
                }
            }
            Happening::NewsKilled => {
                self.nats.kill().await;
                tokio::time::sleep(NEWS_AWAY).await;
                self.nats.start_again();
            }
            Happening::NewsHeld => {
                self.nats.signal("STOP").await;
                tokio::time::sleep(NEWS_AWAY).await;
                self.nats.signal("CONT").await;
            }
            Happening::NewsLine(state) => {
                self.servers[chosen].news.set(state);
                tokio::time::sleep(NEWS_AWAY).await;
                if dice.below(2) == 0 {
                    // The held bytes never arrive.
                    self.servers[chosen].news.set(LineState::Cut);
                    tokio::time::sleep(CUT).await;
                }
                self.servers[chosen].news.set(LineState::Whole);
            }
            Happening::Pause => {
                let postgres = stores.postgres()?;
                block_in_place(|| postgres.hold())?;
                tokio::time::sleep(span(PAUSE, dice)).await;
                block_in_place(|| postgres.release())?;
                for member in &mut self.servers {
                    if !member.server.runs() {
                        return Err("a server has ended for a pause of Postgres".to_owned());
                    }
                }
            }
        }
        Ok(())
    }
}

fn span(most: usize, dice: &mut Dice) -> Duration {
    Duration::from_millis(u64::try_from(dice.below(most)).unwrap_or(0))
}
