-- Which browser a sign-in with Google began in (sha256 of its cookie): the way back is open to that one alone, else
-- somebody could be signed in to an account that is not theirs by following a link.
alter table auth.flow_states add column browser_hash bytea;

-- Which of the two addresses of an e-mail change has agreed; the change waits for the other.
alter table auth.users add column email_change_agreed text
  check (email_change_agreed in ('email_change_current', 'email_change_new'));

-- Of a deleted person finished deals keep the name (DECISIONS 31), not the address.
update profiles set email = '' from auth.users where users.id = profiles.id and users.deleted_at is not null;

-- Accounts made before each way to sign in had its row: with a password, by their address.
insert into auth.identities (user_id, provider, provider_id, email, identity_data)
  select id, 'email', id::text, email,
    jsonb_build_object('sub', id, 'email', email, 'email_verified', email_confirmed_at is not null, 'phone_verified', false)
  from auth.users
  where email is not null and password_hash is not null and deleted_at is null
    and not exists (select from auth.identities where identities.user_id = users.id);
