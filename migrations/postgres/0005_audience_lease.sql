-- The server at which all meet who follow a match that is over, or read an analysis, for as long as
-- anybody is there. Apart from `match_lease`, whose matches have journals and are restored.
create table audience_lease (
    -- 'match' or 'analysis'.
    kind text   not null,
    -- The match, or the game of the archive.
    id   uuid   not null,
    node bigint not null,
    primary key (kind, id)
);

create index audience_lease_node on audience_lease (node);
