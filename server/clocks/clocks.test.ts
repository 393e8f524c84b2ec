import { expect, test } from 'vitest'
import { REVIEW_WINDOW_DAYS } from '#contract/deliverables.ts'
import { execute, maybeRow, sql } from '#server/db/sql.ts'
import { buildDeal } from '#tests/support/builders.ts'
import { START, useClocks } from '#tests/support/clocks.ts'

const clocks = useClocks()
const { lookAt, delivered, statusOf } = clocks

test('a failing clock does not stop the others', async () => {
  const deal = await buildDeal(clocks.api.pool)
  const id = await delivered(deal)
  await execute(clocks.api.pool, sql`alter table message_digests rename to message_digests_away`)
  try {
    await lookAt(REVIEW_WINDOW_DAYS)
  } finally {
    await execute(clocks.api.pool, sql`alter table message_digests_away rename to message_digests`)
  }
  expect(await statusOf(id)).toBe('approved')
})

test('old records of viewed pages are deleted', async () => {
  const { seller } = await buildDeal(clocks.api.pool)
  clocks.api.setNow(START)
  await clocks.api.call(seller, 'notifications.seen', { body: { path: '/messages' } })
  await lookAt(1)
  const seen = await maybeRow(
    clocks.api.pool,
    sql`select 1 from page_presence where user_id = ${seller.id}`,
  )
  expect(seen).toBeNull()
})
