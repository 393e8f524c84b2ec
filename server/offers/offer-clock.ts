import { OFFER_LIMITS } from '#contract/offers.ts'
import type { Clocks } from '#server/clocks/tick.ts'
import { maybeRow, oneRow, raw, rows, sql } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { ONCE, wasNotified } from '#server/notifications/clock-cause.ts'
import { notifyOfClock } from '#server/notifications/notify.ts'
import { expireOffer, type InProject } from '#server/offers/record/offer-moves.ts'
import { refreshSides } from './offer-service.ts'

const HOUR_MS = 60 * 60_000

/** Open offers: a reminder to the side that should answer, half a day before the offer expires; then the expiry. */
export const offerClocks: Clocks = {
  'offers that expire': async (deps, now) => {
    const due = await rows<{ id: string }>(
      deps.pool,
      sql`select id from offers where status = 'open' and expires_at <= ${now} order by expires_at`,
    )
    return due.map(({ id }) => async () => {
      await inTransaction(deps.pool, async (tx) => refreshEnded(tx, await expireOffer(tx, id, now)))
    })
  },

  'offers to remind of': async (deps, now) => {
    const soon = new Date(now.getTime() + OFFER_LIMITS.remindBefore * HOUR_MS)
    const due = await rows<{ id: string }>(
      deps.pool,
      sql`select offers.id from offers
        join applications on applications.id = offers.application_id
        join projects on projects.id = applications.project_id
        cross join lateral (select case offers.by when 'seller' then applications.creator_id
          else projects.seller_id end as id) recipient
        where offers.status = 'open' and offers.expires_at > ${now} and offers.expires_at <= ${soon}
          and not ${wasNotified(raw('recipient.id'), {
            kind: 'clock.offer_reminder',
            entityId: raw('offers.id'),
            mark: raw(`'${ONCE}'`),
          })}
        order by offers.expires_at`,
    )
    return due.map(
      ({ id }) =>
        () =>
          remind(deps, id, now),
    )
  },
}

/**
 * Open pages show what the clock job has ended just as they show what a person did. A no-op if the offer was answered
 * before.
 */
async function refreshEnded(tx: Tx, ended: InProject | null): Promise<void> {
  if (ended === null) return
  const { seller_id, creator_id } = await oneRow<{ seller_id: string; creator_id: string }>(
    tx,
    sql`select seller_id, creator_id from applications join projects on projects.id = project_id
      where applications.id = ${ended.application_id}`,
  )
  const application = { creator_id }
  await refreshSides(tx, { application, project: { id: ended.project_id, seller_id } })
}

async function remind(deps: Deps, id: string, now: Date): Promise<void> {
  await inTransaction(deps.pool, async (tx) => {
    const open = await maybeRow(
      tx,
      sql`select 1 from offers where id = ${id} and status = 'open' and expires_at > ${now} for share`,
    )
    if (open === null) return
    await notifyOfClock(tx, {
      kind: 'clock.offer_reminder',
      entity: 'offer',
      entityId: id,
      mark: ONCE,
      daysLeft: 0,
    })
  })
}
