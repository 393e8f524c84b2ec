import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const DATABASE_URL = 'postgres://localhost/cartwright'

test('everything but the database has a default that points at the local sandboxes', () => {
  const config = readConfig({ DATABASE_URL, PORT: '', SANDBOX_PORT: '4100' })
  expect(config).toMatchObject({
    port: 3000,
    publicUrl: 'http://localhost:3000',
    stripe: { apiBase: 'http://127.0.0.1:4100' },
    google: { issuer: 'http://127.0.0.1:4101' },
    smtpUrl: 'smtp://127.0.0.1:4103',
  })
})

test('a wrong environment is refused with everything that is wrong, one a line', () => {
  const read = () => readConfig({ PORT: 'eighty', PUBLIC_URL: 'cartwright' })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(/PORT[^]*PUBLIC_URL[^]*DATABASE_URL|DATABASE_URL[^]*PORT/)
})

test('production refuses sandboxes and built-in secrets', () => {
  const production = { NODE_ENV: 'production', DATABASE_URL }
  expect(() => readConfig(production)).toThrow(/SMTP_URL[^]*STRIPE_SECRET_KEY[^]*FILE_LINK_SECRET/)
  const complete = {
    ...production,
    SMTP_URL: 'smtps://mail.example.com',
    STRIPE_SECRET_KEY: 'sk_live_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    FILE_LINK_SECRET: 'sixteen-characters-at-least',
  }
  expect(readConfig(complete).stripe.apiBase).toBe('https://api.stripe.com')
  expect(() => readConfig({ ...complete, STRIPE_API_BASE: 'http://localhost:3100' })).toThrow(
    'sandbox',
  )
})
