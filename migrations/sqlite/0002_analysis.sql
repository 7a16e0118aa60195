-- What people made of a stored game afterwards: a tree of tried actions and notes, kept as the
-- changes that made it. It belongs to the game and goes with it.

create table analysis_change (
    match_id   blob    not null references game (id) on delete cascade,
    seq        integer not null constraint analysis_change_seq_fits check (seq between 1 and 4294967295),
    -- The command that caused the change, so that one sent twice is done once.
    command_id text    constraint analysis_change_command_is_short check (length(command_id) between 1 and 80),
    -- The frame as it was sent to everybody.
    payload    text    not null,
    primary key (match_id, seq)
) strict, without rowid;

create unique index analysis_change_command on analysis_change (match_id, command_id)
    where command_id is not null;
