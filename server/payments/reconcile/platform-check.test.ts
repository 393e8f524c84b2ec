import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql } from '#server/db/sql.ts'
import {
  atProvider,
  buildPayableDeal,
  fund,
  type MoneyWorld,
  startFunding,
  startMoney,
} from '#tests/support/money.ts'
import { lookAtStart } from '#server/payments/payment-tasks.ts'
import { checkPlatform } from './platform-check.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

const PLATFORM = ['payouts_not_manual', 'escrow_not_covered']
const open = () =>
  rows<{ kind: string; detail: string }>(
    world.api.pool,
    sql`select kind, detail from money_differences where resolved_at is null and kind = any(${PLATFORM}) order by id`,
  )
const look = () => checkPlatform(world.api.deps)

test.each(['daily', 'weekly', 'monthly'] as const)(
  'payouts that run %s are a difference until they are manual',
  async (interval) => {
    world.stripe.state.platform_payouts = interval
    await look()
    await look()
    expect(await open()).toEqual([
      { kind: 'payouts_not_manual', detail: expect.stringContaining(`schedule is ${interval}`) },
    ])
    world.stripe.state.platform_payouts = 'manual'
    await look()
    expect(await open()).toEqual([])
  },
)

test('a balance below the held money is a difference, with current figures, until it is covered', async () => {
  const [first, second] = [await buildPayableDeal(world), await buildPayableDeal(world)]
  const id = await fund(world, first)
  // The processing fee was taken immediately: $540.00 less 2.9 % and 30 cents.
  await look()
  expect(await open()).toEqual([
    {
      kind: 'escrow_not_covered',
      detail: '$540.00 is held or owed, and $524.04 is on the balance.',
    },
  ])
  await fund(world, second)
  await look()
  expect(await open()).toEqual([
    {
      kind: 'escrow_not_covered',
      detail: '$1,080.00 is held or owed, and $1,048.08 is on the balance.',
    },
  ])
  // A released deal's fee stays on the balance: $65.04 of it plus $524.04, for $540.00 held.
  await world.api.call(first.seller, 'payments.release', { body: { payment_id: id } })
  await look()
  expect(await open()).toEqual([])
})

test('an unreachable provider changes nothing and leaves the job to retry', async () => {
  await atProvider(world, 'switches', {
    name: 'error_before',
    target: 'GET /v1/balance_settings',
    times: 9,
  })
  world.stripe.state.platform_payouts = 'daily'
  await expect(look()).rejects.toThrow('An unknown error occurred')
  expect(await open()).toEqual([])
  await atProvider(world, 'switches', {
    name: 'error_before',
    target: 'GET /v1/balance_settings',
    times: 0,
  })
  await look()
  expect((await open()).map(({ kind }) => kind)).toEqual(['payouts_not_manual'])
  world.stripe.state.platform_payouts = 'manual'
  await look()
})

test('a start in production enqueues the check without asking the provider itself; other starts do not', async () => {
  const waiting = () =>
    rows(
      world.api.pool,
      sql`select 1 from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks
        on tasks.id = jobs.task_id where identifier = 'payments.check_platform' and run_at > now() - interval '1 minute'`,
    )
  const { pool, config } = world.api.deps
  await lookAtStart({ pool, config: { ...config, environment: 'development' } })
  expect(await waiting()).toHaveLength(0)
  // The provider's address is unreachable: enqueuing succeeds all the same.
  const away = {
    ...config,
    environment: 'production',
    stripe: { ...config.stripe, apiBase: 'http://127.0.0.1:9' },
  } as const
  world.stripe.state.platform_payouts = 'daily'
  await lookAtStart({ pool, config: away })
  await lookAtStart({ pool, config: away })
  await world.until('the look', async () => (await open()).length === 1)
  world.stripe.state.platform_payouts = 'manual'
  await look()
})

test('the payment page accepts cards only, and no delayed payment methods', async () => {
  const { sessionId } = await startFunding(world, await buildPayableDeal(world))
  const session = world.stripe.state.checkout_sessions[sessionId]?.session
  expect(session?.allowed_payment_method_types).toEqual(['card'])
})
