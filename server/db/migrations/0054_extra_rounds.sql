-- More rounds of revision for a running deal, and a change that was agreed, not paid, and called off.
alter table amendments
  -- All rounds of the deal, and those that were agreed when it was proposed. With a brief they say what that makes of them.
  add column rounds smallint check (rounds between 0 and 20),
  add column against_rounds smallint check (against_rounds >= 0),
  add constraint amendments_rounds_against_some check ((rounds is null) = (against_rounds is null)),
  drop constraint amendments_change_something,
  add constraint amendments_change_something
    check (deliver_by is not null or brief is not null or price is not null or rounds > against_rounds),
  drop constraint amendments_status_check,
  add constraint amendments_status_check check (status in
    ('proposed', 'accepted', 'declined', 'withdrawn', 'expired', 'closed', 'unpaid', 'lapsed', 'called_off')),
  drop constraint amendments_extra_is_a_price,
  add constraint amendments_extra_is_a_price check (extra is null or (price > against_price and returned is null
    and status in ('unpaid', 'accepted', 'lapsed', 'closed', 'called_off'))),
  drop constraint amendments_unpaid_is_an_extra,
  add constraint amendments_unpaid_is_an_extra
    check (status not in ('unpaid', 'lapsed', 'called_off') or extra is not null);
