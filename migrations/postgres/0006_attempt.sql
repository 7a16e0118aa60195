-- Attempts to prove the ownership of an account, counted for all servers. A row whose time is over says
-- nothing, and is deleted.
create table attempt (
    -- A digest of the account, and of where the attempts come from.
    key   bytea       primary key,
    -- When all attempts are free again: each adds the time in which one becomes free.
    until timestamptz not null
);

create index attempt_until on attempt (until);
