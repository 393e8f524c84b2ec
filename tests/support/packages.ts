import { randomUUID } from 'node:crypto'
import { oneRow, sql } from '#server/db/sql.ts'
import type { Queryable } from '#server/db/pool.ts'
import { buildProject, type BuiltUser } from './builders.ts'

/** A package as a creator's form sends it; overrides name only what a test is about. */
export const packageInput = (overrides: object = {}) => ({
  title: 'Two unboxing videos',
  items: [{ id: 'clip', what: 'video', count: 2, ratio: '9:16', seconds_max: 30 }],
  price: 180,
  days: 7,
  rounds: 2,
  add_ons: [{ id: 'raw', label: 'Raw footage', price: 40, days: 0 }],
  samples: [],
  ...overrides,
})

/** A listed package of a creator, after their others. */
export function buildPackage(
  db: Queryable,
  { creator, status = 'listed' }: { creator: BuiltUser; status?: string },
): Promise<{ id: string }> {
  const { title, items, price, days, rounds, add_ons: addOns } = packageInput()
  const stored = items.map((item) => ({
    label: null,
    seconds_min: null,
    min_width: null,
    sound: false,
    captions: false,
    raw: false,
    ...item,
  }))
  return oneRow<{ id: string }>(
    db,
    sql`insert into packages (creator_id, title, items, price, days, rounds, add_ons, status, position, updated_at)
      values (${creator.id}, ${title}, ${JSON.stringify(stored)}::jsonb, ${price * 100}, ${days}, ${rounds},
        ${JSON.stringify(addOns.map((one) => ({ ...one, price: one.price * 100 })))}::jsonb, ${status},
        (select count(*) + 1 from packages where creator_id = ${creator.id}), now())
      returning id`,
  )
}

/** An order of the package of `packageInput`, as a brand's form sends it; overrides name only what a test is about. */
export const orderInput = (overrides: object = {}) => ({
  id: randomUUID(),
  add_ons: [],
  words: 'Our new mug, for people who work at night.',
  links: [],
  question: null,
  price: 180,
  days: 7,
  payment_method_id: null,
  ...overrides,
})

/** An order of a package of its own that is waiting for its creator, as its row and its unpublished project stand. */
export async function buildOrder(
  db: Queryable,
  { seller, creator }: { seller: BuiltUser; creator: BuiltUser },
): Promise<{ id: string; project_id: string; package_id: string }> {
  const { id: packageId } = await buildPackage(db, { creator })
  const project = await buildProject(db, { seller, status: 'draft', budgetCents: 18_000 })
  const { words } = orderInput()
  return oneRow<{ id: string; project_id: string; package_id: string }>(
    db,
    sql`insert into package_orders
        (id, package_id, project_id, seller_id, creator_id, terms, price, days, words, created_at, answer_by)
      select ${randomUUID()}, id, ${project.id}, ${seller.id}, ${creator.id}, jsonb_build_object('title', title,
          'items', items, 'price', price, 'days', days, 'rounds', rounds, 'add_ons', add_ons),
        price, days, ${words}, now(), now() + interval '48 hours'
      from packages where id = ${packageId} returning id, project_id, package_id`,
  )
}
