//! The rules of leases and of takeover as a model of three servers, checked in every order of events.
//!
//! Time passes in steps of a sign of life. The times are shorter than those of
//! `src/postgres/lease.rs`, in the same order; so is the number of matches. What is one statement or
//! transaction there is one action here. A server that judges and then takes over does so in two
//! actions, between which it may be frozen.

use stateright::{Checker, Model, Property};

/// The servers, and the matches, of which the first server has the first at the beginning, and so on.
const NODES: usize = 3;
const MATCHES: usize = 1;

/// The times, in steps, named as there but for the silence after which a server is gone whose session
/// has ended (`LEASE_TIMEOUT`), and the number of signs (`SETTLING_SIGNS`).
const LEASE: u8 = 5;
const TIMEOUT: u8 = 3;
const BREAK: u8 = 3;
const STEADY: u8 = 1;
const SETTLING: u8 = 3;

/// A server that runs gives a sign in this many steps, however busy the machine is.
const LATE: u8 = 2;

/// In how many steps without a fault a match must have a server again.
const BOUND: u8 = LEASE + SETTLING + 2 * LATE;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Process {
    Runs,
    Frozen,
    Ended,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Node {
    process: Process,
    /// The time since the last sign, in its row of `node`; none when the row is gone.
    silence: Option<u8>,
    /// Whether it has the session that holds its lock.
    session: bool,
    /// Its signs without a break, those that were steady, and the time since the last.
    signs: u8,
    steady: u8,
    last: u8,
    /// Whether it has given a sign in this step.
    beaten: bool,
    /// Those that it takes to be gone, and has not yet taken over.
    judged: [bool; NODES],
    /// The matches whose tasks it has.
    tasks: [bool; MATCHES],
    /// Whether it was ever killed or frozen.
    harmed: bool,
}

impl Node {
    fn runs(&self) -> bool {
        self.process == Process::Runs
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    nodes: [Node; NODES],
    /// The server of each match, in its row of `match_lease`.
    leases: [usize; MATCHES],
    /// Whether Postgres answers.
    answers: bool,
    /// For how many steps without a fault each match has had no server.
    away: [u8; MATCHES],
    faults: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Action {
    /// Time passes.
    Step,
    Beat(usize),
    /// A server judges the others.
    Look(usize),
    /// A server takes over from another that it has judged.
    TakeOver(usize, usize),
    /// A server begins the tasks of the matches that it has.
    Adopt(usize),
    /// A server gives a match to another.
    Give(usize, usize, usize),
    Kill(usize),
    Freeze(usize),
    Thaw(usize),
    /// Postgres stops answering; when it was started again, all sessions have ended.
    Pause,
    Restart,
    Resume,
}

/// The rules, with so many faults at most.
#[derive(Debug, Clone, Copy)]
struct Rules {
    faults: u8,
    /// Whether a server whose session has ended is judged only by one whose signs are steady.
    steady: bool,
    /// Whether a server takes over without a look at its own row.
    blind: bool,
}

impl Rules {
    /// Those of `src/postgres`.
    const IN_FORCE: Self = Self { faults: 2, steady: true, blind: false };
}

/// The properties.
const WRITTEN: &str = "no two servers write a match";
const HELD: &str = "a match is held again after a while";
const FENCED: &str = "a pause of Postgres fences no server";
const TAKEN_OVER: &str = "matches are taken over";

impl State {
    fn start() -> Self {
        let node = |own: usize| Node {
            process: Process::Runs,
            silence: Some(0),
            session: true,
            signs: SETTLING,
            steady: SETTLING,
            last: 0,
            beaten: false,
            judged: [false; NODES],
            tasks: std::array::from_fn(|id| id == own),
            harmed: false,
        };
        Self {
            nodes: std::array::from_fn(node),
            leases: std::array::from_fn(|id| id),
            answers: true,
            away: [0; MATCHES],
            faults: 0,
        }
    }

    fn fault(&mut self) {
        self.faults += 1;
        self.away = [0; MATCHES];
    }

    /// Whether a server could write the next event of a match.
    fn writes(&self, node: usize, id: usize) -> bool {
        let Node { process, silence, tasks, .. } = &self.nodes[node];
        *process != Process::Ended && silence.is_some() && tasks[id]
    }

    /// Whether a server has a match, or is to have it with its next action.
    fn is_held(&self, id: usize) -> bool {
        let holder = &self.nodes[self.leases[id]];
        holder.process != Process::Ended && holder.silence.is_some()
    }

    /// Whether each server that runs has done what it does in each step.
    fn is_done(&self, rules: &Rules) -> bool {
        !self.answers
            || self.nodes.iter().enumerate().filter(|(_, node)| node.runs()).all(|(own, node)| {
                let in_time = node.beaten || node.last + 1 < LATE;
                in_time && node.judged == [false; NODES] && self.gone(own, rules) == [false; NODES]
            })
    }

    fn step(&mut self) {
        for node in &mut self.nodes {
            node.silence = node.silence.map(|silence| (silence + 1).min(LEASE));
            node.last = (node.last + 1).min(BREAK + 1);
            node.beaten = false;
            if node.runs() && !self.answers {
                (node.signs, node.steady) = (0, 0);
            }
        }
        let somebody = self.nodes.iter().any(|node| node.runs() && node.silence.is_some());
        for id in 0..MATCHES {
            let is_away = self.answers && somebody && !self.is_held(id);
            self.away[id] = if is_away { (self.away[id] + 1).min(BOUND + 1) } else { 0 };
        }
    }

    fn beat(&mut self, own: usize) {
        let node = &mut self.nodes[own];
        if node.silence.is_none() {
            // It is fenced, and stops.
            (node.process, node.session, node.tasks) = (Process::Ended, false, [false; MATCHES]);
            node.judged = [false; NODES];
            return;
        }
        node.signs = if node.last <= BREAK { (node.signs + 1).min(SETTLING) } else { 1 };
        node.steady = if node.last <= STEADY { (node.steady + 1).min(SETTLING) } else { 1 };
        (node.silence, node.last, node.beaten, node.session) = (Some(0), 0, true, true);
        // Its row has changed since the others saw it.
        for other in &mut self.nodes {
            other.judged[own] = false;
        }
    }

    /// The others that a server takes to be gone now.
    fn gone(&self, own: usize, rules: &Rules) -> [bool; NODES] {
        let Node { signs, steady, last, .. } = self.nodes[own];
        let is_settled = signs >= SETTLING && last <= BREAK;
        let is_steady =
            if rules.steady { steady >= SETTLING && last <= STEADY } else { is_settled };
        let is_gone = |other: &Node| {
            other.silence.is_some_and(|silence| {
                (is_settled && silence >= LEASE)
                    || (is_steady && silence >= TIMEOUT && !other.session)
            })
        };
        std::array::from_fn(|other| other != own && is_gone(&self.nodes[other]))
    }

    fn take_over(&mut self, own: usize, gone: usize, blind: bool) {
        self.nodes[own].judged[gone] = false;
        // It is gone itself, or another was first.
        if (!blind && self.nodes[own].silence.is_none()) || self.nodes[gone].silence.is_none() {
            return;
        }
        self.nodes[gone].silence = None;
        let lives = |heir: &usize| {
            let has_time = self.nodes[*heir].silence.is_some_and(|silence| silence < LEASE);
            has_time || (!blind && *heir == own)
        };
        let heirs: Vec<usize> = (0..NODES).filter(lives).collect();
        let given = (0..MATCHES).filter(|&id| self.leases[id] == gone).collect::<Vec<_>>();
        if heirs.is_empty() {
            return;
        }
        for (place, id) in given.into_iter().enumerate() {
            self.leases[id] = heirs[place % heirs.len()];
        }
    }

    fn adopt(&mut self, own: usize) {
        for id in 0..MATCHES {
            if self.leases[id] == own && self.nodes[own].silence.is_some() {
                self.nodes[own].tasks[id] = true;
            }
        }
    }
}

impl Model for Rules {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        vec![State::start()]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        if state.is_done(self) {
            actions.push(Action::Step);
        }
        let may_fail = state.faults < self.faults;
        actions.extend(match (state.answers, may_fail) {
            (false, _) => vec![Action::Resume],
            (true, true) => vec![Action::Pause, Action::Restart],
            (true, false) => Vec::new(),
        });
        for (own, node) in state.nodes.iter().enumerate() {
            if node.process == Process::Frozen {
                actions.push(Action::Thaw(own));
            }
            if may_fail && node.runs() {
                actions.extend([Action::Kill(own), Action::Freeze(own)]);
            }
            if !node.runs() || !state.answers {
                continue;
            }
            if !node.beaten {
                actions.push(Action::Beat(own));
            }
            if state.gone(own, self) != node.judged {
                actions.push(Action::Look(own));
            }
            let judged = (0..NODES).filter(|&other| node.judged[other]);
            actions.extend(judged.map(|other| Action::TakeOver(own, other)));
            let is_behind = |id: usize| state.leases[id] == own && !node.tasks[id];
            if (0..MATCHES).any(is_behind) {
                actions.push(Action::Adopt(own));
            }
            for id in (0..MATCHES).filter(|&id| node.tasks[id]) {
                let others = (0..NODES).filter(|&heir| heir != own);
                actions.extend(others.map(|heir| Action::Give(own, heir, id)));
            }
        }
    }

    fn next_state(&self, state: &State, action: Action) -> Option<State> {
        let mut next = state.clone();
        match action {
            Action::Step => next.step(),
            Action::Beat(own) => next.beat(own),
            Action::Look(own) => next.nodes[own].judged = state.gone(own, self),
            Action::TakeOver(own, gone) => next.take_over(own, gone, self.blind),
            Action::Adopt(own) => next.adopt(own),
            Action::Give(own, heir, id) => {
                next.nodes[own].tasks[id] = false;
                let lives = next.nodes[heir].silence.is_some_and(|silence| silence < LEASE);
                if next.leases[id] == own && lives {
                    next.leases[id] = heir;
                }
            }
            Action::Kill(own) => {
                next.fault();
                let node = &mut next.nodes[own];
                (node.process, node.session, node.harmed) = (Process::Ended, false, true);
                (node.tasks, node.judged) = ([false; MATCHES], [false; NODES]);
                (node.signs, node.steady, node.last) = (0, 0, BREAK + 1);
            }
            Action::Freeze(own) => {
                next.fault();
                (next.nodes[own].process, next.nodes[own].harmed) = (Process::Frozen, true);
            }
            Action::Thaw(own) => {
                next.nodes[own].process = Process::Runs;
                next.away = [0; MATCHES];
            }
            Action::Pause | Action::Restart => {
                next.fault();
                next.answers = false;
                if action == Action::Restart {
                    next.nodes.iter_mut().for_each(|node| node.session = false);
                }
            }
            Action::Resume => {
                next.answers = true;
                next.away = [0; MATCHES];
            }
        }
        (next != *state).then_some(next)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always(WRITTEN, |_, state: &State| {
                (0..MATCHES)
                    .all(|id| (0..NODES).filter(|&node| state.writes(node, id)).count() <= 1)
            }),
            Property::always(HELD, |_, state: &State| state.away.iter().all(|&away| away <= BOUND)),
            Property::always(FENCED, |_, state: &State| {
                state.nodes.iter().all(|node| node.harmed || node.silence.is_some())
            }),
            Property::sometimes(TAKEN_OVER, |_, state: &State| {
                state.leases[0] != 0 && state.nodes[0].silence.is_none()
            }),
        ]
    }
}

/// The names of the properties for which an example or a counterexample was found.
fn found(rules: Rules) -> Vec<&'static str> {
    let checker = rules.checker().threads(2).spawn_bfs().join();
    let mut found: Vec<&str> = checker.discoveries().into_keys().collect();
    found.sort_unstable();
    found
}

#[test]
fn rules_of_leases_hold_in_every_order_of_two_faults() {
    for faults in [1, 2] {
        assert_eq!(found(Rules { faults, ..Rules::IN_FORCE }), [TAKEN_OVER], "{faults} faults");
    }
}

/// A server that was frozen during a pause of Postgres knows of no break longer than the silence by
/// which it judges.
#[test]
fn servers_are_fenced_if_signs_need_not_be_steady() {
    assert!(found(Rules { steady: false, ..Rules::IN_FORCE }).contains(&FENCED));
}

/// Postgres was away between the judgement and the takeover, and nobody's lease was renewed since.
#[test]
fn match_is_lost_if_the_heir_is_not_checked() {
    assert!(found(Rules { blind: true, ..Rules::IN_FORCE }).contains(&HELD));
}
