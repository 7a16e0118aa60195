-- Keeping the peace: what people report, who may not talk for a time, and what operators tell somebody.
-- Nothing here is deleted by the program: what is closed, lifted or read says so.

-- A report of talk, with what was said at the time, since the talk of a match goes with its journal.
create table report (
    id          blob primary key not null,
    at          integer not null,
    by_id       blob not null,
    about_id    blob not null,
    match_id    blob not null,
    reason      text not null,
    evidence    text not null, -- lines as JSON: number, time, name, text
    note        text not null, -- in the words of whoever reports
    closed_at   integer,
    outcome     text           -- in the words of whoever closed it
) strict;

create index report_open on report (at) where closed_at is null;
create index report_by on report (by_id, at);
create index report_about on report (about_id, at);

-- Who may not talk for a time.
create table talk_mute (
    player_id blob primary key not null,
    until     integer not null,
    reason    text not null
) strict;

-- What operators told somebody.
create table warning (
    id        blob primary key not null,
    player_id blob not null,
    at        integer not null,
    text      text not null,
    read_at   integer
) strict;

create index warning_player on warning (player_id, at);
