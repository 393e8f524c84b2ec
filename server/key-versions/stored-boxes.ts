import type { Queryable } from '#server/db/pool.ts'
import { execute, raw, rows, sql } from '#server/db/sql.ts'
import type { Keyring, SealedThing } from '#server/keyring/keyring.ts'
import { versionOfBox } from '#server/keyring/sealed-box.ts'

/** A column of encrypted texts. */
interface BoxColumn {
  /** What the texts are, in words. */
  what: string
  thing: SealedThing
  table: string
  id: string
  column: string
}

/** Every column that `Keyring.seal` fills; a test compares it with the schema. */
export const BOX_COLUMNS: readonly BoxColumn[] = [
  {
    what: 'second factors',
    thing: 'second factor',
    table: 'auth.factors',
    id: 'id',
    column: 'sealed_secret',
  },
  {
    what: 'keys that sign sessions',
    thing: 'signing key',
    table: 'auth.signing_keys',
    id: 'kid',
    column: 'sealed_private_jwk',
  },
  {
    what: 'keys that sign licences',
    thing: 'licence key',
    table: 'licence_keys',
    id: 'kid',
    column: 'sealed_private_jwk',
  },
  {
    what: 'keys that sign documents',
    thing: 'document key',
    table: 'signing_certificates',
    id: 'fingerprint',
    column: 'sealed_key',
  },
  {
    what: 'addresses',
    thing: 'address',
    table: 'shipments',
    id: 'id',
    column: 'sealed_address',
  },
]

/** Rows per query. */
const BATCH = 200

/** The outcome for the boxes of one column. */
export interface Resealed {
  what: string
  /** Now encrypted with the current version. */
  resealed: number
  /** No version here decrypts them: their key was lost earlier. */
  closed: number
}

/**
 * Re-encrypts everything stored with the current version. A row that changes meanwhile keeps its change. Can be stopped
 * and repeated, and can run alongside processes that list both versions.
 */
export async function resealAll(db: Queryable, keys: Keyring): Promise<Resealed[]> {
  const done: Resealed[] = []
  for (const column of BOX_COLUMNS) done.push(await resealColumn(db, keys, column))
  return done
}

async function resealColumn(
  db: Queryable,
  keys: Keyring,
  { what, thing, table, id, column }: BoxColumn,
): Promise<Resealed> {
  const [from, name, box] = [raw(table), raw(id), raw(column)]
  const result = { what, resealed: 0, closed: 0 }
  let after: string | null = null
  for (;;) {
    const found: { id: string; box: Buffer }[] = await rows<{ id: string; box: Buffer }>(
      db,
      sql`select ${name}::text as id, ${box} as box from ${from}
        where ${box} is not null and (${after}::text is null or ${name}::text > ${after})
        order by ${name}::text limit ${BATCH}`,
    )
    for (const row of found) {
      if (versionOfBox(row.box) === keys.maker) continue
      const plain = keys.open(thing, row.box)
      if (plain === null) result.closed += 1
      else
        result.resealed += await execute(
          db,
          sql`update ${from} set ${box} = ${keys.seal(thing, plain)} where ${name}::text = ${row.id} and ${box} = ${row.box}`,
        )
    }
    after = found.at(-1)?.id ?? null
    if (found.length < BATCH) return result
  }
}
