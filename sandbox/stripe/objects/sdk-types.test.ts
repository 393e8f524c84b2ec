import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { API_ROUTES } from '#sandbox/stripe/api.ts'
import { API_VERSION } from './events.ts'
import { paramsOf, text, wholeNumber } from './params.ts'

/**
 * The compiler compares the sandbox with the official SDK: each line below that expects an error must keep causing one,
 * because the type check fails where it no longer does.
 */
const transferParams = paramsOf<Stripe.TransferCreateParams>()

test('a parameter the SDK does not have, or of another type, does not compile', () => {
  expect(transferParams({ amount: wholeNumber, transfer_group: text.optional() })).toBeDefined()
  // @ts-expect-error a transfer has no such parameter
  transferParams({ amount: wholeNumber, on_behalf_of: text })
  // @ts-expect-error an amount is a number
  transferParams({ amount: text })
  const session = paramsOf<Stripe.Checkout.SessionCreateParams>()
  // @ts-expect-error a mode is a word
  session({ mode: wholeNumber })
  // @ts-expect-error the SDK says `name`, inside a line's product
  session({ line_items: z.array(z.object({ price_data: z.object({ titel: text }) })).optional() })
})

test('an object without the fields that the SDK declares does not compile', () => {
  // @ts-expect-error a payout says when it arrives, and much more
  const payout: Stripe.Payout = { id: 'po_1', object: 'payout', amount: 1 }
  expect(payout.arrival_date).toBeUndefined()
})

test('a product call with a parameter the SDK does not have does not compile', () => {
  const stripe = new Stripe('sk_test_x')
  const refuse = () =>
    // @ts-expect-error the parameter is called `charge`
    stripe.refunds.create({ chargeId: 'ch_1' })
  expect(refuse).toBeTypeOf('function')
})

test('the sandbox uses the API version that the SDK is generated for', () => {
  expect(Stripe.API_VERSION).toBe(API_VERSION)
})

test('every route is one that the official SDK calls', () => {
  const folder = join(dirname(createRequire(import.meta.url).resolve('stripe')), 'resources')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const called = files
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => [
      ...readFileSync(join(folder, file), 'utf8').matchAll(
        /'(GET|POST|DELETE)',\s*['`](\/v[12]\/[^'`]+)['`]/g,
      ),
    ])
    .map(([, method, path]) => `${method} ${path?.replaceAll(/\$\{[^}]+\}/g, ':id')}`)
  const ours = API_ROUTES.map(
    ({ method, path }) => `${method} ${path.replaceAll(/:[a-z_]+/g, ':id')}`,
  )
  expect(ours.filter((route) => !called.includes(route))).toEqual([])
})
