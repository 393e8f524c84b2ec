import { AMENDMENT_LIMITS } from '#contract/amendments.ts'
import { dayUnder } from '#server/amendments/agreed/agreement.ts'
import {
  expireAmendment,
  type InProject,
  lapseAmendment,
} from '#server/amendments/record/amendment-moves.ts'
import type { AmendmentRow } from '#server/amendments/record/amendment-store.ts'
import { HOUR_MS } from '#server/clocks/days.ts'
import type { Clocks } from '#server/clocks/tick.ts'
import { maybeRow, raw, rows, sql } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { ONCE, wasNotified } from '#server/notifications/clock-cause.ts'
import { notifyOfClock } from '#server/notifications/notify.ts'
import { isPast } from '#server/projects/project-edit.ts'
import { dealRefusal, priceRefusal } from './amendment-policy.ts'
import { refreshDeal } from './amendment-service.ts'
import { dealPeople, standingOf } from './deal-store.ts'

/**
 * Clock job for open amendments: reminds the side that should answer half a day before the end, then ends them. For
 * unpaid ones: reminds the brand a day before the end, unless they were agreed on later than that, then ends them.
 */
export const amendmentClocks: Clocks = {
  'amendments that expire': async (deps, now) => {
    const due = await rows<{ id: string }>(
      deps.pool,
      sql`select id from amendments where status = 'proposed' and expires_at <= ${now} order by expires_at`,
    )
    return due.map(({ id }) => async () => {
      await inTransaction(deps.pool, async (tx) =>
        refreshEnded(tx, await expireAmendment(tx, id, now)),
      )
    })
  },

  'amendments that were not paid': async (deps, now) => {
    const due = await rows<{ id: string }>(
      deps.pool,
      sql`select id from amendments where status = 'unpaid' and pay_by <= ${now} order by pay_by`,
    )
    return due.map(({ id }) => async () => {
      await inTransaction(deps.pool, async (tx) =>
        refreshEnded(tx, await lapseAmendment(tx, id, now)),
      )
    })
  },

  'unpaid amendments to remind of': async (deps, now) => {
    const soon = new Date(now.getTime() + AMENDMENT_LIMITS.payRemindBefore * HOUR_MS)
    const due = await rows<{ id: string }>(
      deps.pool,
      sql`select amendments.id from amendments
        join applications on applications.id = amendments.application_id
        join projects on projects.id = applications.project_id
        where amendments.status = 'unpaid' and amendments.pay_by > ${now} and amendments.pay_by <= ${soon}
          and amendments.answered_at < amendments.pay_by - make_interval(hours => ${AMENDMENT_LIMITS.payRemindBefore})
          and not ${wasNotified(raw('projects.seller_id'), {
            kind: 'clock.amendment_unpaid',
            entityId: raw('amendments.id'),
            mark: raw(`'${ONCE}'`),
          })}
        order by amendments.pay_by`,
    )
    return due.map(
      ({ id }) =>
        () =>
          remindToPay(deps, id, now),
    )
  },

  'amendments to remind of': async (deps, now) => {
    const soon = new Date(now.getTime() + AMENDMENT_LIMITS.remindBefore * HOUR_MS)
    const due = await rows<{ id: string }>(
      deps.pool,
      sql`select amendments.id from amendments
        join applications on applications.id = amendments.application_id
        join projects on projects.id = applications.project_id
        cross join lateral (select case amendments.by when 'seller' then applications.creator_id
          else projects.seller_id end as id) recipient
        where amendments.status = 'proposed' and amendments.expires_at > ${now} and amendments.expires_at <= ${soon}
          and not ${wasNotified(raw('recipient.id'), {
            kind: 'clock.amendment_reminder',
            entityId: raw('amendments.id'),
            mark: raw(`'${ONCE}'`),
          })}
        order by amendments.expires_at`,
    )
    return due.map(
      ({ id }) =>
        () =>
          remind(deps, id, now),
    )
  },
}

/**
 * Makes open pages show what the clock job has ended, as they show what a person did. Does nothing when the amendment
 * was answered before.
 */
async function refreshEnded(tx: Tx, ended: InProject | null): Promise<void> {
  const people = ended === null ? null : await dealPeople(tx, ended.project_id)
  if (people !== null) await refreshDeal(tx, { people })
}

/** Returns whether accepting would succeed now. No one is reminded of an action that would be refused. */
async function isAcceptable(
  tx: Tx,
  {
    application_id: id,
    deliver_by: day,
    price,
  }: Pick<AmendmentRow, 'application_id' | 'deliver_by' | 'price'>,
  now: Date,
): Promise<boolean> {
  const standing = await standingOf(tx, id)
  if (dealRefusal(standing) !== null || (price !== null && priceRefusal(standing) !== null))
    return false
  return day === null || !isPast(day, now)
}

type Unpaid = Pick<
  AmendmentRow,
  'application_id' | 'deliver_by' | 'against_deliver_by' | 'price'
> & {
  deadline: string
}

/**
 * Reminds the brand of an agreed change that lapses soon. Does nothing while it cannot be paid, because the deal is
 * frozen or its money is leaving.
 */
async function remindToPay(deps: Deps, id: string, now: Date): Promise<void> {
  await inTransaction(deps.pool, async (tx) => {
    const unpaid = await maybeRow<Unpaid>(
      tx,
      sql`select application_id, amendments.deliver_by, against_deliver_by, price, projects.deadline from amendments
        join applications on applications.id = application_id join projects on projects.id = applications.project_id
        where amendments.id = ${id} and amendments.status = 'unpaid' and pay_by > ${now} for share of amendments`,
    )
    if (unpaid === null) return
    const day = dayUnder(unpaid, unpaid.deadline)
    if (!(await isAcceptable(tx, { ...unpaid, deliver_by: day }, now))) return
    await notifyOfClock(tx, {
      kind: 'clock.amendment_unpaid',
      entity: 'amendment',
      entityId: id,
      mark: ONCE,
      daysLeft: 0,
    })
  })
}

async function remind(deps: Deps, id: string, now: Date): Promise<void> {
  await inTransaction(deps.pool, async (tx) => {
    const open = await maybeRow<Pick<AmendmentRow, 'application_id' | 'deliver_by' | 'price'>>(
      tx,
      sql`select application_id, deliver_by, price from amendments where id = ${id} and status = 'proposed' and expires_at > ${now} for share`,
    )
    if (open === null || !(await isAcceptable(tx, open, now))) return
    await notifyOfClock(tx, {
      kind: 'clock.amendment_reminder',
      entity: 'amendment',
      entityId: id,
      mark: ONCE,
      daysLeft: 0,
    })
  })
}
