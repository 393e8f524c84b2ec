import { randomUUID } from 'node:crypto'
import type { Address } from '#contract/shipping-schemas.ts'
import type { ShipmentStatus } from '#contract/shipping.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, sql } from '#server/db/sql.ts'
import { type Keyring, soleKey } from '#server/keyring/keyring.ts'
import { createAddressSeal } from '#server/shipping/record/address-seal.ts'

/** The address that the tests' parcels go to. */
export const ADDRESS: Address = {
  name: 'Maya Okafor',
  line1: '14 Larkspur Mews',
  line2: null,
  city: 'Bristol',
  region: null,
  postal_code: 'BS1 4QZ',
  country: 'United Kingdom',
  phone: null,
}

/** The product of a project in any state; with an address where its state has one. */
export async function buildShipment(
  db: Queryable,
  {
    project,
    status,
    days = null,
    posted = true,
    since = new Date(),
    keys = soleKey('a secret of the tests'),
  }: {
    project: { id: string }
    status: ShipmentStatus
    days?: number | null
    posted?: boolean
    since?: Date
    keys?: Keyring
  },
): Promise<{ id: string }> {
  const id = randomUUID()
  const isAddressed = status !== 'planned' && status !== 'address_wanted'
  const isShipped = isAddressed && status !== 'to_ship'
  await execute(
    db,
    sql`insert into shipments (id, project_id, status, product, value, days, posted, sealed_address, carrier, number, link,
        problem, since, shipped_at, received_at)
      values (${id}, ${project.id}, ${status}, 'Steel bottle', 4500, ${days}, ${posted},
        ${isAddressed ? createAddressSeal(keys).seal(id, ADDRESS) : null},
        ${isShipped ? 'Royal Mail' : null}, ${isShipped ? 'RM 123' : null},
        ${isShipped ? 'https://track.example/RM123' : null}, ${status === 'problem' ? 'damaged' : null}, ${since},
        ${isShipped ? since : null}, ${status === 'received' ? since : null})`,
  )
  return { id }
}
