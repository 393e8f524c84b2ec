-- What the reader of a message is warned about: kinds of contract/safety.ts, decided when it was sent.
alter table messages add column safety text[] not null default '{}'
  constraint messages_safety_kinds check
    (safety <@ array['pay_outside', 'payment_address', 'one_time_code', 'gift_card', 'advance_fee']);
-- The few that no honest deal contains: operators look at who sent several lately.
create index messages_with_scam_warning on messages (created_at, sender_id)
  where safety && array['one_time_code', 'gift_card', 'advance_fee'];
