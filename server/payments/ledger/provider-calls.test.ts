import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { execute, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { ProviderRequest } from '#server/providers/stripe/provider-request.ts'
import { type MoneyWorld, startMoney } from '#tests/support/money.ts'
import { waitingForLocks } from '#tests/support/lock-waiters.ts'
import { callOnce } from './provider-calls.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

const callsOf = (subject: string) =>
  rows(
    world.api.pool,
    sql`select state, provider_id from provider_calls where subject = ${subject} order by id`,
  )

const evidenceOf = (text: string): ProviderRequest => ({
  call: 'dispute_evidence',
  params: { evidence: { product_description: text } },
})

it.each([
  ['the same request', 'Three videos.'],
  // Its key differs, so no unique key stops it.
  ['another request', 'Better words.'],
])(
  'an at-most-once call is not repeated with %s if the first one settles while the second is stored',
  async (_, description) => {
    const { pool, deps } = world.api
    const subject = `dp_${randomUUID()}`
    const called = (text: string, send: () => Promise<string>) =>
      callOnce(
        deps,
        {
          purpose: 'dispute_evidence',
          subject,
          request: evidenceOf(text),
          atMostOnce: true,
        },
        send,
        () => Promise.resolve(),
      )
    const lost = new Error('the answer was lost')
    await expect(called('Three videos.', () => Promise.reject(lost))).rejects.toBe(lost)

    let sent = 0
    let second: Promise<boolean> | undefined
    await inTransaction(pool, async (tx) => {
      await execute(
        tx,
        sql`update provider_calls set state = 'succeeded', provider_id = ${subject}, request = null
          where subject = ${subject}`,
      )
      second = called(description, async () => {
        sent += 1
        return subject
      })
      await world.until(
        'the second call to wait',
        async () => (await waitingForLocks(world.api.pool)) > 0,
      )
    })
    expect(await second).toBe(false)
    expect(sent).toBe(0)
    expect(await callsOf(subject)).toEqual([{ state: 'succeeded', provider_id: subject }])
  },
)
