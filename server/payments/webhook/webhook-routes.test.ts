import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStripeProvider } from '#server/providers/stripe/stripe-provider.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { EVENT_BYTES } from '#contract/webhook-deliveries.ts'
import { webhookRoutes } from './webhook-routes.ts'

let api: TestApi
beforeAll(async () => {
  const settings = {
    apiBase: 'http://127.0.0.1:1',
    secretKey: 'sk_test_x',
    webhookSecret: 'whsec_x',
  }
  api = await startApi({ payments: createStripeProvider(settings) })
  await webhookRoutes(api.app, api.deps)
})
afterAll(() => api.close())

const report = async (bytes: number) =>
  (
    await api.app.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      headers: { 'stripe-signature': `t=1,v1=${'0'.repeat(64)}` },
      payload: ' '.repeat(bytes),
    })
  ).statusCode

test('an event is read up to its own size limit, above that of other bodies, and is a 413 above it', async () => {
  expect(await report(EVENT_BYTES)).toBe(400)
  expect(await report(EVENT_BYTES + 1)).toBe(413)
  const { statusCode } = await api.app.inject({
    method: 'POST',
    url: '/api/projects',
    headers: { 'content-type': 'application/json' },
    payload: `"${'x'.repeat(EVENT_BYTES - 2)}"`,
  })
  expect(statusCode).toBe(413)
})
