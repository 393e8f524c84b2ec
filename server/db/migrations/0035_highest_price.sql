-- The provider charges no more than 999,999.99 USD at once. What was written down as 1,000,000.00, the highest amount
-- so far, could never be paid: it becomes the highest that can.
update projects set budget = 99999999 where budget = 100000000;
update payments set amount = 99999999 where amount = 100000000;
update applications set proposed_price = 99999999 where proposed_price = 100000000;
update profiles set rates = (
    select jsonb_object_agg(key, case when value = to_jsonb(1000000) then to_jsonb(999999.99) else value end)
    from jsonb_each(rates))
  where jsonb_typeof(rates) = 'object' and rates <> '{}' and jsonb_path_exists(rates, '$.* ? (@ == 1000000)');
alter domain usd_cents drop constraint usd_cents_check;
alter domain usd_cents add constraint usd_cents_check check (value between 0 and 99999999);
