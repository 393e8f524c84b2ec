-- What was said first stands first, whatever the clocks of the two processes that wrote it say: an answer never stands
-- above what it answers. Rows that are there are numbered as they lie, and none was ever changed or taken away.
-- contracts: nothing. The times stay where they are.
alter table deal_dispute_statements add column number bigint generated always as identity;
create index deal_dispute_statements_in_order on deal_dispute_statements (dispute_id, number);
drop index deal_dispute_statements_of_dispute;
alter index deal_dispute_statements_in_order rename to deal_dispute_statements_of_dispute;
