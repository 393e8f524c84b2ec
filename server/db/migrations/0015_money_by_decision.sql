-- An operator's decision about held money (PAYMENTS, Refund: part R goes back, 85 % of the rest to the creator).
alter table payments
  -- Cents of the amount that go back to the card in all; null while nobody decided and the parties choose.
  add column decided_refund integer,
  -- The attempt it was decided at: after a later one has failed it may be decided anew.
  add column decided_attempt integer,
  -- Cents that went back to the card while the rest stayed held, or was released.
  add column returned_part integer not null default 0,
  add constraint payments_decided_within_amount check (decided_refund between 0 and amount),
  add constraint payments_decided_at_an_attempt check ((decided_refund is null) = (decided_attempt is null)),
  add constraint payments_part_leaves_a_rest check (returned_part >= 0 and returned_part < amount),
  drop constraint payments_moving_check,
  add constraint payments_moving_check check (moving in ('release', 'refund', 'part_refund'));
-- What the clock carries on with.
create index payments_decided_and_held on payments (id) where status = 'held_in_escrow' and decided_refund is not null;

-- A part that goes back leaves the way out open; any two calls about the same held money still exclude each other.
alter table money_ops drop constraint money_ops_kind_check,
  add constraint money_ops_kind_check check (kind in ('fund', 'release', 'refund', 'part_refund'));
create unique index money_ops_one_at_a_time on money_ops (payment_id)
  where kind in ('release', 'refund', 'part_refund') and state = 'intended';

alter table ledger_movements drop constraint ledger_movements_kind_check,
  add constraint ledger_movements_kind_check
    check (kind in ('hold', 'release', 'transfer', 'refund', 'part_refund', 'duplicate', 'chargeback', 'provider_fee'));
