import { SHIPPING_REMINDERS, type ShipmentStatus } from '#contract/shipping.ts'
import { DAY_MS } from '#server/clocks/days.ts'
import type { Clocks } from '#server/clocks/tick.ts'
import { maybeRow, raw, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { wasNotified } from '#server/notifications/clock-cause.ts'
import { notifyOfClock } from '#server/notifications/notify.ts'
import { forgetAddresses, isReturned } from '#server/shipping/record/shipment-store.ts'

interface DueReminder {
  id: string
  status: ShipmentStatus
  since: string
  mark: string
}

/** The waiting states as rows: who must act, and after how many days they are reminded. */
const MOMENTS = Object.entries(SHIPPING_REMINDERS).flatMap(([status, { who, days }]) =>
  days.map((day) => ({ status, who, day })),
)
const columnOf = (key: keyof (typeof MOMENTS)[number]) => MOMENTS.map((moment) => moment[key])

/** One reminder per state, turn and day: a parcel that is shipped again starts over. */
const dueMark = raw(
  `concat_ws(':', shipments.status, extract(epoch from shipments.since)::bigint, moment.day)`,
)

/** Sends reminders of products that wait for someone's move, only the newest of each, and deletes old addresses. */
export const shippingClocks: Clocks = {
  'products that wait for a move': async (deps, now) => {
    const due = await rows<DueReminder>(
      deps.pool,
      sql`select shipments.id, shipments.status, shipments.since, ${dueMark} as mark
        from shipments join projects on projects.id = shipments.project_id and projects.status = 'in_progress'
          and not ${isReturned}
        join applications on applications.project_id = projects.id and applications.status = 'accepted'
        cross join lateral (select who, max(day) as day
          from unnest(${columnOf('status')}::text[], ${columnOf('who')}::text[], ${columnOf('day')}::integer[])
            as moments (status, who, day)
          where moments.status = shipments.status and shipments.since + make_interval(days => day) <= ${now}
          group by who) moment
        cross join lateral (select case moment.who when 'seller' then projects.seller_id
          else applications.creator_id end as id) recipient
        where shipments.status in ('address_wanted', 'to_ship', 'shipped', 'problem')
          and not ${wasNotified(raw('recipient.id'), {
            kind: 'clock.shipment_reminder',
            entityId: raw('shipments.id'),
            mark: dueMark,
          })}
        order by shipments.since`,
    )
    return due.map((one) => () => remind(deps, one, now))
  },

  'addresses of old deals': async (deps, now) => [
    async () => {
      await forgetAddresses(deps.pool, now)
    },
  ],
}

async function remind(
  deps: Deps,
  { id, status, since, mark }: DueReminder,
  now: Date,
): Promise<void> {
  await inTransaction(deps.pool, async (tx) => {
    const still = await maybeRow(
      tx,
      sql`select 1 from shipments where id = ${id} and status = ${status} and since = ${since} for share`,
    )
    if (still === null) return
    const waited = Math.floor((now.getTime() - Date.parse(since)) / DAY_MS)
    await notifyOfClock(tx, {
      kind: 'clock.shipment_reminder',
      entity: 'shipment',
      entityId: id,
      mark,
      daysLeft: waited,
    })
  })
}
