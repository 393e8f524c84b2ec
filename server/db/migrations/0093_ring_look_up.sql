-- One index look-up for each way round. Asked for both at once, PostgreSQL reads the whole table up to some hundred links, again
-- for each deal that is counted.
create or replace function in_ring(one uuid, other uuid) returns boolean language sql stable as $$
  select exists (select from ring_links where seller_id = one and creator_id = other and not signals <@ overruled)
    or exists (select from ring_links where seller_id = other and creator_id = one and not signals <@ overruled)
$$;
