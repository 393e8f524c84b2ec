-- Operators' acts are a hash chain (decision 0101): the hash of each covers the hash before it and the act's own fields. Whoever
-- changes, removes, adds or reorders an act has to compute every later hash anew, and an exported one no longer fits.

-- Each act's place in the chain, without gaps. Not `operator_acts.number`: a transaction that is rolled back leaves a gap there.
create table operator_act_links (
  position bigint primary key check (position > 0),
  act_number bigint not null unique references operator_acts (number),
  hash bytea not null check (octet_length(hash) = 32)
);
create trigger operator_act_links_append_only before update or delete or truncate on operator_act_links
  for each statement execute function append_only();

-- The end of the chain, one row from the first act on. It shows that the newest acts are missing, and writers wait for each other at it.
create table operator_act_head (
  one boolean primary key default true check (one),
  position bigint not null,
  hash bytea not null
);

-- What is hashed: a JSON array. server/operator/acts/act-chain.ts writes the same text from the columns, to verify it.
create function operator_act_record(act operator_acts) returns text language sql stable as $$
  select json_build_array(act.number, act.id, act.actor_id, act.act, act.subject, act.subject_id, act.subject_name, act.why,
    to_char(act.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text
$$;

create function chain_operator_act(act operator_acts) returns void language plpgsql as $$
declare
  head operator_act_head;
  line text := operator_act_record(act);
begin
  insert into operator_act_head (position, hash) values (0, decode(repeat('00', 32), 'hex')) on conflict do nothing;
  update operator_act_head set position = position + 1,
      hash = sha256(convert_to(encode(hash, 'hex') || e'\n' || line, 'UTF8'))
    returning * into head;
  insert into operator_act_links (position, act_number, hash) values (head.position, act.number, head.hash);
end $$;

-- As its owner: the role that serves may read the chain and write none of it.
create function chain_new_operator_act() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform chain_operator_act(new);
  return null;
end $$;

do $$
declare
  act operator_acts;
begin
  for act in select * from operator_acts order by number loop
    perform chain_operator_act(act);
  end loop;
end $$;

-- At commit: an act waits for others at the head when it holds every other lock already, so two never wait for each other.
create constraint trigger operator_acts_are_chained after insert on operator_acts
  deferrable initially deferred for each row execute function chain_new_operator_act();
