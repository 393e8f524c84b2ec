import { expect, test } from 'vitest'
import { z } from 'zod'
import { ConfigError, readConfig } from './config.ts'
import { environment } from './variables.ts'

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

test('an invalid environment is refused with every problem, one per line', () => {
  const read = () => readConfig({ PORT: 'eighty', PUBLIC_URL: 'cartwright' })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(/PORT[^]*PUBLIC_URL[^]*DATABASE_URL|DATABASE_URL[^]*PORT/)
})

/** What `.env.example` says of each variable whose values it limits. */
interface Limits {
  minimum?: number
  maximum?: number
  enum?: string[]
  format?: string
}
const LIMITS = Object.entries(
  (z.toJSONSchema(environment, { io: 'input' }).properties ?? {}) as Record<string, Limits>,
)

test.each(LIMITS.filter(([, { maximum }]) => maximum !== undefined))(
  '%s is accepted at both of its ends, and refused beyond them',
  (name, { minimum = 0, maximum = 0 }) => {
    const read = (value: number | string) => readConfig({ DATABASE_URL, [name]: String(value) })
    for (const end of [minimum, maximum]) expect(() => read(end)).not.toThrow()
    for (const beyond of [minimum - 1, maximum + 1, 'some'])
      expect(() => read(beyond), String(beyond)).toThrow(`Configuration is wrong:\n  ${name}: `)
  },
)

test.each(LIMITS.filter(([name, one]) => one.enum !== undefined && name !== 'NODE_ENV'))(
  '%s takes each of its values, and no other',
  (name, { enum: values = [] }) => {
    for (const value of values)
      expect(() => readConfig({ DATABASE_URL, [name]: value })).not.toThrow()
    expect(() => readConfig({ DATABASE_URL, [name]: 'maybe' })).toThrow(`${name}: `)
  },
)

test.each(LIMITS.filter(([, { format }]) => format === 'uri' || format === 'email'))(
  '%s that is no address is refused in a sentence',
  (name) => {
    expect(() => readConfig({ DATABASE_URL, [name]: 'nowhere' })).toThrow(`${name}: `)
  },
)

test('a mail server that is no smtp address is refused in a sentence, also in production', () => {
  for (const SMTP_URL of ['mail.example', 'https://mail.example', 'mail.example:25'])
    expect(() => readConfig({ ...COMPLETE, SMTP_URL }), SMTP_URL).toThrow(ConfigError)
  for (const SMTP_URL of ['smtp://mail.example', 'smtps://me:pass@mail.example:465?pool=true'])
    expect(readConfig({ ...COMPLETE, SMTP_URL }).smtpUrl).toBe(SMTP_URL)
})

test('mail has a sender with an address', () => {
  for (const MAIL_FROM of ['Market', 'Market <hello>', 'hello@', '@market.example', 'a <a@b.c'])
    expect(() => readConfig({ ...COMPLETE, MAIL_FROM }), MAIL_FROM).toThrow('MAIL_FROM: ')
  for (const MAIL_FROM of ['hello@market.example', 'Mugs, Inc. <hello@market.example>', 'a@mail'])
    expect(readConfig({ ...COMPLETE, MAIL_FROM }).mailFrom).toBe(MAIL_FROM)
})

test('a variable with nothing but spaces is absent: a fee left blank is not a fee of 0 %', () => {
  const blank = { DATABASE_URL, PLATFORM_FEE_PERCENT: ' ', AUTH_SESSION_DAYS: '\t', PORT: ' ' }
  expect(readConfig(blank)).toMatchObject({ feeTerms: { creator_bps: 8_500 }, port: 3000 })
})

test('PUBLIC_URL is an origin, in the form in which browsers name it', () => {
  const read = (PUBLIC_URL: string) => readConfig({ DATABASE_URL, PUBLIC_URL }).publicUrl
  expect(read('https://MARKET.example:443/')).toBe('https://market.example')
  expect(read('http://localhost:3000')).toBe('http://localhost:3000')
  for (const wrong of ['https://x.example/shop', 'https://x.example/?a', 'https://me@x.example'])
    expect(() => read(wrong), wrong).toThrow('PUBLIC_URL: ')
})

const COMPLETE = {
  NODE_ENV: 'production',
  DATABASE_URL,
  PUBLIC_URL: 'https://market.example',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'Market <hello@market.example>',
  SUPPORT_EMAIL: 'help@market.example',
  FILE_LINK_SECRET: 'sixteen-characters-at-least',
}
const { NODE_ENV: _, DATABASE_URL: __, ...NEEDED } = COMPLETE

test.each(Object.keys(NEEDED))('production without %s is refused in one sentence', (name) => {
  let message = ''
  try {
    readConfig({ ...COMPLETE, [name]: '' })
  } catch (error) {
    message = error instanceof ConfigError ? error.message : String(error)
  }
  expect(message.split('\n')).toEqual([
    'Configuration is wrong:',
    expect.stringMatching(new RegExp(`^  ${name} is required in production: [^.].*\\.$`)),
  ])
})

test('production refuses sandboxes, clock drills and auto-confirmed accounts', () => {
  const complete = COMPLETE
  expect(readConfig(complete).stripe.apiBase).toBe('https://api.stripe.com')
  expect(() => readConfig({ ...complete, STRIPE_API_BASE: 'http://localhost:3100' })).toThrow(
    'sandbox',
  )
  expect(() => readConfig({ ...complete, AUTH_AUTOCONFIRM: '1' })).toThrow('anybody')
  expect(() => readConfig({ ...complete, CLOCK_OFFSET_SECONDS: '600' })).toThrow('drills')
  expect(readConfig({ DATABASE_URL, CLOCK_OFFSET_SECONDS: '-600' }).clockOffset).toBe(-600_000)
})

test('production needs an operator where unreviewed work becomes a dispute', () => {
  const escalating = { ...COMPLETE, REVIEW_WINDOW_OUTCOME: 'escalate' }
  expect(() => readConfig(escalating)).toThrow('OPERATOR_EMAILS is required with')
  const operated = readConfig({ ...escalating, OPERATOR_EMAILS: 'ana@market.example' })
  expect(operated.reviewWindowOutcome).toBe('escalate')
  expect(readConfig(COMPLETE).operatorEmails).toEqual([])
  expect(readConfig({ DATABASE_URL, REVIEW_WINDOW_OUTCOME: 'escalate' }).operatorEmails).toEqual([])
})

test('files go to a bucket when one is configured, with both keys or neither', () => {
  expect(readConfig({ DATABASE_URL }).s3).toBeNull()
  const store = { DATABASE_URL, STORAGE_S3_BUCKET: 'files', STORAGE_S3_REGION: 'eu-central-1' }
  expect(readConfig(store).s3).toEqual({
    bucket: 'files',
    endpoint: null,
    region: 'eu-central-1',
    keys: null,
    pathStyle: false,
  })
  const other = {
    ...store,
    STORAGE_S3_ENDPOINT: 'https://s3.example.com/',
    STORAGE_S3_ACCESS_KEY: 'id',
    STORAGE_S3_SECRET_KEY: 'secret',
  }
  expect(readConfig(other).s3).toMatchObject({
    endpoint: 'https://s3.example.com',
    keys: { accessKeyId: 'id', secretAccessKey: 'secret' },
    pathStyle: true,
  })
  expect(() => readConfig({ ...other, STORAGE_S3_SECRET_KEY: '' })).toThrow('together')
})

test('operators are comma-separated addresses, compared in lower case; nothing else is accepted', () => {
  expect(readConfig({ DATABASE_URL }).operatorEmails).toEqual([])
  const read = (OPERATOR_EMAILS: string) =>
    readConfig({ DATABASE_URL, OPERATOR_EMAILS }).operatorEmails
  expect(read(' Olive@Example.com, opal@example.com ,')).toEqual([
    'olive@example.com',
    'opal@example.com',
  ])
  expect(() => read('*')).toThrow('OPERATOR_EMAILS')
  expect(() => read('olive')).toThrow('OPERATOR_EMAILS')
})

test('social links must be https addresses, and production has none unless configured', () => {
  const read = (env: Record<string, string>) => readConfig({ DATABASE_URL, ...env })
  expect(read({ ...NEEDED, NODE_ENV: 'production' }).socialLinks).toEqual({})
  expect(Object.keys(read({}).socialLinks)).toEqual(['instagram', 'tiktok', 'youtube', 'twitter'])
  expect(read({ SOCIAL_TIKTOK_URL: 'https://www.tiktok.com/@shop' }).socialLinks.tiktok).toBe(
    'https://www.tiktok.com/@shop',
  )
  for (const platform of ['INSTAGRAM', 'TIKTOK', 'YOUTUBE', 'TWITTER']) {
    const name = `SOCIAL_${platform}_URL`
    for (const wrong of ['http://x.com/shop', 'javascript:alert(1)', 'x.com/shop', '@shop'])
      expect(() => read({ [name]: wrong }), wrong).toThrow(name)
  }
})

test('the platform fee is 15 % with no minimum, or as configured within its limits', () => {
  const termsOf = (env: object) => readConfig({ DATABASE_URL, ...env }).feeTerms
  expect(termsOf({})).toEqual({ creator_bps: 8_500, minimum_fee_cents: 0 })
  expect(termsOf({ PLATFORM_FEE_PERCENT: '0' }).creator_bps).toBe(10_000)
  expect(termsOf({ PLATFORM_FEE_PERCENT: '50' }).creator_bps).toBe(5_000)
  expect(termsOf({ PLATFORM_FEE_PERCENT: '12.25', PLATFORM_FEE_MINIMUM: '1.99' })).toEqual({
    creator_bps: 8_775,
    minimum_fee_cents: 199,
  })
  for (const wrong of [
    { PLATFORM_FEE_PERCENT: '50.01' },
    { PLATFORM_FEE_PERCENT: '-1' },
    { PLATFORM_FEE_PERCENT: '12.345' },
    { PLATFORM_FEE_PERCENT: 'much' },
    { PLATFORM_FEE_MINIMUM: '-0.01' },
    { PLATFORM_FEE_MINIMUM: '1000.01' },
    { PLATFORM_FEE_MINIMUM: '0.001' },
  ])
    expect(() => termsOf(wrong), JSON.stringify(wrong)).toThrow(ConfigError)
})

test('there is no minimum price by default, or the configured one within its limits', () => {
  const least = (text?: string) =>
    readConfig({ DATABASE_URL, MINIMUM_PRICE: text }).minimumPriceCents
  expect(least()).toBeNull()
  expect(least('1')).toBe(100)
  expect(least('5.25')).toBe(525)
  expect(least('1000')).toBe(100_000)
  for (const wrong of ['0.99', '1000.01', '5.001', 'much'])
    expect(() => least(wrong), wrong).toThrow(ConfigError)
})

test.each([
  ['https://market.example', 'host of PUBLIC_URL'],
  ['https://market.example:8443', 'host of PUBLIC_URL'],
  ['https://MARKET.example/', 'host of PUBLIC_URL'],
  ['http://files.example', 'begin like PUBLIC_URL'],
  ['https://files.example/private', 'without a path'],
  ['https://files.example/?x=y', 'without a path'],
  ['https://someone@files.example', 'without a path'],
  ['https://app.example', 'AUTH_REDIRECTS'],
  ['files.example', 'PRIVATE_FILES_URL'],
])('private files at %s are refused: %s', (url, why) => {
  const read = () =>
    readConfig({
      DATABASE_URL,
      PUBLIC_URL: 'https://market.example',
      AUTH_REDIRECTS: 'https://app.example/back,com.example.app://back,https://*.example.com/',
      PRIVATE_FILES_URL: url,
    })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(why)
})

test('private files have an origin of their own where one is set', () => {
  expect(readConfig({ DATABASE_URL }).privateFilesUrl).toBeNull()
  const set = { DATABASE_URL, PRIVATE_FILES_URL: 'http://files.example:8080/' }
  expect(readConfig(set).privateFilesUrl).toBe('http://files.example:8080')
})
