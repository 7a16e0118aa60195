//! How a seek is stored, so that it survives a restart.
//!
//! The games, clocks and side are JSON in one column; who sought and until when are also columns,
//! because the database selects by them. A seek that names a game this program no longer has still
//! reads: the game is left out.

use super::super::CodecError;
use super::check_version;
use super::values::{PlayerData, SettingData};
use domain::clock::ClockSetting;
use domain::rating::Pool;
use domain::text::maybe_word;
use domain::{Deal, Moment, Seek, SoughtGame, Terms};
use engine::{BySide, Side};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A seek without the times at which it was made and expires, which are columns of their own.
#[derive(Serialize, Deserialize)]
pub(in crate::codec) struct SeekRecord<'a> {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    v: Option<u32>,
    who: PlayerData<'a>,
    games: Vec<GameData<'a>>,
    clocks: Vec<SettingData>,
    #[serde(with = "maybe_word")]
    side: Option<Side>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    rated: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    within: Option<u16>,
    /// By pool.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    ratings: BTreeMap<String, i32>,
}

#[derive(Serialize, Deserialize)]
struct GameData<'a> {
    game: Cow<'a, str>,
    ruleset: Cow<'a, str>,
}

impl From<&SoughtGame> for GameData<'_> {
    fn from(&SoughtGame { game, ruleset }: &SoughtGame) -> Self {
        Self { game: Cow::Borrowed(game), ruleset: Cow::Borrowed(ruleset) }
    }
}

impl<'a> From<&'a Seek> for SeekRecord<'a> {
    fn from(seek: &'a Seek) -> Self {
        Self {
            v: None,
            who: (&seek.who).into(),
            games: seek.games().iter().map(GameData::from).collect(),
            clocks: seek.clocks().iter().map(|&clock| SettingData::from(clock)).collect(),
            side: seek.terms().side,
            rated: seek.terms().rated,
            within: seek.terms().within,
            ratings: seek
                .terms()
                .ratings
                .iter()
                .map(|(pool, &at)| (pool.to_string(), at))
                .collect(),
        }
    }
}

/// The game that two seekers would play. It is not stored: servers on one database send it to each other.
#[derive(Serialize, Deserialize)]
pub(in crate::codec) struct DealRecord<'a> {
    game: GameData<'a>,
    clock: SettingData,
    rated: bool,
    first: PlayerData<'a>,
    second: PlayerData<'a>,
}

impl<'a> From<&'a Deal> for DealRecord<'a> {
    fn from(deal: &'a Deal) -> Self {
        Self {
            game: (&deal.game).into(),
            clock: deal.clock.into(),
            rated: deal.rated,
            first: (&deal.players.first).into(),
            second: (&deal.players.second).into(),
        }
    }
}

impl DealRecord<'_> {
    pub(in crate::codec) fn read(self) -> Result<Deal, CodecError> {
        let game = SoughtGame::new(&self.game.game, Some(&self.game.ruleset))?;
        let players = BySide { first: self.first.into(), second: self.second.into() };
        Ok(Deal { game, clock: self.clock.try_into()?, rated: self.rated, players })
    }
}

impl SeekRecord<'_> {
    /// The seek it is. Games and pools that are not there any more are passed over.
    pub(in crate::codec) fn read(
        self,
        made_at: Moment,
        expires_at: Moment,
    ) -> Result<Seek, CodecError> {
        check_version(self.v)?;
        let games = self.games.iter();
        let games = games.filter_map(|data| SoughtGame::new(&data.game, Some(&data.ruleset)).ok());
        let clocks: Result<Vec<ClockSetting>, _> =
            self.clocks.into_iter().map(ClockSetting::try_from).collect();
        let ratings = self.ratings.into_iter();
        let ratings = ratings.filter_map(|(pool, at)| Some((pool.parse::<Pool>().ok()?, at)));
        let terms = Terms {
            side: self.side,
            rated: self.rated,
            within: self.within,
            ratings: ratings.collect(),
        };
        Ok(Seek::kept(self.who.into(), games, clocks?, terms, made_at, expires_at)?)
    }
}
