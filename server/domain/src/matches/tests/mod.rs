//! The match, with invented people and times: what commands do, and what time does.

mod archive;
mod commands;
mod deserted;
mod leaving;
mod orders;
mod pauses;
mod plans;
mod reading;
mod refusals;
mod time;
mod vacations;

use super::*;
use crate::clock::{ClockSetting, Fischer, Reading};
use crate::ending::{EndReason, Ending, MatchResult};
use crate::event::{ChatLine, Created, Event, NumberedEvent};
use crate::ids::{MatchId, PlayerId};
use crate::moment::Moment;
use crate::player::Player;
use crate::text::{Answer, MatchState, Offer, Origin, Visibility};
use Side::{First, Second};
use engine::{BySide, Options, Side};
use uuid::Uuid;

const T0: u64 = 1_760_000_000_000;

fn player(number: u128) -> Player {
    Player::guest(PlayerId(Uuid::from_u128(number << 96)))
}

/// A refusal without what belongs to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Code {
    Illegal,
    Stale,
    NotYourTurn,
    NotSeated,
    NotAllowed,
    Over,
    BadChat,
    TooMuch,
    BadPlan,
}

fn code(refusal: &Refusal) -> Code {
    match refusal {
        Refusal::Illegal(_) => Code::Illegal,
        Refusal::Stale => Code::Stale,
        Refusal::NotYourTurn => Code::NotYourTurn,
        Refusal::NotSeated => Code::NotSeated,
        Refusal::NotAllowed => Code::NotAllowed,
        Refusal::Over => Code::Over,
        Refusal::BadChat => Code::BadChat,
        Refusal::TooMuch => Code::TooMuch,
        Refusal::BadPlan(_) => Code::BadPlan,
    }
}

/// All that can be seen of a match at a moment.
#[derive(Debug, PartialEq)]
struct Seen {
    seq: u32,
    start: String,
    moves: Vec<String>,
    times: Vec<u64>,
    position: String,
    repetitions: usize,
    turn: Option<Side>,
    setting: ClockSetting,
    clock: Option<Reading>,
    players: BySide<Option<Player>>,
    present: Present,
    offers: Offers,
    plans: BySide<Vec<Vec<String>>>,
    ending: Option<Ending>,
    rematch: Option<MatchId>,
    chat: Vec<ChatLine>,
    visibility: Visibility,
    created_at: Moment,
}

fn seen(state: &Match, now: Moment) -> Seen {
    Seen {
        seq: state.seq(),
        start: state.game().start_text(),
        moves: state.game().action_texts(),
        times: state.times().collect(),
        position: state.game().position_text(),
        repetitions: state.game().repetitions(),
        turn: state.turn(),
        setting: state.clock().setting(),
        clock: state.clock().reading(now),
        players: state.seats().clone(),
        present: state.presence().view(),
        offers: *state.offers(),
        plans: BySide {
            first: state.plan(First).lines().to_vec(),
            second: state.plan(Second).lines().to_vec(),
        },
        ending: state.ending(),
        rematch: state.rematch(),
        chat: state.chat().cloned().collect(),
        visibility: state.visibility(),
        created_at: state.created_at(),
    }
}

fn fischer(initial: u32, increment: u32) -> ClockSetting {
    ClockSetting::Fischer(Fischer::new(initial, increment).expect("in range"))
}

/// A match with its two players, a spectator, and everything that has happened.
struct Table {
    game: Match,
    events: Vec<NumberedEvent>,
    now: Moment,
}

fn setup(clock: ClockSetting, position: Option<&str>) -> Setup {
    let game = Setup::game("er-chi-yi", None, &Options::none(), position).expect("a known game");
    Setup { clock, ..Setup::open_match(game, player(1)) }
}

impl Table {
    fn open(clock: ClockSetting, position: Option<&str>) -> Self {
        Self::of(setup(clock, position).created())
    }

    fn of(created: Created) -> Self {
        let now = Moment(T0);
        let id = MatchId(Uuid::from_u128(7));
        let mut game = Match::begin(id, &created, now).expect("a valid setup");
        game.presence_mut().come(Some(First), now);
        let events = vec![NumberedEvent {
            seq: 1,
            at: Moment(T0),
            event: Event::Created(Box::new(created)),
        }];
        Self { game, events, now }
    }

    fn live(clock: ClockSetting) -> Self {
        let mut table = Self::open(clock, None);
        table.join(2).expect("the seat is free");
        table.game.presence_mut().come(Some(Second), table.now);
        table
    }

    /// A match of two who were found for each other, which is not open.
    fn paired(clock: ClockSetting) -> Self {
        let mut table = Self::of(Created { open: false, ..setup(clock, None).created() });
        table.join(2).expect("the seat is free");
        table.game.presence_mut().come(Some(Second), table.now);
        table
    }

    fn fischer(initial: u32, increment: u32) -> Self {
        Self::begun(fischer(initial, increment))
    }

    /// A match in which both have acted, so that the clocks run; the first to act is to act again.
    fn begun(clock: ClockSetting) -> Self {
        let mut table = Self::live(clock);
        table.play(1, "a1a2").expect("legal");
        table.play(2, "a5a4").expect("legal");
        table
    }

    fn evolve(&mut self, event: Event) {
        self.game.evolve(&event, self.now).expect("a decided event");
        self.events.push(NumberedEvent { seq: self.game.seq(), at: self.now, event });
    }

    fn join(&mut self, who: u128) -> Result<Side, JoinRefusal> {
        let (side, event) = self.game.decide_join(&player(who), self.now)?;
        if let Some(event) = event {
            self.evolve(event);
        }
        Ok(side)
    }

    fn wait(&mut self, millis: u64) -> &mut Self {
        self.now = self.now.after(millis);
        self
    }

    fn command(&mut self, who: u128, command: &Command) -> Result<Vec<Event>, Code> {
        let events =
            self.game.apply(&player(who), command, self.now).map_err(|refusal| code(&refusal))?;
        let first = self.game.seq() + 1 - u32::try_from(events.len()).expect("few");
        for (seq, event) in (first..).zip(events.clone()) {
            self.events.push(NumberedEvent { seq, at: self.now, event });
        }
        Ok(events)
    }

    fn play(&mut self, who: u128, action: &str) -> Result<Vec<Event>, Code> {
        let ply = self.game.ply();
        self.command(who, &Command::Play { ply, action: action.to_owned(), lag: 0 })
    }

    fn offer(&mut self, who: u128, offer: Offer, answer: Answer) -> Result<Vec<Event>, Code> {
        self.command(who, &Command::Offer(offer, answer))
    }

    #[track_caller]
    fn check_refused(&mut self, who: u128, command: &Command, code: Code) {
        let before = seen(&self.game, self.now);
        assert_eq!(self.command(who, command), Err(code));
        assert_eq!(seen(&self.game, self.now), before, "a refusal changed the match");
    }

    #[track_caller]
    fn check_ended(&self, result: Option<MatchResult>, reason: EndReason) {
        assert_eq!(self.game.ending(), Some(Ending { result, reason }));
        assert_eq!(self.game.state(), MatchState::Over);
        self.check_restores();
    }

    /// The journal restores the same match.
    #[track_caller]
    fn check_restores(&self) {
        let restored = Match::restore(self.game.id(), self.events.clone(), self.now)
            .expect("the journal is whole");
        let mut expected = seen(&self.game, self.now);
        expected.present = restored.presence().view();
        assert_eq!(seen(&restored, self.now), expected);
    }
}

fn play(ply: u32, action: &str) -> Command {
    Command::Play { ply, action: action.to_owned(), lag: 0 }
}
