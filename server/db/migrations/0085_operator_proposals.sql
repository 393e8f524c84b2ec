-- Money decisions that two operators make (decision 0108): one proposes, another confirms. Refused, withdrawn and expired ones stay.
create table operator_proposals (
  id uuid primary key default gen_random_uuid(),
  act text not null check (act in ('decide_dispute', 'resolve_difference')),
  -- The dispute's id, or the difference's number.
  subject_id text not null,
  -- What is to be done, as the act's own code reads it.
  terms jsonb not null,
  -- The money it decides about. What is held at the confirmation has to be the same.
  cents bigint not null check (cents >= 0),
  why text not null check (char_length(why) <= 4000),
  -- SHA-256 in hex of all of the above: a confirmation names it.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  status text not null default 'proposed'
    check (status in ('proposed', 'confirmed', 'withdrawn', 'rejected', 'expired', 'overtaken')),
  proposed_by uuid not null references profiles (id),
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  -- Who confirmed, withdrew or rejected it; null while it is open, and when nobody did.
  settled_by uuid references profiles (id),
  settled_at timestamptz,
  constraint operator_proposals_are_settled check ((status = 'proposed') = (settled_at is null)),
  constraint operator_proposals_by_two check (
    status <> 'confirmed' or (settled_by is not null and settled_by <> proposed_by))
);
create unique index operator_proposals_one_open on operator_proposals (act, subject_id) where status = 'proposed';

-- What was proposed never changes, and what is over stays over.
create function keep_operator_proposal() returns trigger language plpgsql as $$
begin
  if old.status <> 'proposed'
    or (new.id, new.act, new.subject_id, new.terms, new.cents, new.why, new.digest, new.proposed_by, new.proposed_at, new.expires_at)
      is distinct from
      (old.id, old.act, old.subject_id, old.terms, old.cents, old.why, old.digest, old.proposed_by, old.proposed_at, old.expires_at)
  then
    raise exception 'operator_proposals never change, except how they ended';
  end if;
  return new;
end $$;
create trigger operator_proposals_stay before update on operator_proposals
  for each row execute function keep_operator_proposal();
