import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RouteKey, routeParts, routePath, routes } from '#contract/api.ts'
import { registerApi } from '#server/api.ts'
import { readConfig } from '#server/config/config.ts'
import { createPool } from '#server/db/pool.ts'
import { createHttpApp } from '#server/http/app.ts'
import { createLog } from '#server/logging/log.ts'
import { createRoutes } from '#server/http/routes.ts'
import { webhookRoutes } from '#server/payments/webhook/webhook-routes.ts'
import { createStripeProvider } from '#server/providers/stripe/stripe-provider.ts'
import { startApi, type TestApi, tokenOf } from '#tests/support/api.ts'
import { buildSeller } from '#tests/support/builders.ts'

/** Values that must appear nowhere, wherever they were entered. */
const PLANTED = {
  stripe: 'sk_test_PLANTEDstripe0001',
  webhook: 'whsec_PLANTEDwebhook0002',
  google: 'PLANTEDgoogle0003',
  links: 'PLANTEDlinks0004-of-sixteen',
  token: 'PLANTEDtoken.PLANTEDtoken.PLANTEDtoken0005',
  password: 'PLANTEDpassword0006',
  card: '4242424242420007',
  message: 'PLANTEDmessage0008',
}
const TRACE = /PLANTED|4242424242420007/

let api: TestApi
const logged: string[] = []
const answered: string[] = []

beforeAll(async () => {
  api = await startApi()
  const seller = await buildSeller(api.pool)
  const config = {
    ...readConfig({
      NODE_ENV: 'test',
      DATABASE_URL: api.deps.config.databaseUrl,
      STRIPE_SECRET_KEY: PLANTED.stripe,
      STRIPE_WEBHOOK_SECRET: PLANTED.webhook,
      GOOGLE_CLIENT_SECRET: PLANTED.google,
      FILE_LINK_SECRET: PLANTED.links,
      // Nothing listens there, so every call to the provider fails.
      STRIPE_API_BASE: 'http://127.0.0.1:9',
    }),
  }
  const log = createLog('trace', { write: (line: string) => void logged.push(line) })
  const body = {
    name: PLANTED.message,
    content: PLANTED.message,
    password: PLANTED.password,
    card_number: PLANTED.card,
    email: 'bills@example.com',
  }
  // First with the database, then without it: every kind of failure logs its line.
  for (const url of [
    config.databaseUrl,
    'postgres://nobody:PLANTEDdatabase0009@127.0.0.1:9/none',
  ]) {
    const pool = createPool(url, 2)
    const deps = { ...api.deps, config, pool, log, payments: createStripeProvider(config.stripe) }
    const app = createHttpApp(log, 0)
    registerApi(createRoutes(app, { authenticate: api.authenticate, clock: deps.clock }), deps)
    await webhookRoutes(app, deps)
    app.addHook('onSend', async (_request, _reply, payload) => {
      if (typeof payload === 'string') answered.push(payload)
      return payload
    })
    for (const key of Object.keys(routes) as RouteKey[]) {
      const method = routeParts(key).method as 'GET'
      for (const token of [tokenOf(seller), PLANTED.token])
        await app.inject({
          method,
          url: routePath(key, {
            id: '0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f',
            creator_id: '0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f',
            number: '1',
            code: 'CW-0000-0000',
          }),
          headers: { authorization: `Bearer ${token}`, cookie: `s=${PLANTED.token}` },
          ...(method === 'GET' ? {} : { payload: body }),
        })
    }
    await app.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      headers: {
        'stripe-signature': `t=1,v1=${PLANTED.token}`,
        'content-type': 'application/json',
      },
      payload: body,
    })
    await app.close()
    await pool.end()
  }
})
afterAll(() => api.close())

test('no log line contains a secret, token or user input, whatever fails', () => {
  // Warnings and errors, denials, everyday refusals: checks that all of them were logged.
  for (const level of ['[45]0', '30', '20'])
    expect(logged.some((line) => new RegExp(`"level":${level},`).test(line))).toBe(true)
  expect(logged.filter((line) => TRACE.test(line))).toEqual([])
})

test('no response contains a secret, token, user input or stack trace', () => {
  expect(answered.length).toBeGreaterThan(50)
  expect(answered.filter((body) => TRACE.test(body) || /\n\s+at /.test(body))).toEqual([])
})

test('the web build, if there is one, contains none of our secrets', () => {
  const folder = 'dist/web'
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  // What the bundle would contain if server code were in it: its variables, its built-in secrets, provider keys.
  const ours =
    /STRIPE_SECRET_KEY|FILE_LINK_SECRET|local-file-links-only|whsec_|sk_(test|live)_|postgres:\/\/|BEGIN [A-Z ]*PRIVATE/
  const telling = files.filter(
    (file) =>
      /\.(js|html|json|css)$/.test(file) && ours.test(readFileSync(join(folder, file), 'utf8')),
  )
  expect(telling).toEqual([])
})
