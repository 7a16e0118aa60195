-- Places that matches take: public matches that wait for an opponent, games against the computer, and open
-- challenges, counted for all servers. The rows of a match follow it to another server; those of a server
-- that is gone, for matches that it did not begin, are deleted by the others.
create table place (
    match_id uuid    primary key,
    -- The server that took it, which alone releases it until the match has a lease.
    node     bigint  not null,
    -- What it counts for: digests of the kind of place and a player, an address or a network.
    keys     bytea[] not null
);

-- How many places count for each key. Changed with the rows of `place`, never by itself.
create table place_total (
    key   bytea   primary key,
    taken integer not null constraint place_total_is_no_debt check (taken >= 0)
);

-- Totals are locked in the order of their keys, so that no two statements wait for each other.
create function count_taken_places() returns trigger language plpgsql as $$
begin
    insert into place_total (key, taken)
    select key, count(*) from come, unnest(keys) as key group by key order by key
    on conflict (key) do update set taken = place_total.taken + excluded.taken;
    return null;
end;
$$;

create trigger place_is_taken after insert on place referencing new table as come
    for each statement execute function count_taken_places();

create function count_released_places() returns trigger language plpgsql as $$
begin
    perform from place_total where key in (select unnest(keys) from gone) order by key for update;
    update place_total set taken = place_total.taken - released.places
    from (select key, count(*) as places from gone, unnest(keys) as key group by key) as released
    where place_total.key = released.key;
    delete from place_total where taken = 0 and key in (select unnest(keys) from gone);
    return null;
end;
$$;

create trigger place_is_released after delete on place referencing old table as gone
    for each statement execute function count_released_places();

-- Takes a place for a match, of which each key may have so many. Returns the number of the first key that
-- has as many already, or 0. A match that has its place keeps it. All in one round trip: a server that
-- stands still in the middle locks no total.
create function take_place(of_match uuid, by_node bigint, with_keys bytea[], most integer[])
returns integer language plpgsql as $$
declare
    full_key integer;
begin
    if exists (select from place where match_id = of_match) then
        return 0;
    end if;
    select min(number) into full_key
    from unnest(with_keys, most) with ordinality as given (key, most, number)
    join place_total using (key) where taken >= given.most;
    if full_key is not null then
        return full_key;
    end if;
    insert into place (match_id, node, keys) values (of_match, by_node, with_keys)
    on conflict do nothing;
    -- Others may have taken the last one until the totals were locked.
    select min(number) into full_key
    from unnest(with_keys, most) with ordinality as given (key, most, number)
    join place_total using (key) where taken > given.most;
    if full_key is not null then
        delete from place where match_id = of_match;
    end if;
    return coalesce(full_key, 0);
end;
$$;
