-- Who is here: the players with a socket at each server, so that each of several servers lists those
-- of all. Written anew by a server that starts, so nothing of it has to survive a crash.
-- `shared_count.connections`, which counted sockets, is not read any more.
create unlogged table shared_presence (
    player_id uuid        not null,
    -- The server; rows of one that is gone are not read, and deleted by and by.
    node      bigint      not null,
    -- Whether they kept their identity when they came.
    kept      boolean     not null,
    -- When the first of their sockets there was opened.
    since     timestamptz not null,
    primary key (player_id, node)
);

create index shared_presence_node on shared_presence (node);

-- Who does not want to be listed among those who are here.
create table unlisted (
    player_id uuid primary key
);
