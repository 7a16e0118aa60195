-- The server that does a job which only one may do, for each such job. It stays until its row in `node`
-- is gone, by which its time is over, or until it gives the job to another.
create table leader (
    role  text   primary key,
    node  bigint not null,
    -- Grows whenever the job passes to a server. A write of a leader names the number by which it was
    -- decided, and is not written under another one.
    fence bigint not null
);

drop table matchmaker;

-- Who pairs a seek follows from `leader`.
alter table seek drop column node;
