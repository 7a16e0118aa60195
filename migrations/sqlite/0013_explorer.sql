-- What was played in the positions of finished games, written in the transaction that archives the game. The
-- number of a position is made of the ruleset and the position, its images counted as one (`domain::explorer`).
-- Can be made anew from the archive: `yiguan explorer --rebuild`.

create table seen (
    position integer not null,         -- a 64-bit number, read as signed
    move     text    not null,
    first    integer not null,         -- games that the first side won
    draws    integer not null,
    second   integer not null,
    last1    blob    not null,         -- the games archived last, the latest first
    last2    blob,
    last3    blob,
    primary key (position, move)
) strict, without rowid;

-- What games are asked for besides. The strength of a rated game is the lower one of its players' ratings when it
-- began; the opening is its first eight actions, each with a space behind it.
alter table game add column strength integer;
alter table game add column opening text not null default '';

update game set opening = coalesce(
    (select group_concat(value || ' ', '') from json_each(moves) where key < 8), '');

-- All of it stands in the indexes, so that games that do not pass are skipped without being looked up.
drop index game_by_game;
drop index game_by_ruleset;
drop index game_by_first;
drop index game_by_second;

create index game_by_game on game (game, ended_at, id, ruleset, result, plies, strength, opening)
    where result is not null;
create index game_by_ruleset on game (game, ruleset, ended_at, id, result, plies, strength, opening)
    where result is not null;
create index game_by_first on game
    (first_id, ended_at, id, game, ruleset, result, plies, strength, opening) where result is not null;
create index game_by_second on game
    (second_id, ended_at, id, game, ruleset, result, plies, strength, opening) where result is not null;
