-- The public rooms of every server, so that each of several servers lists those of the others.
-- Written anew by a server that starts, so nothing of it has to survive a crash.
create unlogged table shared_room (
    match_id uuid   primary key,
    -- The server that shows it; rows of one that is gone are not read, and deleted by and by.
    node     bigint not null,
    -- The room as the lists show it: text, which is compared before it is read.
    payload  text   not null
);

create index shared_room_node on shared_room (node);

-- How many sockets are connected to a server, and how many public matches are being played there.
-- Apart from `node`, whose rows every commit holds.
create unlogged table shared_count (
    node        bigint  primary key,
    connections integer not null,
    live        integer not null
);
