import type { ClockKind } from '#contract/events.ts'
import { ENDED_NEWS_DAYS, isOver, LICENCE_REMINDER_DAYS } from '#contract/licence-term.ts'
import { daysUntilDay, utcDay } from '#server/clocks/days.ts'
import type { Clocks } from '#server/clocks/tick.ts'
import { maybeRow, raw, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { expireExtension } from './extension-service.ts'
import { wasNotified } from '#server/notifications/clock-cause.ts'
import { notifyOfClock } from '#server/notifications/notify.ts'

/** A licence and its last day, 'YYYY-MM-DD': a later last day is a new reason for a notice. */
interface Ending {
  id: string
  ends_on: string
  mark: string
}

const nearMark = raw(`mark.day || ':' || licences.ends_on`)
const endMark = raw('licences.ends_on::text')

/**
 * Notifies the brand before a licence's last day, and both sides once that day is over everywhere. After downtime only
 * the nearest reminder is raised, not the earlier ones. A reminder that would fall on the day of the grant is not
 * raised.
 */
export const licenceClocks: Clocks = {
  'licences that end soon': async (deps, now) => {
    const today = utcDay(now)
    const due = await rows<Ending>(
      deps.pool,
      sql`select licences.id, licences.ends_on::text as ends_on, ${nearMark} as mark
        from licences join projects on projects.id = licences.project_id
        cross join lateral (select min(day) as day from unnest(${LICENCE_REMINDER_DAYS}::integer[]) day
          where licences.ends_on - ${today}::date <= day
            and licences.ends_on - day > (licences.granted_at at time zone 'UTC')::date + 1) mark
        where licences.status = 'granted' and licences.ends_on >= ${today}::date
          and licences.ends_on <= ${today}::date + ${Math.max(...LICENCE_REMINDER_DAYS)}::integer and mark.day is not null
          and not ${wasNotified(raw('projects.seller_id'), {
            kind: 'clock.licence_ends',
            entityId: raw('licences.id'),
            mark: nearMark,
          })}
        order by licences.ends_on`,
    )
    return due.map((licence) => () => notify(deps, licence, 'clock.licence_ends', now))
  },

  'licences that have ended': async (deps, now) => {
    const today = utcDay(now)
    const due = await rows<Ending>(
      deps.pool,
      sql`select licences.id, licences.ends_on::text as ends_on, ${endMark} as mark
        from licences join applications on applications.id = licences.application_id
        where licences.status = 'granted' and licences.ends_on < ${today}::date
          and licences.ends_on >= ${today}::date - ${ENDED_NEWS_DAYS}::integer
          and not ${wasNotified(raw('applications.creator_id'), {
            kind: 'clock.licence_ended',
            entityId: raw('licences.id'),
            mark: endMark,
          })}
        order by licences.ends_on`,
    )
    return due
      .filter(({ ends_on: day }) => isOver(day, now))
      .map((licence) => () => notify(deps, licence, 'clock.licence_ended', now))
  },
}

/** Extensions that were not answered or paid. */
export const extensionClocks: Clocks = {
  'extensions that expire': async (deps, now) => {
    const due = await rows<{ id: string }>(
      deps.pool,
      sql`select id from licence_extensions where status in ('proposed', 'agreed') and expires_at <= ${now} order by expires_at`,
    )
    return due.map(
      ({ id }) =>
        () =>
          expireExtension(deps, id, now),
    )
  },
}

/** Checks again, with the licence locked against an extension or a return of its money. */
async function notify(
  deps: Deps,
  { id, ends_on: day, mark }: Ending,
  kind: ClockKind,
  now: Date,
): Promise<void> {
  await inTransaction(deps.pool, async (tx) => {
    const still = await maybeRow(
      tx,
      sql`select 1 from licences where id = ${id} and status = 'granted' and ends_on = ${day}::date for share`,
    )
    if (still === null) return
    const daysLeft = Math.max(0, daysUntilDay(day, now))
    await notifyOfClock(tx, { kind, entity: 'licence', entityId: id, mark, daysLeft })
  })
}
