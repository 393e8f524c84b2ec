import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { DEMO_OPERATOR } from '#scripts/demo/cast.ts'
import { readSettings } from './launch-settings.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'settings-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://localhost/cartwright',
  PUBLIC_URL: 'https://market.example.com',
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'Market <hello@market.example.com>',
  SUPPORT_EMAIL: 'help@market.example.com',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  GOOGLE_CLIENT_ID: 'client',
  GOOGLE_CLIENT_SECRET: 'secret',
  FILE_LINK_SECRET: 'sixteen-characters-at-least',
}

const operatorsOf = (env: Record<string, string>) =>
  readSettings({ DATA_DIR, ...env }).config.operatorEmails

test('the demo has an operator when no one else is named', () => {
  expect(operatorsOf({})).toEqual([DEMO_OPERATOR.email])
  expect(operatorsOf({ OPERATOR_EMAILS: 'me@example.com' })).toEqual(['me@example.com'])
  expect(operatorsOf({ DEMO_DATA: '0' })).toEqual([])
})

test('production does not have the demo’s operator, even with demo data enabled', () => {
  expect(operatorsOf(PRODUCTION)).toEqual([])
  expect(operatorsOf({ ...PRODUCTION, DEMO_DATA: '1' })).toEqual([])
})

test('the stored secret is version 1 beside a key file, and not generated if the file has its current key', () => {
  const KEYRING_FILE = join(DATA_DIR, 'keys.json')
  const versionsOf = (
    dataDir: string,
    server: { makes: number; versions: Record<string, string> },
  ) => {
    writeFileSync(KEYRING_FILE, JSON.stringify({ server }), { mode: 0o600 })
    const { env } = readSettings({ DATA_DIR: join(DATA_DIR, dataDir), KEYRING_FILE })
    return readConfig({ ...env, DATABASE_URL: 'postgres://unused' }).keys.versions
  }
  const versions = { 2: 'the second secret of the test' }
  expect(versionsOf('kept', { makes: 1, versions })).toEqual([1, 2])
  expect(versionsOf('kept', { makes: 2, versions })).toEqual([1, 2])
  expect(versionsOf('alone', { makes: 2, versions })).toEqual([2])
  expect(
    versionsOf('alone', { makes: 1, versions: { 1: 'the first secret of the test', ...versions } }),
  ).toEqual([1, 2])
})
