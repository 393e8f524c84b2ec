import type { Clocks } from '#server/clocks/tick.ts'
import { maybeRow, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { endUnpaid } from '#server/projects/cancel/project-cancel.ts'
import { lockProject } from '#server/projects/project-store.ts'
import { endOrder } from './order-answer-service.ts'
import { moveOrder } from '#server/orders/record/order-moves.ts'

interface DueOrder {
  project_id: string
}

/** Orders that nobody answered, and those that were accepted and then not funded. */
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
          and not exists (select from payments where payments.project_id = orders.project_id and payments.status <> 'failed')
        order by fund_by`,
    )
    return due.map((order) => () => giveUp(deps, order, now))
  },
}

const lapse = (deps: Deps, { project_id: id }: DueOrder, now: Date): Promise<void> =>
  inTransaction(deps.pool, async (tx) => {
    const project = await lockProject(tx, id)
    if (project !== null) await endOrder(tx, project, { move: 'lapse', actorId: null, now })
  })

/** Whoever pays first locks the application: a payment that began meanwhile is seen, and keeps the deal. */
const giveUp = (deps: Deps, { project_id: id }: DueOrder, now: Date): Promise<void> =>
  inTransaction(deps.pool, async (tx) => {
    await maybeRow(
      tx,
      sql`select from applications where project_id = ${id} and status = 'accepted' for update`,
    )
    if (!(await endUnpaid(tx, id))) return
    await moveOrder(tx, { projectId: id, move: 'unfunded', actorId: null, now })
  })
