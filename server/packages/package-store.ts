import type { BriefItem } from '#contract/briefs.ts'
import type { AddOn, PackageStatus } from '#contract/packages.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, raw, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

/** A package as stored. Prices, including those of add-ons, are integer cents. */
export interface PackageRow {
  id: string
  creator_id: string
  title: string
  items: BriefItem[]
  price: number
  days: number
  rounds: number
  add_ons: AddOn[]
  samples: string[]
  status: PackageStatus
  position: number
  updated_at: string
}

/** The fields that its creator writes. */
export type PackageFields = Pick<
  PackageRow,
  'title' | 'items' | 'price' | 'days' | 'rounds' | 'add_ons' | 'samples'
>

const columns = raw(
  'id, creator_id, title, items, price, days, rounds, add_ons, samples, status, position, updated_at',
)

/** A creator's packages in their order. There are at most ten, so the list has no pages. */
export const packagesOf = (db: Queryable, creatorId: string) =>
  rows<PackageRow>(
    db,
    sql`select ${columns} from packages where creator_id = ${creatorId} order by position`,
  )

/** The portfolio pieces from which samples are chosen. */
export const portfolioOf = (db: Queryable, creatorId: string) =>
  oneRow<{ portfolio_urls: string[] }>(
    db,
    sql`select portfolio_urls from profiles where id = ${creatorId}`,
  )

export const packageById = (db: Queryable, id: string) =>
  maybeRow<PackageRow>(db, sql`select ${columns} from packages where id = ${id}`)

/** Locks a package against changes until the transaction ends. Other orders can share the lock. */
export const sharePackage = (tx: Tx, id: string) =>
  maybeRow<PackageRow>(tx, sql`select ${columns} from packages where id = ${id} for share`)

/** Inserts a draft at a position, under `id` if one is given. Returns null when that id is taken. */
export const insertPackage = (
  tx: Tx,
  creatorId: string,
  fields: PackageFields,
  { id = null, position, now }: { id?: string | null | undefined; position: number; now: Date },
) =>
  maybeRow<PackageRow>(
    tx,
    sql`insert into packages
        (id, creator_id, title, items, price, days, rounds, add_ons, samples, position, updated_at)
      values (coalesce(${id}::uuid, gen_random_uuid()), ${creatorId}, ${fields.title},
        ${JSON.stringify(fields.items)}::jsonb, ${fields.price}, ${fields.days}, ${fields.rounds},
        ${JSON.stringify(fields.add_ons)}::jsonb, ${fields.samples}, ${position}, ${now})
      on conflict (id) do nothing returning ${columns}`,
  )

export const savePackage = (tx: Tx, id: string, fields: PackageFields, now: Date) =>
  oneRow<PackageRow>(
    tx,
    sql`update packages set title = ${fields.title}, items = ${JSON.stringify(fields.items)}::jsonb,
        price = ${fields.price}, days = ${fields.days}, rounds = ${fields.rounds},
        add_ons = ${JSON.stringify(fields.add_ons)}::jsonb, samples = ${fields.samples}, updated_at = ${now}
      where id = ${id} returning ${columns}`,
  )

/** The write is the guard: null when the package is not in a state from which the move starts. */
export const movePackage = (
  tx: Tx,
  id: string,
  { from, to }: { from: readonly PackageStatus[]; to: PackageStatus },
  now: Date,
) =>
  maybeRow<PackageRow>(
    tx,
    sql`update packages set status = ${to}, updated_at = ${now}
      where id = ${id} and status = any(${from}) returning ${columns}`,
  )

/** Removes a package and closes the gap it leaves. */
export async function deletePackage(tx: Tx, { id, creator_id, position }: PackageRow) {
  await execute(tx, sql`delete from packages where id = ${id}`)
  await execute(
    tx,
    sql`update packages set position = position - 1
      where creator_id = ${creator_id} and position > ${position}`,
  )
}

/** Gives each of a creator's packages the position it has in `ids`. */
export const placePackages = (tx: Tx, ids: readonly string[]) =>
  execute(
    tx,
    sql`update packages set position = place.ordinality
      from unnest(${ids}::uuid[]) with ordinality place (id) where packages.id = place.id`,
  )
