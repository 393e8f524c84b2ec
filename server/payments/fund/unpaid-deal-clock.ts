import { PAYMENT_REMINDER_DAYS } from '#contract/payments.ts'
import { notApart } from '#server/apart/apart.ts'
import type { Clocks } from '#server/clocks/tick.ts'
import { maybeRow, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { wasNotified } from '#server/notifications/clock-cause.ts'
import { notifyOfClock } from '#server/notifications/notify.ts'

/** A deal that was accepted longer ago than this, in days, is no longer news: its brand has decided not to pay. */
const NEWS_DAYS = 12

const dayMark = raw(`'day ' || mark.day`)

/**
 * Accepted deals that their brand can pay and has not begun to: a failed payment leaves one unpaid, a payment in
 * progress does not. Orders have reminders of their own. While one of the two is gone, banned or blocked, or the project
 * is hidden, no one is reminded.
 */
const unpaidDeals = (now: Date): Statement =>
  sql`from applications
    join projects on projects.id = applications.project_id and projects.status = 'in_progress' and projects.hidden_at is null
    where applications.status = 'accepted'
      and not exists (select from payments where payments.project_id = projects.id and payments.status <> 'failed')
      and not exists (select from package_orders where package_orders.project_id = projects.id)
      and ${notApart(raw('projects.seller_id'), raw('applications.creator_id'))}
      and not exists (select from auth.users where users.id in (projects.seller_id, applications.creator_id)
        and (users.deleted_at is not null or users.banned_until > ${now}))`

/** The brand of an accepted deal is reminded that its creator waits for the payment. Nothing ends by itself. */
export const unpaidDealClocks: Clocks = {
  'accepted deals that wait for a payment': async (deps, now) => {
    const due = await rows<{ id: string; mark: string }>(
      deps.pool,
      // Of several reminders that came due while no server was running, only the latest is sent.
      sql`select unpaid.id, ${dayMark} as mark
        from (select applications.id, projects.seller_id, (select min(at) from events
            where entity = 'application' and entity_id = applications.id and move = 'accept') as accepted_at
          ${unpaidDeals(now)}) unpaid
        cross join lateral (select max(day) as day from unnest(${PAYMENT_REMINDER_DAYS}::integer[]) day
          where accepted_at + make_interval(hours => day * 24) <= ${now}) mark
        where mark.day is not null and accepted_at + make_interval(hours => ${NEWS_DAYS * 24}) > ${now}
          and not ${wasNotified(raw('unpaid.seller_id'), {
            kind: 'clock.payment_reminder',
            entityId: raw('unpaid.id'),
            mark: dayMark,
          })}
        order by accepted_at`,
    )
    return due.map(
      ({ id, mark }) =>
        () =>
          remind(deps, id, mark, now),
    )
  },
}

/** Funding takes this lock too, so a payment that began meanwhile is visible here. */
const remind = (deps: Deps, id: string, mark: string, now: Date): Promise<void> =>
  inTransaction(deps.pool, async (tx) => {
    await maybeRow(tx, sql`select from applications where id = ${id} for share`)
    const still = await maybeRow(tx, sql`select 1 ${unpaidDeals(now)} and applications.id = ${id}`)
    if (still === null) return
    await notifyOfClock(tx, {
      kind: 'clock.payment_reminder',
      entity: 'application',
      entityId: id,
      mark,
      daysLeft: 0,
    })
  })
