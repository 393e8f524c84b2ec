-- A lower price for a deal whose money is held: the difference goes back to the card, the rest stays held.
alter table payments
  -- Cents that both sides agreed to return while the rest stays held, in all. The agreed price is the amount without them.
  add column agreed_refund integer not null default 0,
  add constraint payments_agreed_refund_leaves_a_rest check (agreed_refund >= 0 and agreed_refund < amount),
  drop constraint payments_moving_check,
  add constraint payments_moving_check check (moving in ('release', 'refund', 'part_refund', 'agreed_refund'));
-- What the clock carries on with.
create index payments_agreed_and_held on payments (id)
  where status = 'held_in_escrow' and agreed_refund > returned_part;

alter table money_ops
  drop constraint money_ops_kind_check,
  add constraint money_ops_kind_check check (kind in ('fund', 'release', 'refund', 'part_refund', 'agreed_refund'));
drop index money_ops_one_at_a_time;
create unique index money_ops_one_at_a_time on money_ops (payment_id)
  where kind in ('release', 'refund', 'part_refund', 'agreed_refund') and state = 'intended';
-- Which refunds were agreed on, by what the provider calls them.
create index money_ops_agreed_refunds on money_ops (provider_id) where kind = 'agreed_refund';

alter table amendments
  -- Cents that its acceptance ordered back to the card, because the money was held by then.
  add column returned usd_cents check (returned > 0),
  add constraint amendments_return_if_agreed check (returned is null or (status = 'accepted' and price is not null));
