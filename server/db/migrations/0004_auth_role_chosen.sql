-- Whether somebody has said what they are (DECISIONS 19): false only for arrivals from Google who were not asked yet.
alter table profiles add column role_chosen boolean not null default true;
