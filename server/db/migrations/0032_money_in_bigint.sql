-- Cents in bigint. A product or a sum of amounts in integer ends at 2,147,483,647: 85 times $252,645.12 is already more.
-- contracts: nothing. No statement of the release before reads payouts.amount but divided, which is numeric either way.

-- What is left of `cents` for the creator: the share in basis points, rounded half up, with a fee of at least
-- `minimum_fee` but never more than half. The same sum as splitPrice in contract/money.ts, which a test compares it with.
create function creator_share(cents bigint, creator_bps bigint, minimum_fee bigint) returns bigint
  language sql immutable parallel safe
  return cents - greatest(cents - (cents * creator_bps + 5000) / 10000, least(minimum_fee, cents / 2));

-- One payout to a bank carries any number of transfers.
alter table payouts alter column amount type bigint;
