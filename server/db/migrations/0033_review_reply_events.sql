-- A reply to a review note is an event: the other side is told of it.
alter table events
  drop constraint events_entity_check,
  add constraint events_entity_check check (entity in
    ('project', 'application', 'deliverable', 'review_note', 'review_reply', 'payment', 'invitation', 'payout_account',
      'deal_dispute', 'operator_act'));
