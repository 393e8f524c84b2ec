-- When somebody was first greeted; null until then. Who is here already counts as greeted long ago: a constant default
-- gives every existing row its value without rewriting the table, and is dropped for those who come.
alter table profiles add column greeted_at timestamptz default 'epoch';
alter table profiles alter column greeted_at drop default;
-- When somebody hid the list of first steps.
alter table profiles add column first_steps_dismissed_at timestamptz;
