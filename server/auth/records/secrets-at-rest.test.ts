import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#server/logging/log.ts'
import { startJobs } from '#server/jobs/runner.ts'
import { createMailSeal } from '#server/mail/sealed-mail.ts'
import { mailTasks } from '#server/mail/mail-tasks.ts'
import { startAuth, type TestAuth, uniqueEmail } from '#tests/support/auth.ts'

let auth: TestAuth
const logged: string[] = []
beforeAll(async () => {
  auth = await startAuth({ log: createLog('trace', { write: (line) => void logged.push(line) }) })
})
afterAll(() => auth.close())

/** Everything PostgreSQL stores, as text. */
async function everything(): Promise<string> {
  const { rows: tables } = await auth.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'auth', 'graphile_worker')`,
  )
  const texts = []
  for (const { name } of tables) {
    const { rows } = await auth.pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join('\n')
}

/** Every secret of an account's life, as its owner or its browser sees it. */
async function secretsOfALife(): Promise<string[]> {
  const person = await auth.person({ password: 'a-planted-password' })
  const confirmation = (await auth.mailsTo(person.email))[0]
  await auth.client().resetPasswordForEmail(person.email)
  await auth.client('implicit').signInWithOtp({ email: person.email })
  const wanted = uniqueEmail('wanted')
  await person.client.updateUser({ email: wanted })
  const { data } = await person.client.mfa.enroll({ factorType: 'totp' })
  await auth.call('POST', '/token?grant_type=password', {
    body: { email: person.email, password: 'another-planted-password' },
  })
  const mails = [
    confirmation,
    ...(await auth.mailsTo(person.email)),
    ...(await auth.mailsTo(wanted)),
  ]
  const tokens = mails.flatMap((mail) => [mail?.token, mail?.code])
  expect(tokens.filter((token) => (token ?? '') !== '').length).toBeGreaterThanOrEqual(10)
  return [
    ...tokens,
    person.password,
    'another-planted-password',
    person.accessToken,
    person.refreshToken,
    data?.totp.secret,
  ].filter((secret): secret is string => secret !== undefined && secret.length > 5)
}

const found = (secrets: readonly string[], text: string) =>
  secrets.filter((secret) =>
    // Six digits may be part of a time or an id. Standing alone, they are a code.
    /^\d{6}$/.test(secret)
      ? new RegExp(`(?<![\\w.+-])${secret}(?![\\w.:-])`).test(text)
      : text.includes(secret),
  )

test('neither a backup nor the log contains a secret that signs someone in, even when no mail can be sent', async () => {
  const secrets = await secretsOfALife()
  expect(found(secrets, await everything())).toEqual([])

  const mailer = {
    sendMail: () => Promise.reject(new Error('no mail server')),
    close: () => undefined,
  }
  const seal = createMailSeal(auth.config.keys)
  const jobs = await startJobs(auth.serving, mailTasks({ mailer, seal }), auth.log)
  await expect
    .poll(() => logged.filter((line) => line.includes('no mail server')).length)
    .toBeGreaterThan(3)
  await jobs.stop()
  expect(found(secrets, logged.join('\n'))).toEqual([])
  expect(found(secrets, await everything())).toEqual([])
})

test('the search would find a secret that was stored', async () => {
  const secrets = ['123456', 'pkce_0a1b2c']
  expect(found(secrets, '{"code":"123456"} token=pkce_0a1b2c&type=signup')).toEqual(secrets)
})
