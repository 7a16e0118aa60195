-- How each server describes itself to operators and to the others, written with its heartbeat. Apart
-- from `node`, whose rows every commit locks. A row without one in `node` is not read, and is deleted
-- by the next server that starts.
create table node_status (
    node    bigint  primary key,
    name    text    not null constraint node_status_name_is_short check (octet_length(name) between 1 and 40),
    version text    not null,
    -- Where the other servers reach it; null if they do not.
    address text,
    -- The number of matches that it holds.
    load    integer not null,
    state   text    not null constraint node_status_state_is_known check (state in ('starting', 'serving', 'draining'))
);
