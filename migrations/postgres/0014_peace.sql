-- Keeping the peace: what people report, who may not talk for a time, and what operators tell somebody.
-- Nothing here is deleted by the program: what is closed, lifted or read says so.

-- A report of talk, with what was said at the time, since the talk of a match goes with its journal.
create table report (
    id          uuid primary key,
    at          timestamptz not null,
    by_id       uuid not null,
    about_id    uuid not null,
    match_id    uuid not null,
    reason      text not null,
    evidence    text not null, -- lines as JSON: number, time, name, text
    note        text not null, -- in the words of whoever reports
    closed_at   timestamptz,
    outcome     text           -- in the words of whoever closed it
);

create index report_open on report (at) where closed_at is null;
create index report_by on report (by_id, at);
create index report_about on report (about_id, at);

-- Who may not talk for a time.
create table talk_mute (
    player_id uuid primary key,
    until     timestamptz not null,
    reason    text not null
);

-- What operators told somebody.
create table warning (
    id        uuid primary key,
    player_id uuid not null,
    at        timestamptz not null,
    text      text not null,
    read_at   timestamptz
);

create index warning_player on warning (player_id, at);
