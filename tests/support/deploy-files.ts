import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Config, readConfig } from '#server/config/config.ts'
import { environment } from '#server/config/variables.ts'

/** What deploy/ has for containers, systemd and Kubernetes, checked as far as a machine without any of them can. */

/** The text of a file in deploy/. */
export const deployText = (file: string): string => readFileSync(join('deploy', file), 'utf8')

/** How the image runs npm run migrate, without npm. */
export const MIGRATE_COMMAND = ['node', 'scripts/run.mjs', 'scripts/migrate.ts']

/** What a person fills in in deploy/market.env.example. */
export const FILLED: Readonly<Record<string, string>> = {
  PUBLIC_URL: 'https://market.example',
  FILE_LINK_SECRET: 'sixteen-characters-at-least',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Market <hello@market.example>',
  SUPPORT_EMAIL: 'help@market.example',
  OPERATOR_EMAILS: '',
}
const DATABASE_URL = 'postgres://market:market@database/market'

/**
 * The server's configuration from what a file of deploy/ sets and a person fills in. Fails for a variable that no
 * server reads; throws ConfigError for values that production does not accept.
 */
export function configOf(variables: Readonly<Record<string, string | undefined>>): Config {
  expect(Object.keys(variables).filter((name) => !(name in environment.shape))).toEqual([])
  return readConfig({ ...FILLED, DATABASE_URL, ...variables })
}
