-- How the server describes itself to operators, written with its heartbeat. One row, of server 0.
create table node_status (
    node    integer primary key,
    name    text    not null constraint node_status_name_is_short check (length(name) between 1 and 40),
    version text    not null,
    -- Where other servers reach it: null, since there are none.
    address text,
    -- The number of matches that it holds.
    load    integer not null,
    state   text    not null constraint node_status_state_is_known check (state in ('starting', 'serving', 'draining'))
) strict;
