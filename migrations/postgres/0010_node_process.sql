-- Which process a server is, as far as its machine can tell: another that starts on the same machine sees
-- by it that a killed one has ended, and waits for none of its signs of life.

alter table node add column process text;
