-- What a brand has in escrow and under way: a forecast adds it up. Without these indexes it reads all payments of the brand, or everything
-- that the market holds.
create index payments_held_of_seller on payments (seller_id) where status = 'held_in_escrow';
create index projects_under_way on projects (seller_id) where status = 'in_progress';
