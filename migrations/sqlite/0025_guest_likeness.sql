-- Names that guests chose before likenesses were stored, which a running server gives theirs. When it has, nothing is
-- left in the index.

create index guest_name_without_likeness on guest_name (player_id) where likeness is null;
