-- Matches that a server has given to another, until that one has noticed. A row that is lost in a crash
-- is not missed: the match is restored when it is asked for, and at the next start.
create unlogged table handed_over (
    match_id uuid   primary key,
    node     bigint not null
);

create index handed_over_node on handed_over (node);
