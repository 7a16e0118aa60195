-- Players who were deleted: the server looks for their names and lines in the journals of running
-- matches, twice, since a match may still write one while the first look goes on. A row is removed a
-- day after that.
create table erasure (
    player_id  blob    primary key not null constraint erasure_player_is_a_uuid check (length(player_id) = 16),
    at         integer not null,
    -- When the server began to look last.
    scanned_at integer,
    done_at    integer
) strict;

create index erasure_at on erasure (at);
create index erasure_open on erasure (at) where done_at is null;

-- The changes of trees by their author, and aborted games, which are in no other index, by player.
create index analysis_change_author on analysis_change (payload -> 'by' ->> 'id');
create index game_aborted_first on game (first_id) where result is null;
create index game_aborted_second on game (second_id) where result is null;

-- Closed reports are removed after a time.
create index report_closed on report (closed_at) where closed_at is not null;
