import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { execute, rows, sql } from '#server/db/sql.ts'
import { createKeyring, type Keyring } from '#server/keyring/keyring.ts'
import { mailTasks } from '#server/mail/mail-tasks.ts'
import { createMailSeal } from '#server/mail/sealed-mail.ts'
import { queueSealedMail } from '#server/mail/queue-mail.ts'
import { startAuth, type TestAuth } from '#tests/support/auth.ts'
import {
  buildApplication,
  buildCreator,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'
import { ADDRESS, buildShipment } from '#tests/support/shipments.ts'
import { createAddressSeal } from '#server/shipping/record/address-seal.ts'
import { noteMaker, usedVersions } from './key-version-store.ts'
import { keyStatus } from './key-status.ts'
import { keyUses } from './key-uses.ts'
import { refuseUnfitKeys } from './key-versions.ts'
import { removeVersion } from './removal.ts'
import { BOX_COLUMNS, resealAll } from './stored-boxes.ts'

const SECRETS: Readonly<Record<number, string>> = {
  1: 'the first secret of the test',
  2: 'the second secret of the test',
}
const keyring = (maker: number, ...versions: number[]): Keyring =>
  createKeyring({
    maker,
    secrets: new Map(versions.map((version) => [version, SECRETS[version] ?? ''])),
  })
const ONLY_FIRST = keyring(1, 1)
const ANNOUNCED = keyring(1, 1, 2)
const ROTATED = keyring(2, 1, 2)
const ONLY_SECOND = keyring(2, 2)

let first: TestAuth
/** Processes on the same database, each at a different stage of the rotation. */
let announced: TestAuth
let rotated: TestAuth
let last: TestAuth
beforeAll(async () => {
  first = await startAuth({ config: { keys: ONLY_FIRST } })
  const on = (keys: Keyring) =>
    startAuth({ config: { keys, publicUrl: first.config.publicUrl }, on: first })
  announced = await on(ANNOUNCED)
  rotated = await on(ROTATED)
  last = await on(ONLY_SECOND)
})
afterAll(async () => {
  for (const auth of [last, rotated, announced]) await auth.close()
  await first.close()
})
beforeEach(() => execute(first.pool, sql`delete from key_versions`))

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const refresh = (auth: TestAuth, refresh_token: string) =>
  auth.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token } })
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
const usedFrom = (uses: { version: number; what: string }[], version: number) =>
  uses.filter((use) => use.version === version).map(({ what }) => what)

/** A refresh that must continue the session; returns the next token. */
async function goOn(auth: TestAuth, token: string): Promise<string> {
  const { status, body } = await refresh(auth, token)
  expect([status, body.code]).toEqual([200, undefined])
  return body.refresh_token
}

describe('a session', () => {
  test('continues through every stage, in any order, even when responses are lost', async () => {
    const person = await first.person()
    let token = person.refreshToken
    for (const process of [announced, first, announced, rotated, announced, rotated]) {
      const next = await goOn(process, token)
      // The response was lost: the same token arrives again, at a process in another stage.
      expect(await goOn(announced, token)).toBe(next)
      token = next
    }
    expect((await goOn(rotated, token)).length).toBeGreaterThan(0)
    const user = await announced.call('GET', '/user', { headers: bearer(person.accessToken) })
    expect(user.status).toBe(200)
  })

  test('counts as using the first version until two refreshes have passed, then continues without it', async () => {
    await execute(first.pool, sql`delete from auth.sessions`)
    const person = await first.person()
    const sessionsOf = async (version: number) =>
      (await keyUses(first.pool, new Date())).find(
        (use) => use.version === version && use.what === 'sessions',
      )?.count ?? 0
    expect([await sessionsOf(1), await sessionsOf(2)]).toEqual([1, 0])
    const once = await goOn(rotated, person.refreshToken)
    expect([await sessionsOf(1), await sessionsOf(2)]).toEqual([1, 1])
    const twice = await goOn(rotated, once)
    expect([await sessionsOf(1), await sessionsOf(2)]).toEqual([0, 1])
    // Its response was lost, and the version was removed meanwhile.
    expect(await goOn(last, once)).toBe(twice)
  })

  test('is refused when its token has a key version that was never listed', async () => {
    const person = await rotated.person()
    const answer = await refresh(first, person.refreshToken)
    expect([answer.status, answer.body.code]).toEqual([400, 'refresh_token_not_found'])
  })
})

test('a mailed code works at a process in a later stage', async () => {
  const person = await first.person()
  await first.client().signInWithOtp({ email: person.email })
  const code = (await first.mailsTo(person.email))[0]?.code ?? ''
  const { error } = await rotated
    .client()
    .verifyOtp({ email: person.email, token: code, type: 'email' })
  expect(error).toBeNull()
})

test('a queued mail is sent by a process in another stage', async () => {
  const mail = { subject: 'S', text: 'T', html: 'H' }
  const sent: string[] = []
  const mailer = {
    sendMail: async ({ subject }: { subject: string }) => void sent.push(subject),
    close: () => undefined,
  }
  for (const [from, to] of [
    [ONLY_FIRST, ROTATED],
    [ROTATED, ANNOUNCED],
  ] as const) {
    const sealed = createMailSeal(from).seal(mail)
    const task = mailTasks({ mailer, seal: createMailSeal(to) })['mail.send']
    await task({ to: 'maya@example.com', sealed, dedupe_id: 'one' })
  }
  expect(sent).toEqual(['S', 'S'])
})

/** One of each kind of thing that is stored encrypted, with the first version. */
async function everythingSealed() {
  await execute(first.pool, sql`delete from auth.factors`)
  const person = await first.person()
  const { data } = await person.client.mfa.enroll({ factorType: 'totp' })
  const seller = await buildSeller(first.pool)
  const project = await buildProject(first.pool, { seller, status: 'in_progress' })
  await buildApplication(first.pool, {
    project,
    creator: await buildCreator(first.pool),
    status: 'accepted',
  })
  const shipment = await buildShipment(first.pool, { project, status: 'to_ship', keys: ONLY_FIRST })
  await execute(
    first.pool,
    sql`insert into licence_keys (kid, public_jwk, sealed_private_jwk)
      values (${shipment.id}, '{}', ${ONLY_FIRST.seal('licence key', 'a licence key')})`,
  )
  await execute(
    first.pool,
    sql`insert into signing_certificates (fingerprint, pem, sealed_key, created_at)
      values (${shipment.id.replaceAll('-', '').repeat(2)}, 'pem', ${ONLY_FIRST.seal('document key', 'a document key')}, now())`,
  )
  return { person, factor: { id: data?.id ?? '', secret: data?.totp.secret ?? '' }, shipment }
}

async function provesFactor(
  auth: TestAuth,
  accessToken: string,
  factor: { id: string; secret: string },
) {
  const headers = bearer(accessToken)
  const challenge = await auth.call('POST', `/factors/${factor.id}/challenge`, {
    headers,
    body: {},
  })
  const verified = await auth.call('POST', `/factors/${factor.id}/verify`, {
    headers,
    body: { challenge_id: challenge.body.id, code: codeOf(factor.secret) },
  })
  return verified.status
}

test('every sealed value is re-encrypted, even by concurrent runs, and then none needs the first version', async () => {
  const { person, factor, shipment } = await everythingSealed()
  const sealed = BOX_COLUMNS.map(({ what }) => what).toSorted()
  expect(usedFrom(await keyUses(first.pool, new Date()), 1)).toEqual(expect.arrayContaining(sealed))
  // Two concurrent runs, as if the command was started twice.
  await Promise.all([resealAll(first.pool, ROTATED), resealAll(first.pool, ROTATED)])
  const uses = await keyUses(first.pool, new Date())
  expect(usedFrom(uses, 1).filter((what) => sealed.includes(what))).toEqual([])
  expect(
    usedFrom(uses, 2)
      .filter((what) => sealed.includes(what))
      .toSorted(),
  ).toEqual(sealed)
  const [row] = await rows<{ box: Buffer }>(
    first.pool,
    sql`select sealed_address as box from shipments where id = ${shipment.id}`,
  )
  for (const keys of [ANNOUNCED, ONLY_SECOND])
    expect(createAddressSeal(keys).open(shipment.id, row?.box ?? Buffer.alloc(0))).toEqual(ADDRESS)
  const { email, password } = person
  const signedIn = await last.call('POST', '/token?grant_type=password', {
    body: { email, password },
  })
  expect(await provesFactor(last, signedIn.body.access_token, factor)).toBe(200)
})

test('a value that no version decrypts stays unchanged and is reported', async () => {
  const { shipment } = await everythingSealed()
  const lost = createKeyring({ maker: 1, secrets: new Map([[1, 'a secret that was lost']]) })
  const box = lost.seal('address', '{}')
  await execute(
    first.pool,
    sql`update shipments set sealed_address = ${box} where id = ${shipment.id}`,
  )
  const addresses = (await resealAll(first.pool, ROTATED)).find(({ what }) => what === 'addresses')
  expect(addresses?.closed).toBe(1)
  const [row] = await rows<{ box: Buffer }>(
    first.pool,
    sql`select sealed_address as box from shipments where id = ${shipment.id}`,
  )
  expect(row?.box.equals(box)).toBe(true)
})

test('the rotation covers every sealed column', async () => {
  const found = await rows<{ column: string }>(
    first.pool,
    sql`select (case when table_schema = 'public' then '' else table_schema || '.' end) || table_name || '.' || column_name as column
      from information_schema.columns where column_name like 'sealed\_%' and data_type = 'bytea'`,
  )
  expect(found.map(({ column }) => column).toSorted()).toEqual(
    BOX_COLUMNS.map(({ table, column }) => `${table}.${column}`).toSorted(),
  )
})

const note = (version: number, keys: Keyring, now: Date) =>
  noteMaker(first.pool, { name: 'server', version, mark: keys.markOf(version) ?? '' }, now)
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const remove = (version: number, keys: Keyring, isLost = false) =>
  removeVersion(first.pool, keys, version, { isLost, now: new Date() })

describe('startup', () => {
  test('is refused, with a one-sentence reason, if a key version in use is missing', async () => {
    await note(1, ROTATED, new Date())
    await refuseUnfitKeys(first.pool, { server: ANNOUNCED })
    await expect(refuseUnfitKeys(first.pool, { server: ONLY_SECOND })).rejects.toThrow(
      /^The database has data sealed or signed with version 1 of the key "server", which this process does not have\. Put it back/,
    )
  })

  test('is refused if a key version has a different secret than before', async () => {
    await note(1, ROTATED, new Date())
    const other = createKeyring({ maker: 1, secrets: new Map([[1, 'another secret of the test']]) })
    await expect(refuseUnfitKeys(first.pool, { server: other })).rejects.toThrow(
      /^Version 1 of the key "server" has another secret than the one the database was used with\./,
    )
  })
})

describe('a key version', () => {
  test('is not removed while a live session or a queued mail needs it, but can be removed afterwards', async () => {
    await execute(first.pool, sql`delete from auth.sessions`)
    await execute(first.pool, sql`delete from graphile_worker._private_jobs`)
    await note(1, ROTATED, hoursAgo(2))
    await note(2, ROTATED, new Date())
    const person = await first.person()
    await queueSealedMail(
      first.pool,
      'x@example.com',
      createMailSeal(ONLY_FIRST).seal({ subject: '', text: '', html: '' }),
    )
    expect(await remove(1, ROTATED)).toEqual(['1 sessions', '2 waiting mails'])
    expect(await usedVersions(first.pool)).toHaveLength(2)
    await goOn(rotated, await goOn(rotated, person.refreshToken))
    await execute(first.pool, sql`delete from graphile_worker._private_jobs`)
    expect(await remove(1, ROTATED)).toEqual([])
    await refuseUnfitKeys(first.pool, { server: ONLY_SECOND })
  })

  test('is not removed within an hour after it was current in a process, nor while it is current', async () => {
    await execute(first.pool, sql`delete from auth.sessions`)
    await execute(first.pool, sql`delete from graphile_worker._private_jobs`)
    await note(1, ROTATED, hoursAgo(1))
    expect(await remove(1, ROTATED)).toEqual([
      expect.stringMatching(/^a process used it recently, .* 10 minutes$/),
    ])
    expect(await remove(1, ANNOUNCED)).toEqual(['it is current, or will be'])
    expect(await usedVersions(first.pool)).toHaveLength(1)
  })

  test('that was lost can be removed, together with the sessions that need it', async () => {
    await note(1, ROTATED, new Date())
    const [old, moved] = [await first.person(), await first.person()]
    const token = await goOn(rotated, moved.refreshToken)
    expect(await remove(1, ONLY_SECOND, true)).toEqual([])
    const user = await rotated.call('GET', '/user', { headers: bearer(old.accessToken) })
    expect([user.status, user.body.code]).toEqual([403, 'session_not_found'])
    await goOn(last, token)
    await refuseUnfitKeys(first.pool, { server: ONLY_SECOND })
  })
})

test('status names each version, its state, and what needs it', async () => {
  await execute(first.pool, sql`delete from auth.sessions`)
  await note(1, ROTATED, hoursAgo(2))
  await first.person()
  const lines = await keyStatus(first.pool, { keys: ROTATED, fileKeys: null }, new Date())
  expect(lines[0]).toMatch(/^server 1: decrypts only, used from /)
  expect(lines).toContain('  1 sessions')
  expect(lines.find((line) => line.startsWith('server 2'))).toBe('server 2: current, never used')
  expect(
    (await keyStatus(first.pool, { keys: ONLY_SECOND, fileKeys: null }, new Date()))[0],
  ).toMatch(/MISSING here/)
})
