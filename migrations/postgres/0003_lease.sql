-- Several servers may share the database: each match in progress is held by one of them, which
-- alone writes its events.

create sequence node_id;

-- The servers that run. The number of one is its fencing number, never given twice: whatever
-- writes to the journal first sees to it that its server's row is still here. Who takes over
-- from a server that seems gone begins by deleting its row.
create table node (
    id       bigint      primary key default nextval('node_id'),
    -- Its last sign of life, by its own clock: the time since then is given back to the clocks
    -- that ran in its matches.
    alive_at timestamptz not null,
    -- Until when the others leave it its matches, by the database's clock.
    until    timestamptz not null
);

-- Who holds each match in progress.
create table match_lease (
    match_id uuid   primary key,
    node     bigint not null
);

create index match_lease_node on match_lease (node);
