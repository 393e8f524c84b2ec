-- Money that arrived and that nothing could hold: why, when it went back, and whether its card took it. The ledger books
-- both ways as 'duplicate'; this says what to tell the two sides. refunded: somebody gave it back at the provider first.
create table turned_away_charges (
  charge_id text primary key,
  payment_id uuid not null references payments (id),
  reason text not null check (reason in ('cancelled', 'second', 'refunded')),
  -- In cents.
  amount integer not null check (amount > 0),
  arrived_at timestamptz not null default now(),
  returned_at timestamptz,
  -- The return failed: it is paid out by hand.
  came_back_at timestamptz
);
create index turned_away_charges_of_payment on turned_away_charges (payment_id, arrived_at desc);

-- In and out were always booked together: what came in is the movement that added to our balance at the provider.
insert into turned_away_charges (charge_id, payment_id, reason, amount, arrived_at, returned_at, came_back_at)
select arrived.reference, arrived.payment_id,
  case when exists (select from events where events.entity = 'project' and events.project_id = payments.project_id
      and events.move = 'cancel' and events.at <= arrived.created_at) then 'cancelled' else 'second' end,
  ledger_entries.amount, arrived.created_at, arrived.created_at,
  (select min(failed.created_at) from ledger_movements failed
    where failed.payment_id = arrived.payment_id and failed.kind = 'duplicate' and failed.reference like '%:failed'
      and split_part(failed.reference, ':', 1) = (select reference from ledger_movements gone
        where gone.payment_id = arrived.payment_id and gone.kind = 'duplicate' and gone.id > arrived.id
        order by gone.id limit 1))
from ledger_movements arrived
  join ledger_entries on ledger_entries.movement_id = arrived.id and ledger_entries.account = 'provider_clearing'
    and ledger_entries.amount > 0
  join payments on payments.id = arrived.payment_id
where arrived.kind = 'duplicate' and arrived.reference not like '%:%';
