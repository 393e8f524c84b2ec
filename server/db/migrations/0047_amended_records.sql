-- A date that both sides agree on decides what was on time: the deal's figures are counted again.
drop trigger events_change_records on events;
create trigger events_change_records after insert on events for each row
  when (new.project_id is not null
    and new.entity in ('application', 'deliverable', 'payment', 'deal_dispute', 'deal_review', 'amendment'))
  execute function change_record_of_deal();
