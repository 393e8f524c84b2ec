import { ORDER_REMIND_HOURS as hours } from '#contract/package-orders.ts'
import type { ClockKind } from '#contract/events.ts'
import { HOUR_MS } from '#server/clocks/days.ts'
import type { Clocks } from '#server/clocks/tick.ts'
import { maybeRow, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { ONCE, wasNotified } from '#server/notifications/clock-cause.ts'
import { notifyOfClock } from '#server/notifications/notify.ts'
import { endUnpaid } from '#server/projects/cancel/project-cancel.ts'
import { lockProject } from '#server/projects/project-store.ts'
import { endOrder } from './order-answer-service.ts'
import { moveOrder } from '#server/orders/record/order-moves.ts'

interface DueOrder {
  project_id: string
}

/**
 * Orders that were not answered, and those that were accepted but not funded: a reminder to the side that has to act,
 * then the end.
 */
export const orderClocks: Clocks = {
  'orders that lapse': async (deps, now) => {
    const due = await rows<DueOrder>(
      deps.pool,
      sql`select project_id from package_orders where status = 'waiting' and answer_by <= ${now} order by answer_by`,
    )
    return due.map((order) => () => lapse(deps, order, now))
  },

  'accepted orders that were not funded': async (deps, now) => {
    const due = await rows<DueOrder>(
      deps.pool,
      sql`select orders.project_id from package_orders orders
        join projects on projects.id = orders.project_id and projects.status = 'in_progress'
        where orders.status = 'accepted' and fund_by <= ${now}
          and ${unpaid}
        order by fund_by`,
    )
    return due.map((order) => () => giveUp(deps, order, now))
  },

  'orders to remind of': (deps, now) =>
    remindersOf(deps, {
      kind: 'clock.order_reminder',
      reader: 'creator_id',
      due: sql`orders.status = 'waiting' and answer_by > ${now} and answer_by <= ${soon(now, hours.answer)}`,
    }),

  'accepted orders to remind of': (deps, now) =>
    remindersOf(deps, {
      kind: 'clock.order_funding_reminder',
      reader: 'seller_id',
      due: sql`orders.status = 'accepted' and fund_by > ${now} and fund_by <= ${soon(now, hours.fund)}
        and projects.status = 'in_progress' and ${unpaid}`,
    }),
}

/** A failed payment leaves the order unpaid; a payment in progress keeps the order. */
const unpaid = raw(
  `not exists (select from payments where payments.project_id = orders.project_id and payments.status <> 'failed')`,
)

const soon = (now: Date, ahead: number) => new Date(now.getTime() + ahead * HOUR_MS)

interface OrderReminder {
  kind: ClockKind
  reader: 'creator_id' | 'seller_id'
  /** The condition that selects orders, on `orders` and their `projects`. */
  due: Statement
}

/**
 * Handles each under the project's lock, which every answer and every cancellation takes, so no reminder is sent for an
 * order that ended meanwhile.
 */
async function remindersOf(deps: Deps, { kind, reader, due }: OrderReminder) {
  const found = await rows<DueOrder & { id: string }>(
    deps.pool,
    sql`select orders.id, orders.project_id from package_orders orders
      join projects on projects.id = orders.project_id
      where ${due} and not ${wasNotified(raw(`orders.${reader}`), {
        kind,
        entityId: raw('orders.id'),
        mark: raw(`'${ONCE}'`),
      })}`,
  )
  return found.map(
    ({ id, project_id: projectId }) =>
      () =>
        inTransaction(deps.pool, async (tx) => {
          await lockProject(tx, projectId)
          const still = await maybeRow(
            tx,
            sql`select from package_orders orders join projects on projects.id = orders.project_id
          where orders.id = ${id} and ${due}`,
          )
          if (still === null) return
          await notifyOfClock(tx, {
            kind,
            entity: 'package_order',
            entityId: id,
            mark: ONCE,
            daysLeft: 0,
          })
        }),
  )
}

const lapse = (deps: Deps, { project_id: id }: DueOrder, now: Date): Promise<void> =>
  inTransaction(deps.pool, async (tx) => {
    const project = await lockProject(tx, id)
    if (project !== null) await endOrder(tx, project, { move: 'lapse', actorId: null, now })
  })

/** Funding locks the application first, so a payment that began meanwhile is visible here, and the deal is kept. */
const giveUp = (deps: Deps, { project_id: id }: DueOrder, now: Date): Promise<void> =>
  inTransaction(deps.pool, async (tx) => {
    await maybeRow(
      tx,
      sql`select from applications where project_id = ${id} and status = 'accepted' for no key update`,
    )
    if (!(await endUnpaid(tx, id))) return
    await moveOrder(tx, { projectId: id, move: 'unfunded', actorId: null, now })
  })
