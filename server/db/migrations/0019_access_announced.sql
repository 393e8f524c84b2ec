-- Every process remembers who is behind a session (server/auth/session-memory.ts). Whatever ends a session, or changes
-- whom it speaks for, is announced here, so that no writer can forget it. Refreshing and signing in set none of these
-- columns: NOTIFY makes commits wait for each other, and those two are many.
create function announce_access() returns trigger language plpgsql as $$
declare
  person uuid := to_jsonb(case when tg_op = 'DELETE' then old else new end) ->> tg_argv[0];
begin
  perform pg_notify('realtime', json_build_array(
    json_build_object('kind', 'access', 'people', json_build_array(person)))::text);
  return null;
end $$;

create trigger sessions_end_announced after delete on auth.sessions
  for each row execute function announce_access('user_id');
create trigger sessions_change_announced after update of aal, not_after on auth.sessions
  for each row when ((old.aal, old.not_after) is distinct from (new.aal, new.not_after))
  execute function announce_access('user_id');

create trigger users_end_announced after delete on auth.users
  for each row execute function announce_access('id');
create trigger users_change_announced after update of email, email_confirmed_at, banned_until, deleted_at on auth.users
  for each row when ((old.email, old.email_confirmed_at, old.banned_until, old.deleted_at)
    is distinct from (new.email, new.email_confirmed_at, new.banned_until, new.deleted_at))
  execute function announce_access('id');

-- An authenticator app in force makes half a sign-in of every session without its code.
create trigger factors_begin_announced after insert on auth.factors
  for each row when (new.status = 'verified') execute function announce_access('user_id');
create trigger factors_change_announced after update of status on auth.factors
  for each row when (old.status is distinct from new.status) execute function announce_access('user_id');
create trigger factors_end_announced after delete on auth.factors
  for each row when (old.status = 'verified') execute function announce_access('user_id');

create trigger profiles_change_announced after update of role, name on profiles
  for each row when ((old.role, old.name) is distinct from (new.role, new.name))
  execute function announce_access('id');
create trigger profiles_end_announced after delete on profiles
  for each row execute function announce_access('id');
