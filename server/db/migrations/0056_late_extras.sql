-- Money for a change that waited for it no more went back under a reason of its own, no longer as a second payment.
alter table turned_away_charges
  drop constraint turned_away_charges_reason_check,
  add constraint turned_away_charges_reason_check
    check (reason in ('cancelled', 'second', 'refunded', 'late_extra'));
