-- A program version from before leases wrote journals that no server holds. They are given to a
-- server that has left, from which the one that starts takes them over like from any other; every
-- later version adds a lease together with the first event, so no start has to look for them.
with unheld as (
        select distinct match_id from match_event as event
        where not exists (select from match_lease as lease where lease.match_id = event.match_id)),
    left_behind as (
        insert into node (alive_at, until)
        select coalesce((select at from heartbeat), now()), '-infinity'
        where exists (select from unheld)
        returning id)
insert into match_lease (match_id, node) select match_id, id from unheld, left_behind;
