-- Who sits in which match in progress, so that each of several servers lists also those matches of a
-- player that the others hold. Written while there are several; a row whose match is over has no
-- lease and is not read.
create table shared_seat (
    player_id uuid not null,
    match_id  uuid not null,
    primary key (player_id, match_id)
);
