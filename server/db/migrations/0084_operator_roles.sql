-- What an operator may do in the console (decision 0102). The configuration still says who is one. Without any row, as after this
-- migration, every operator is an owner; from the first row on, an operator without one may only read.
create table operator_roles (
  person_id uuid primary key references profiles (id),
  role text not null check (role in ('owner', 'finance', 'support', 'read_only')),
  -- Null: given when roles began.
  given_by uuid references profiles (id),
  given_at timestamptz not null
);
