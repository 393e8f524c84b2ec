import { keyed } from '#tests/support/keyed.ts'
import { payoutAccountRequest, transferRequest } from './requests.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TEST_KEYS } from '#sandbox/stripe/test-support.ts'
import { PaymentProviderError } from './provider-failure.ts'
import { createStripeProvider } from './stripe-provider.ts'
import { type ProviderBench, startBench } from '#tests/support/stripe-provider.ts'

let bench: ProviderBench
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.sandbox.close())

describe('an account', () => {
  test('an account is ready once its owner completed onboarding, and no longer when restricted', async () => {
    const { accountId } = await bench.provider.createPayoutAccount(
      keyed(payoutAccountRequest, {
        userId: 'u',
        country: 'US',
        email: 'm@x.example',
        name: 'Maya',
      }),
    )
    expect(bench.sandbox.state.accounts[accountId]).toMatchObject({
      dashboard: 'express',
      display_name: 'Maya',
      metadata: { user_id: 'u' },
      defaults: {
        responsibilities: { fees_collector: 'application', losses_collector: 'application' },
      },
    })
    expect(await bench.provider.payoutAccountState(accountId)).toBe('in_progress')
    bench.sandbox.controls.finishOnboarding(accountId, 'complete')
    expect(await bench.provider.payoutAccountState(accountId)).toBe('ready')
    bench.sandbox.controls.finishOnboarding(accountId, 'restricted')
    expect(await bench.provider.payoutAccountState(accountId)).toBe('in_progress')
    bench.sandbox.controls.finishOnboarding(accountId, 'rejected')
    expect(await bench.provider.payoutAccountState(accountId)).toBe('closed')
  })

  test('an account requested twice under one key is one account', async () => {
    const input = {
      userId: 'u',
      country: 'US',
      email: 'm@x.example',
      name: 'Maya',
      idempotencyKey: bench.next('account'),
    }
    const [first, second] = [
      await bench.provider.createPayoutAccount(keyed(payoutAccountRequest, input)),
      await bench.provider.createPayoutAccount(keyed(payoutAccountRequest, input)),
    ]
    expect(second).toEqual(first)
  })

  test('an onboarding link leads to the page, with a new link each time', async () => {
    const accountId = await bench.readyAccount()
    const link = () =>
      bench.provider.createOnboardingLink({
        accountId,
        returnUrl: 'http://127.0.0.1:9/profile',
        refreshUrl: 'http://127.0.0.1:9/again',
      })
    const [first, second] = [await link(), await link()]
    expect(first.url).not.toBe(second.url)
    expect((await fetch(first.url)).status).toBe(200)
  })

  test('an unknown account is an error, not a value', async () => {
    await expect(bench.provider.payoutAccountState('acct_nobody')).rejects.toBeInstanceOf(
      PaymentProviderError,
    )
  })
})

describe('a transfer', () => {
  const send = (
    sourceCharge: string,
    destination: string,
    paymentId: string,
    amountCents = 45_900,
    provider = bench.provider,
  ) =>
    provider.transfer(
      keyed(transferRequest, {
        amountCents,
        destination,
        sourceCharge,
        paymentId,
        idempotencyKey: `release:${paymentId}:1`,
      }),
    )

  test('a transfer is made once under one key and is found by its group', async () => {
    const [charge, destination] = [await bench.paidCharge(), await bench.readyAccount()]
    expect(await bench.provider.findTransfer('payment_t-1')).toBeNull()
    const first = await send(charge, destination, 't-1')
    expect(first).toMatchObject({ ok: true })
    expect(await send(charge, destination, 't-1')).toEqual(first)
    expect(await bench.provider.findTransfer('payment_t-1')).toEqual({
      transferId: first.ok ? first.transferId : '',
      amountCents: 45_900,
      destination,
      sourceCharge: charge,
      transferGroup: 'payment_t-1',
      standing: true,
      reversedCents: 0,
    })
  })

  test('two unreversed transfers of one group are an error', async () => {
    const [charge, destination] = [await bench.paidCharge(), await bench.readyAccount()]
    const half = {
      amountCents: 100,
      destination,
      sourceCharge: charge,
      transferGroup: 'payment_t-2',
      paymentId: 't-2',
    }
    await bench.provider.transfer(
      keyed(transferRequest, { ...half, idempotencyKey: 'release:t-2:1' }),
    )
    await bench.provider.transfer(
      keyed(transferRequest, { ...half, idempotencyKey: 'release:t-2:2' }),
    )
    await expect(bench.provider.findTransfer('payment_t-2')).rejects.toMatchObject({
      code: 'several_transfers',
    })
  })

  test('an account that is not ready, more than the charge and insufficient funds fail definitively', async () => {
    const [charge, destination] = [await bench.paidCharge(), await bench.readyAccount()]
    const { accountId } = await bench.provider.createPayoutAccount(
      keyed(payoutAccountRequest, {
        userId: 'u',
        country: 'US',
        email: 'm@x.example',
        name: 'Maya',
      }),
    )
    expect(await send(charge, accountId, 't-3')).toMatchObject({
      ok: false,
      definitive: true,
      code: 'insufficient_capabilities_for_transfer',
    })
    expect(await send(charge, destination, 't-4', 54_001)).toMatchObject({
      ok: false,
      definitive: true,
    })
    bench.sandbox.controls.setSwitch('fail_next_transfer', 1)
    expect(await send(charge, destination, 't-5')).toMatchObject({
      ok: false,
      definitive: true,
      code: 'balance_insufficient',
    })
    // A definitive failure is stored under its key: only a new attempt with a new key can succeed.
    expect(await send(charge, destination, 't-5')).toMatchObject({
      ok: false,
      code: 'balance_insufficient',
    })
    expect(await bench.provider.findTransfer('payment_t-5')).toBeNull()
  })

  test.each([
    ['error_before', false],
    ['error_after', true],
  ])(
    'has an unknown outcome after a 500 (%s), which the same key keeps returning',
    async (fault, happened) => {
      const [charge, destination] = [await bench.paidCharge(), await bench.readyAccount()]
      const paymentId = bench.next('t')
      bench.sandbox.controls.setSwitch(fault, 1, 'POST /v1/transfers')
      expect(await send(charge, destination, paymentId)).toMatchObject({
        ok: false,
        definitive: false,
      })
      expect(await send(charge, destination, paymentId)).toMatchObject({
        ok: false,
        definitive: false,
      })
      expect((await bench.provider.findTransfer(`payment_${paymentId}`)) !== null).toBe(happened)
    },
  )

  test.each(['timeout_before', 'timeout_after', 'reset_after', 'locked'])(
    'after %s the same key leads to one transfer',
    async (fault) => {
      const impatient = createStripeProvider({ ...TEST_KEYS, apiBase: bench.sandbox.url }, 150)
      const [charge, destination] = [await bench.paidCharge(), await bench.readyAccount()]
      const paymentId = bench.next('t')
      const input = {
        amountCents: 100,
        destination,
        sourceCharge: charge,
        transferGroup: `payment_${paymentId}`,
        paymentId,
        idempotencyKey: `release:${paymentId}:1`,
      }
      // It affects the first try and the SDK's own retry.
      bench.sandbox.controls.setSwitch(fault, 2, 'POST /v1/transfers')
      const first = await impatient.transfer(keyed(transferRequest, input))
      expect(first).toMatchObject({ ok: false, definitive: false })
      const again = await bench.provider.transfer(keyed(transferRequest, input))
      expect(again).toMatchObject({ ok: true })
      expect(await bench.provider.findTransfer(`payment_${paymentId}`)).toMatchObject({
        transferId: again.ok ? again.transferId : '',
      })
    },
  )

  test('too many requests and a wrong secret key are not definitive', async () => {
    const [charge, destination] = [await bench.paidCharge(), await bench.readyAccount()]
    bench.sandbox.controls.setSwitch('rate_limited', 1, 'POST /v1/transfers')
    expect(await send(charge, destination, 't-8')).toMatchObject({
      ok: false,
      definitive: false,
      code: 'rate_limit',
    })
    const stranger = createStripeProvider({
      ...TEST_KEYS,
      secretKey: 'sk_test_wrong',
      apiBase: bench.sandbox.url,
    })
    expect(await send(charge, destination, 't-9', 45_900, stranger)).toMatchObject({
      ok: false,
      definitive: false,
    })
    expect(await bench.provider.findTransfer('payment_t-9')).toBeNull()
  })
})
