import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startAuth, type TestAuth, type TestPerson } from '#tests/support/auth.ts'
import { writeRefreshToken } from './refresh-token.ts'

let auth: TestAuth
let person: TestPerson
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())
beforeEach(async () => {
  auth.setNow(null)
  person = await auth.person()
})

const refresh = (refreshToken: string) =>
  auth.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: refreshToken } })
const later = (seconds: number) => auth.setNow(new Date(auth.now().getTime() + seconds * 1_000))
const counterOf = async (id: string) =>
  (
    await auth.pool.query('select refresh_counter from auth.sessions where user_id = $1', [id])
  ).rows.map((row) => row.refresh_counter)

test('a refresh returns the next token of the same session', async () => {
  const { status, body } = await refresh(person.refreshToken)
  expect(status).toBe(200)
  expect(body.refresh_token).not.toBe(person.refreshToken)
  const sessions = await Promise.all(
    [body.access_token, person.accessToken].map((token) => auth.viewerOf(token)),
  )
  expect(sessions[0]?.sessionId).toBe(sessions[1]?.sessionId)
  expect(await counterOf(person.id)).toEqual([1])
})

test('fifty concurrent refreshes with one token all succeed and advance the session once', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(person.refreshToken)))
  expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(200))
  expect(new Set(answers.map((answer) => answer.body.refresh_token)).size).toBe(1)
  expect(await counterOf(person.id)).toEqual([1])
})

test('the previous token still returns the current one three days later', async () => {
  const first = await refresh(person.refreshToken)
  later(3 * 86_400)
  const again = await refresh(person.refreshToken)
  expect(again.status).toBe(200)
  expect(again.body.refresh_token).toBe(first.body.refresh_token)
})

test('an older token is accepted for ten seconds and then ends the whole session', async () => {
  auth.setNow(new Date())
  const first = await refresh(person.refreshToken)
  const second = await refresh(first.body.refresh_token)
  later(9)
  const parallel = await refresh(person.refreshToken)
  expect(parallel.status).toBe(200)
  expect(parallel.body.refresh_token).toBe(second.body.refresh_token)

  later(2)
  const reuse = await refresh(person.refreshToken)
  expect([reuse.status, reuse.body.code]).toEqual([400, 'refresh_token_already_used'])
  expect(reuse.body.message).toBe('Invalid Refresh Token: Already Used')
  const owner = await refresh(second.body.refresh_token)
  expect([owner.status, owner.body.code]).toEqual([400, 'session_not_found'])
  expect(await auth.viewerOf(second.body.access_token)).toBeNull()
})

test('an altered, malformed or unknown token is refused, and the real one still works', async () => {
  const bytes = Buffer.from(person.refreshToken, 'base64url')
  bytes[17] = 1
  const changed = person.refreshToken.slice(0, -1) + (person.refreshToken.endsWith('A') ? 'B' : 'A')
  for (const token of [
    changed,
    bytes.toString('base64url'),
    `${person.refreshToken}A`,
    'short',
    '',
    'ü'.repeat(51),
  ]) {
    const answer = await refresh(token)
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
    expect(answer.body.message).toBe('Refresh token is not valid')
  }
  const unknown = await refresh('abcdefghijkl')
  expect([unknown.status, unknown.body.code]).toEqual([400, 'refresh_token_not_found'])
  expect((await refresh(person.refreshToken)).status).toBe(200)
})

test('a token signed with another session’s key, or with a future counter, is refused', async () => {
  const { rows } = await auth.pool.query(
    'select id, refresh_key, refresh_version from auth.sessions where user_id = $1',
    [person.id],
  )
  const [own] = rows
  const forged = [
    writeRefreshToken(auth.config.keys, { ...own, refresh_key: Buffer.alloc(32) }, 0),
    writeRefreshToken(auth.config.keys, own, 1),
    writeRefreshToken(auth.config.keys, own, Number.MAX_SAFE_INTEGER),
  ]
  for (const token of forged) {
    const answer = await refresh(token)
    expect([answer.status, answer.body.code]).toEqual([400, 'refresh_token_not_found'])
  }
  // Neither theft nor use is concluded from them: the real token still works.
  expect((await refresh(person.refreshToken)).status).toBe(200)
})

test('a banned account is refused a refresh with 400 user_banned', async () => {
  await auth.pool.query(`update auth.users set banned_until = 'infinity' where id = $1`, [
    person.id,
  ])
  const answer = await refresh(person.refreshToken)
  expect([answer.status, answer.body.code]).toEqual([400, 'user_banned'])
  expect(await auth.viewerOf(person.accessToken)).toBeNull()
})

test('the official client refreshes and keeps its session', async () => {
  const { data, error } = await person.client.refreshSession()
  expect(error).toBeNull()
  expect(data.session?.refresh_token).not.toBe(person.refreshToken)
  expect((await person.client.getUser()).data.user?.id).toBe(person.id)
})
