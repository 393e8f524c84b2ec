-- What documents say of a person: copied into each when it is made, so a change here changes no document.
create table tax_profiles (
  user_id uuid primary key references profiles (id) on delete cascade,
  legal_name text not null check (char_length(legal_name) between 1 and 200),
  address text not null check (char_length(address) between 1 and 600),
  country text not null check (country ~ '^[A-Z]{2}$'),
  business boolean not null,
  tax_id text check (char_length(tax_id) between 1 and 40),
  updated_at timestamptz not null,
  constraint tax_profiles_ids_of_businesses check (tax_id is null or business)
);
