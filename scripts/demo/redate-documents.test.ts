import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql } from '#server/db/sql.ts'
import { issueDocuments } from '#server/documents/document-issue.ts'
import { holdEntries } from '#server/payments/ledger/ledger.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { buildDeal, buildPayment } from '#tests/support/builders.ts'
import { bookAt, issuerOn } from '#tests/support/documents.ts'
import { redateDocuments } from './backdate.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('documents issued in two years are numbered in the one year of the events they are about', async () => {
  const { pool } = api
  const payments: string[] = []
  for (const [booked, issued] of [
    ['2026-05-02T10:00:00Z', '2027-01-01T10:00:00Z'],
    ['2026-05-01T10:00:00Z', '2026-12-31T10:00:00Z'],
  ] as const) {
    const { application } = await buildDeal(pool)
    const { id } = await buildPayment(pool, { application, status: 'held_in_escrow' })
    await bookAt(pool, id, booked, 'hold', holdEntries(54_050))
    await issueDocuments(
      issuerOn(pool, () => new Date(issued)),
      id,
    )
    payments.push(id)
  }
  const numbers = () =>
    rows(
      pool,
      sql`select year, number from documents order by array_position(${payments}::uuid[], payment_id)`,
    )
  expect(await numbers()).toEqual([
    { year: 2027, number: 1 },
    { year: 2026, number: 1 },
  ])
  await redateDocuments(pool)
  expect(await numbers()).toEqual([
    { year: 2026, number: 2 },
    { year: 2026, number: 1 },
  ])
})
