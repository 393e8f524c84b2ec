-- Another price for a running deal that nobody has begun to pay.
alter table amendments
  add column price usd_cents check (price >= 100),
  -- The price that was agreed when another was proposed.
  add column against_price usd_cents,
  drop constraint amendments_change_something,
  add constraint amendments_change_something check (deliver_by is not null or brief is not null or price is not null),
  add constraint amendments_price_against_one check ((price is null) = (against_price is null));
