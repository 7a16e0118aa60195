-- Seeks of all servers are paired by one of them: the seeks of `seek` are in its memory too, and it
-- alone changes them. `seek.node` names it.
create table matchmaker (
    one  boolean primary key default true constraint matchmaker_is_one check (one),
    -- Another takes its place only when its row in `node` is gone, and with it all that it could
    -- still write.
    node bigint  not null
);

-- What one server writes to another. An envelope goes when it has been read, or with the server that
-- wrote it or was to read it.
create table envelope (
    sender   bigint not null,
    -- Counts up; an envelope that is sent again keeps its number.
    number   bigint not null,
    receiver bigint not null,
    body     text   not null,
    primary key (sender, number)
);

create index envelope_receiver on envelope (receiver, sender, number);
