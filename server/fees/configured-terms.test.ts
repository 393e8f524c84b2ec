import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_FEE_TERMS, feeTerms } from '#contract/fees.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts'
import { applyConfiguredTerms, TERMS_LOCK } from './configured-terms.ts'
import { currentFeeTerms } from './fee-terms-store.ts'

let database: FreshDatabase
let pool: Pool
beforeAll(async () => {
  database = await freshDatabase()
  pool = createPool(database.servingUrl, 7)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const WAITING_FOR_FEE_TERMS = `select 1 from pg_locks join pg_database on pg_database.oid = database
  where datname = current_database() and locktype = 'advisory' and objid = ${TERMS_LOCK} and not granted`

const added = async () => (await pool.query('select 1 from fee_terms')).rowCount

test('startup adds the configured terms if others are in force, and nothing if they already are', async () => {
  const before = await currentFeeTerms(pool)
  await applyConfiguredTerms(pool, DEFAULT_FEE_TERMS)
  expect(await added()).toBe(1)
  await applyConfiguredTerms(pool, feeTerms(12.5, 100))
  expect(await currentFeeTerms(pool)).toMatchObject(feeTerms(12.5, 100))
  await applyConfiguredTerms(pool, feeTerms(12.5))
  await applyConfiguredTerms(pool, feeTerms(12.5))
  await applyConfiguredTerms(pool, DEFAULT_FEE_TERMS)
  expect(await added()).toBe(4)
  const now = await currentFeeTerms(pool)
  expect(now).toMatchObject(DEFAULT_FEE_TERMS)
  expect(now.id).toBeGreaterThan(before.id)
})

test('processes that start concurrently add the configured terms once', async () => {
  const before = (await added()) ?? 0
  const holder = await pool.connect()
  try {
    // No process reads under the lock before all of them have seen that other terms are valid.
    await holder.query('begin')
    await holder.query('select pg_advisory_xact_lock($1)', [TERMS_LOCK])
    const starts = Array.from({ length: 5 }, () => applyConfiguredTerms(pool, feeTerms(7)))
    const waiting = async () => (await pool.query(WAITING_FOR_FEE_TERMS)).rowCount
    await expect.poll(waiting).toBe(5)
    await holder.query('commit')
    await Promise.all(starts)
  } finally {
    holder.release()
  }
  expect(await added()).toBe(before + 1)
})
