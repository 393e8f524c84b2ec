-- The hourly look at every promise about money asks each payment for its operations: without this it reads all of
-- them once for each payment, which is hours in a market of fifty thousand payments.
create index money_ops_of_payment on money_ops (payment_id);
