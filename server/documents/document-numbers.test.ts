import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, type Pool } from '#server/db/pool.ts'
import { oneRow, rows, sql } from '#server/db/sql.ts'
import { brokenMoneyChecks } from '#server/payments/checks/money-checks.ts'
import { buildDeal, buildPayment } from '#tests/support/builders.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { bookHold, issuerOn } from '#tests/support/documents.ts'
import { issueDocuments } from './document-issue.ts'

/**
 * Numbers have no gaps, even under many concurrent writers and under a process that dies between any two statements.
 */

let first: Pool
let second: Pool
let url: string
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await freshDatabase()
  url = database.url
  first = createPool(url, 10)
  second = createPool(url, 10)
  drop = database.drop
})
afterAll(async () => {
  await first.end()
  await second.end()
  await drop()
})

/** A payment whose money was booked and whose receipt is due. */
async function due(): Promise<string> {
  const { application } = await buildDeal(first)
  const { id } = await buildPayment(first, { application })
  await bookHold(first, id)
  return id
}

/** The numbers of the receipts of a year, in order. */
const numbers = async (year: number): Promise<number[]> =>
  (
    await rows<{ number: number }>(
      first,
      sql`select number from documents where series = 'R' and year = ${year} order by number`,
    )
  ).map(({ number }) => number)

const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1)
const broken = async () =>
  (await brokenMoneyChecks(first)).filter(({ name }) => /^(documents|credit_notes)_/.test(name))

test('fifty receipts issued concurrently by two processes, each requested twice, are numbered 1 to 50', async () => {
  const clock = () => new Date('2031-03-01T12:00:00Z')
  const payments: string[] = []
  for (let n = 0; n < 50; n += 1) payments.push(await due())
  await Promise.all(
    payments.flatMap((id, n) => [
      issueDocuments(issuerOn(n % 2 === 0 ? first : second, clock), id),
      issueDocuments(issuerOn(n % 2 === 0 ? second : first, clock), id),
    ]),
  )
  expect(await numbers(2031)).toEqual(upTo(50))
  const { distinct } = await oneRow<{ distinct: number }>(
    first,
    sql`select count(distinct payment_id)::int as distinct from documents where year = 2031`,
  )
  expect(distinct).toBe(50)
  expect(await broken()).toEqual([])
})

/** A pool whose session is cut before or after its `nth` statement, as when the process is killed. */
function dying(nth: number, when: 'before' | 'after'): { pool: Pool; isDead: () => boolean } {
  const pool = createPool(url, 1)
  let count = 0
  let dead = false
  const connect = pool.connect.bind(pool)
  const open = async () => {
    const client = await connect()
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    const die = () => {
      dead = true
      // Cuts the driver's own socket: no rollback is sent, and the server has to notice by itself.
      ;(
        client as unknown as { connection: { stream: { destroy(): void } } }
      ).connection.stream.destroy()
      throw new Error('killed')
    }
    return Object.assign(Object.create(client), {
      query: async (...args: unknown[]) => {
        count += 1
        if (count === nth && when === 'before') die()
        const answer = await query(...args)
        if (count === nth && when === 'after') die()
        return answer
      },
      release: () => client.release(true),
    }) as typeof client
  }
  const connecting: unknown = open
  pool.connect = connecting as Pool['connect']
  pool.on('error', () => undefined)
  return { pool, isDead: () => dead }
}

test('a process killed before or after any statement leaves no gap and no second document', async () => {
  const clock = () => new Date('2032-03-01T12:00:00Z')
  let made = 0
  for (const when of ['before', 'after'] as const) {
    for (let nth = 1; ; nth += 1) {
      const id = await due()
      const { pool, isDead } = dying(nth, when)
      await issueDocuments(issuerOn(pool, clock), id).catch(() => undefined)
      await pool.end().catch(() => undefined)
      // Another process takes the job over.
      await issueDocuments(issuerOn(second, clock), id)
      made += 1
      expect(await numbers(2032), `killed ${when} statement ${nth}`).toEqual(upTo(made))
      if (!isDead()) break
    }
  }
  // Both loops covered every statement of the job.
  expect(made).toBeGreaterThan(12)
  expect(await broken()).toEqual([])
})

test('numbers restart at 1 each year, and a clock set back dates no document before its predecessor', async () => {
  const made = async (at: string) => {
    const id = await due()
    await issueDocuments(
      issuerOn(first, () => new Date(at)),
      id,
    )
    return oneRow<{ number: number; issued_on: string }>(
      first,
      sql`select number, issued_on::text from documents where payment_id = ${id}`,
    )
  }
  expect(await made('2033-12-31T23:59:59Z')).toEqual({ number: 1, issued_on: '2033-12-31' })
  expect(await made('2034-01-01T00:00:00Z')).toEqual({ number: 1, issued_on: '2034-01-01' })
  expect(await made('2033-12-30T00:00:00Z')).toEqual({ number: 2, issued_on: '2033-12-31' })
  expect(await broken()).toEqual([])
})

test('the checks detect a movement without a document, a wrong amount and a gap in the numbers', async () => {
  const id = await due()
  await first.query('delete from graphile_worker._private_jobs')
  expect((await broken()).map(({ name }) => name)).toContain('documents_follow_movements')
  await issueDocuments(issuerOn(first), id)
  expect(await broken()).toEqual([])
  const client = await first.connect()
  try {
    for (const [spoil, name] of [
      [
        `update documents set total = total + 1 where payment_id = '${id}'`,
        'documents_follow_movements',
      ],
      [`update documents set total = total + 1 where payment_id = '${id}'`, 'documents_add_up'],
      [`delete from documents where payment_id = '${id}'`, 'documents_add_up'],
      ['update documents set number = number + 1000 where number = 50', 'documents_have_no_gaps'],
      ["update documents set issued_on = '2031-01-01' where number = 50", 'documents_have_no_gaps'],
      ['update document_series set last = last + 1', 'documents_have_no_gaps'],
    ] as const) {
      await client.query("begin; set local session_replication_role = 'replica'")
      await client.query(spoil)
      const found = (await brokenMoneyChecks(client)).map((one) => one.name)
      expect(found, spoil).toContain(name)
      await client.query('rollback')
    }
  } finally {
    client.release()
  }
})
