import { createHash } from 'node:crypto'
import type { Pool } from '#server/db/pool.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import { maybeRow, raw, rows, sql } from '#server/db/sql.ts'

/** Before the first act. */
const NO_HASH = '0'.repeat(64)

/** The number of acts read at a time. */
const BATCH = 1_000

/** An operator's act as the chain covers it; `at` in UTC with microseconds. */
export interface ChainedAct {
  number: string
  id: string
  actor_id: string
  act: string
  subject: string
  subject_id: string
  subject_name: string
  why: string | null
  at: string
}

/** A link of the chain. Hashes in hex; `act` is null if the act is gone. */
export interface ActLink {
  position: number
  previous: string
  hash: string
  act: ChainedAct | null
}

/** The first break of a chain, or its end: how many acts it has, and the hash of the last. */
export type ChainVerdict =
  | { holds: true; position: number; hash: string }
  | { holds: false; problem: string }

const actColumns =
  raw(`operator_acts.number::text, id, actor_id, act, subject, subject_id, subject_name, why,
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`)

type LinkRow = { position: number; hash: string } & {
  [Field in keyof ChainedAct]: ChainedAct[Field] | null
}

/** The text that is hashed: the same that PostgreSQL's json_build_array writes in operator_act_record. */
export function recordOf(act: ChainedAct): string {
  const texts = [
    act.id,
    act.actor_id,
    act.act,
    act.subject,
    act.subject_id,
    act.subject_name,
    act.why,
    act.at,
  ]
  return `[${[act.number, ...texts.map((value) => JSON.stringify(value))].join(', ')}]`
}

const hashAfter = (previous: string, act: ChainedAct): string =>
  createHash('sha256')
    .update(`${previous}\n${recordOf(act)}`)
    .digest('hex')

/** The chain after a position, in order, a batch at a time. Consistent if `tx` is one snapshot. */
export async function* actLinks(tx: Tx, after = 0): AsyncGenerator<ActLink> {
  let last = after
  let previous = after === 0 ? NO_HASH : await hashAt(tx, after)
  for (;;) {
    const batch = await rows<LinkRow>(
      tx,
      sql`select position, encode(hash, 'hex') as hash, ${actColumns}
        from operator_act_links left join operator_acts on operator_acts.number = act_number
        where position > ${last} order by position limit ${BATCH}`,
    )
    for (const { position, hash, ...act } of batch) {
      yield { position, previous, hash, act: act.id === null ? null : (act as ChainedAct) }
      previous = hash
      last = position
    }
    if (batch.length < BATCH) return
  }
}

/**
 * Recomputes the whole chain from the acts. `known` is a hash from an earlier verdict or export: it also reveals a
 * chain that someone recomputed.
 */
export async function chainVerdict(tx: Tx, known?: string): Promise<ChainVerdict> {
  const end = { position: 0, hash: NO_HASH }
  let isKnown = known === undefined
  for await (const { position, previous, hash, act } of actLinks(tx)) {
    const here = `Position ${position}`
    if (position !== end.position + 1)
      return broken(`Position ${end.position + 1} is missing from the chain.`)
    if (act === null) return broken(`${here}: its act is gone.`)
    if (hashAfter(previous, act) !== hash)
      return broken(`${here}, act ${act.number}: not what was recorded, or not in its place.`)
    end.position = position
    end.hash = hash
    isKnown ||= hash === known
  }
  const beyond = await endProblem(tx, end)
  if (beyond !== null) return broken(beyond)
  return isKnown
    ? { holds: true, ...end }
    : broken(`No act has the hash ${known}: the chain was recomputed.`)
}

const broken = (problem: string): ChainVerdict => ({ holds: false, problem })

/** Breaks that the links alone do not show: a truncated end, or acts outside of the chain. */
async function endProblem(tx: Tx, end: { position: number; hash: string }): Promise<string | null> {
  const head = (await maybeRow<{ position: number; hash: string }>(
    tx,
    sql`select position, encode(hash, 'hex') as hash from operator_act_head`,
  )) ?? { position: 0, hash: NO_HASH }
  if (head.position !== end.position || head.hash !== end.hash)
    return `The chain ends at position ${end.position}, its head says ${head.position}: acts are missing at its end, or the head was changed.`
  const stray = await maybeRow<{ number: string }>(
    tx,
    sql`select number::text from operator_acts
      where not exists (select from operator_act_links where act_number = operator_acts.number) order by operator_acts.number limit 1`,
  )
  return stray && `Act ${stray.number} is not in the chain: it was added past it.`
}

async function hashAt(tx: Tx, position: number): Promise<string> {
  const link = await maybeRow<{ hash: string }>(
    tx,
    sql`select encode(hash, 'hex') as hash from operator_act_links where position = ${position}`,
  )
  return link?.hash ?? NO_HASH
}

/** Reads one snapshot while acts are being recorded. */
export const inSnapshot = <T>(pool: Pool, read: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(pool, async (tx) => {
    await tx.query('set transaction isolation level repeatable read read only')
    return read(tx)
  })
