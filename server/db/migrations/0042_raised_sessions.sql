-- A refresh token from before a session's second factor must never continue the session at its higher level, not even
-- in the seconds in which older tokens are forgiven: tokens below this counter are refused. Null: never raised.
alter table auth.sessions add column raised_counter bigint check (raised_counter <= refresh_counter);

-- At which counter an open session was raised is not known. Its current and previous tokens are from after that: raising
-- moves the counter by two.
update auth.sessions set raised_counter = greatest(refresh_counter - 1, 0) where aal = 'aal2';
