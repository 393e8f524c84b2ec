import { oneRow, sql } from '#server/db/sql.ts'
import { begin, happen, OPEN } from './acts.ts'
import { Violation } from './violation.ts'
import type { World } from './world.ts'

/** The clock job that gives up unpaid orders, as guard stories (guard-stories.ts). */

const standing = ({ pool }: World) =>
  oneRow<{ order: string; project: string; payments: number }>(
    pool,
    sql`select package_orders.status as "order", projects.status as project,
        (select count(*) from payments where project_id = projects.id) as payments
      from package_orders join projects on projects.id = project_id`,
  )

function keep(world: object, wanted: object): void {
  const [is, must] = [JSON.stringify(world), JSON.stringify(wanted)]
  if (is !== must) throw new Violation('orders', `${is}, not ${must}`)
}

/** The charge of a saved card has begun, so its order is not given up. */
export async function orderThatIsBeingPaid(world: World): Promise<void> {
  const run = await begin(world, { ...OPEN, agreed: 'ordered_by_card' })
  await run.advance(25)
  keep(await standing(world), { order: 'accepted', project: 'in_progress', payments: 1 })
}

/** No one began to pay: the order ends, and a click that comes too late begins no payment. */
export async function orderThatNobodyPays(world: World): Promise<void> {
  const run = await begin(world, { ...OPEN, agreed: 'ordered' })
  await run.advance(25)
  await happen(run, { do: 'fund', deal: 0, faults: [] })
  keep(await standing(world), { order: 'lapsed', project: 'cancelled', payments: 0 })
}
