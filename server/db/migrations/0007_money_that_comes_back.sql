-- When a call that moves money was first sent: before that, stopping it needs nobody's word.
alter table money_ops add column sent_at timestamptz;
-- came_back: it succeeded, and later the money returned; another operation may move it again.
alter table money_ops drop constraint money_ops_state_check;
alter table money_ops add constraint money_ops_state_check
  check (state in ('intended', 'succeeded', 'failed', 'came_back'));
drop index money_ops_one_way_out;
create unique index money_ops_one_way_out on money_ops (payment_id)
  where kind in ('release', 'refund') and state in ('intended', 'succeeded');

-- Why held money is held again: what had been sent came back, and somebody must choose its way out anew.
alter table payments add column came_back text check (came_back in ('refund', 'transfer')),
  add constraint payments_came_back_is_held check (came_back is null or status = 'held_in_escrow');
-- Creators whose payments a bank disputes are looked up before each release.
create index payments_in_dispute on payments (creator_id) where dispute_outcome = 'open';
