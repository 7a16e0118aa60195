-- The vacations that people take from their games by days: one allowance for all of them, of which
-- this is what has been used. What it does to a match is in the match's journal.

create table vacation (
    player_id blob    primary key not null constraint vacation_player_is_a_uuid check (length(player_id) = 16),
    -- The calendar year (UTC) that `used` is of, in milliseconds.
    year      integer not null,
    used      integer not null constraint vacation_used_is_not_negative check (used >= 0),
    -- When the vacation began that lasts; nothing once its owner has ended it.
    begun_at  integer
) strict, without rowid;

create index vacation_begun on vacation (begun_at) where begun_at is not null;
