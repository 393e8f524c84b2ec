import { DEADLINE_REMINDER_DAYS } from '#contract/projects.ts'
import type { ClockKind } from '#contract/events.ts'
import { daysUntilDay, utcDay } from '#server/clocks/days.ts'
import type { Clocks } from '#server/clocks/tick.ts'
import { maybeRow, raw, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { wasNotified } from '#server/notifications/clock-cause.ts'
import { notifyOfClock } from '#server/notifications/notify.ts'

/** A deadline that passed longer ago than this, in days, is no longer news. */
const NEWS_DAYS = 7

/** A project and the deadline someone is notified about: a later deadline is a new reason. */
interface DueProject {
  id: string
  status: string
  mark: string
  deadline: string
}

/** The reminder for one day before one deadline, and the notice that one deadline has passed. */
const nearMark = raw(`mark.day || ':' || projects.deadline`)
const passedMark = raw('projects.deadline::text')
/**
 * A project that wants several creators is due only while it has hired no one: after that each hire has its own
 * deadline. Reads projects.
 */
const isDue = raw(`(projects.seats = 1 or (projects.status = 'active'
  and not exists (select from projects deals where deals.listing_id = projects.id)))`)
const sellerNotified = (kind: ClockKind) =>
  wasNotified(raw('projects.seller_id'), { kind, entityId: raw('projects.id'), mark: passedMark })

/**
 * The creator of a running deal is waiting for a product, and the days to deliver count from its arrival, so nothing is
 * due yet.
 */
const waitsForProduct = raw(`exists (select from shipments where project_id = projects.id
  and projects.status = 'in_progress' and days is not null and shipments.status <> 'received')`)

/** The money of the deal went back to the card: no work is due, and none is accepted. Reads projects. */
const isReturned = raw(`exists (select from payments where payments.project_id = projects.id
  and payments.purpose = 'deal' and payments.status = 'refunded')`)

/**
 * Project deadlines: before one, notifies the creator who has not delivered; after it, notifies both sides, or only the
 * seller if there is no creator.
 */
export const deadlineClocks: Clocks = {
  'deadlines that come near': async (deps, now) => {
    const today = utcDay(now)
    const due = await rows<DueProject>(
      deps.pool,
      sql`select projects.id, projects.status, projects.deadline, ${nearMark} as mark
        from projects
        join applications on applications.project_id = projects.id and applications.status = 'accepted'
        cross join lateral (select min(day) as day from unnest(${DEADLINE_REMINDER_DAYS}::integer[]) day
          where projects.deadline - ${today}::date <= day) mark
        where projects.status = 'in_progress' and projects.deadline >= ${today}::date and mark.day is not null
          and not exists (select 1 from deliverables where project_id = projects.id and status <> 'rejected')
          and not ${waitsForProduct} and not ${isReturned}
          and not ${wasNotified(raw('applications.creator_id'), {
            kind: 'clock.deadline_near',
            entityId: raw('projects.id'),
            mark: nearMark,
          })}
        order by projects.deadline`,
    )
    return due.map((project) => () => notify(deps, project, 'clock.deadline_near', now))
  },

  'deadlines that have passed': async (deps, now) => {
    const today = utcDay(now)
    const due = await rows<DueProject>(
      deps.pool,
      sql`select projects.id, projects.status, projects.deadline, ${passedMark} as mark from projects
        where projects.status in ('active', 'in_progress') and ${isDue} and projects.deadline < ${today}::date
          and projects.deadline >= ${today}::date - ${NEWS_DAYS}::integer
          and not exists (select 1 from deliverables where project_id = projects.id and status <> 'rejected')
          and not ${waitsForProduct} and not ${isReturned}
          and not ${sellerNotified('clock.deadline_passed')} and not ${sellerNotified('clock.deadline_passed_unfilled')}
        order by projects.deadline`,
    )
    return due.map((project) => {
      const kind =
        project.status === 'active' ? 'clock.deadline_passed_unfilled' : 'clock.deadline_passed'
      return () => notify(deps, project, kind, now)
    })
  },
}

async function notify(
  deps: Deps,
  { id, status, mark, deadline }: DueProject,
  kind: ClockKind,
  now: Date,
): Promise<void> {
  await inTransaction(deps.pool, async (tx) => {
    const still = await maybeRow(
      tx,
      sql`select 1 from projects where id = ${id} and status = ${status} and deadline = ${deadline}
        and not ${isReturned} for share`,
    )
    if (still === null) return
    const daysLeft = daysUntilDay(deadline, now)
    await notifyOfClock(tx, { kind, entity: 'project', entityId: id, mark, daysLeft })
  })
}
