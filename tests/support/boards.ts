import type { Pool } from '#server/db/pool.ts'

/**
 * This many applications to a project that wants several creators: one in ten is shortlisted, one in seven has an
 * offer.
 */
export const fillBoard = (pool: Pool, listingId: string, count: number) =>
  pool
    .query(
      `with made as (insert into auth.users (id, email, email_confirmed_at)
        select gen_random_uuid(), gen_random_uuid() || '@example.com', now() from generate_series(1, $2::integer) returning id, email),
      people as (insert into profiles (id, name, email, role) select id, 'Applicant', email, 'creator' from made returning id)
      insert into applications (project_id, creator_id, message, proposed_price, created_at, shortlisted_at)
      select $1, id, 'I would love to.', 40000, now() - interval '1 second' * row_number() over (),
        case when row_number() over () % 10 = 0 then now() end from people`,
      [listingId, count],
    )
    .then(() =>
      pool.query(
        `insert into offers (id, application_id, number, by, price, deliver_by, rounds, hire_at_once, against_price,
          against_deliver_by, against_rounds, created_at, expires_at)
        select gen_random_uuid(), id, 1, 'seller', 40000, '2031-01-31', 1, true, 40000, '2031-01-31', 2, created_at, now() + interval '1 year'
        from (select *, row_number() over () as n from applications where project_id = $1) applications where n % 7 = 0`,
        [listingId],
      ),
    )
