-- Reports are limited by the address they come from, and the person who made one is notified once it
-- is closed.
alter table report add column origin bytea; -- a digest of the address; null once it is closed
alter table report add column told_at timestamptz;

create index report_origin on report (origin) where closed_at is null;
