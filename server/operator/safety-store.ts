import type { WarnedPerson } from '#contract/operator-record-schemas.ts'
import { SAFETY_WATCH, SCAM_KINDS } from '#contract/safety.ts'
import type { Queryable } from '#server/db/pool.ts'
import { raw, rows, sql } from '#server/db/sql.ts'

const scams = raw(`array[${SCAM_KINDS.map((kind) => `'${kind}'`).join(', ')}]`)

/**
 * People whose messages of the last SAFETY_WATCH.days had a warning that no honest deal needs, SAFETY_WATCH.warnings or
 * more of them; latest first. Reports how often and about what, but nothing of what was written. `now` is the process's
 * clock.
 */
export const warnedPeople = (db: Queryable, now: Date) =>
  rows<WarnedPerson>(
    db,
    sql`select profiles.id, profiles.name, profiles.role, profiles.avatar_url, profiles.company_name, warned.warnings, warned.kinds, warned.last_at
      from (select sender_id, count(distinct messages.id)::integer as warnings, array_agg(distinct kind order by kind) as kinds,
            max(created_at) as last_at
          from messages cross join unnest(safety) kind
          where safety && ${scams} and kind = any(${scams})
            and created_at > ${now}::timestamptz - make_interval(days => ${SAFETY_WATCH.days})
          group by sender_id having count(distinct messages.id) >= ${SAFETY_WATCH.warnings}) warned
        join profiles on profiles.id = warned.sender_id
        join auth.users on users.id = profiles.id and users.deleted_at is null
      order by warned.last_at desc, profiles.id limit ${SAFETY_WATCH.people}`,
  )
