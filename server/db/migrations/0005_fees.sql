-- What the platform keeps of a deal, as data: frozen when an application is accepted and copied to its payment.
-- A change of the fee adds a row and touches no deal that was made before it.
create table fee_terms (
  id bigint generated always as identity primary key,
  -- The creator's share in hundredths of a percent. Never less than half: contract/fees.ts.
  creator_bps integer not null check (creator_bps between 5000 and 10000),
  -- The least that the platform keeps, in cents. Of a small price it never keeps more than half.
  minimum_fee usd_cents not null default 0,
  valid_from timestamptz not null,
  created_at timestamptz not null default now()
);
create index fee_terms_newest on fee_terms (valid_from desc, id desc);
-- SPEC §9: 85 % to the creator.
insert into fee_terms (creator_bps, minimum_fee, valid_from) values (8500, 0, '2000-01-01T00:00:00Z');
create trigger fee_terms_append_only before update or delete or truncate on fee_terms
  for each statement execute function append_only();

-- What is left of `cents` for the creator: the share in basis points, rounded half up, with a fee of at least
-- `minimum_fee` but never more than half. splitPrice in contract/money.ts computes the same; a test compares the two.
create function creator_share(cents bigint, creator_bps bigint, minimum_fee bigint) returns bigint
  language sql immutable parallel safe
  return cents - greatest(cents - (cents * creator_bps + 5000) / 10000, least(minimum_fee, cents / 2));
