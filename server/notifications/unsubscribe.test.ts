import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NotificationKind } from '#contract/notifications.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { type BuiltUser, buildSeller } from '#tests/support/builders.ts'
import { wantsMail } from './reader-store.ts'
import { unsubscribeUrl } from './unsubscribe-link.ts'
import { unsubscribeRoutes } from './unsubscribe-routes.ts'

let api: TestApi
let reader: BuiltUser
beforeAll(async () => {
  api = await startApi()
  await unsubscribeRoutes(api.app, api.deps)
  reader = await buildSeller(api.pool)
})
afterAll(() => api.close())

const linkFor = (kind: NotificationKind) => {
  const url = new URL(unsubscribeUrl(api.deps.config, { userId: reader.id, kind }))
  return url.pathname + url.search
}
const wants = (kind: NotificationKind) => wantsMail(api.pool, reader.id, kind)

test('a changed, truncated or invented link gets a 404 and changes nothing', async () => {
  const good = linkFor('payments')
  const forged = [
    good.slice(0, -1),
    good.replace('payments', 'messages'),
    good.replace(reader.id, (await buildSeller(api.pool)).id),
    '/unsubscribe',
    '/unsubscribe?token=',
    '/unsubscribe?token=a.b.c',
    `${good}&token=x`,
  ]
  for (const url of forged) {
    for (const method of ['GET', 'POST'] as const) {
      const answer = await api.app.inject({ method, url })
      expect(answer.statusCode, `${method} ${url}`).toBe(404)
      expect(answer.body).toContain('This link does not work')
    }
  }
  expect(await wants('payments')).toBe(true)
})

test('opening the link changes nothing, even when it is opened repeatedly or by a scanner', async () => {
  for (const method of ['GET', 'HEAD', 'GET'] as const) {
    const answer = await api.app.inject({ method, url: linkFor('payments') })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringContaining("form-action 'self'"),
    })
  }
  expect(await wants('payments')).toBe(true)
})

/** The page's own button, and what mail clients send (RFC 8058), in either encoding. */
test.each([
  ['applications', 'application/x-www-form-urlencoded', ''],
  ['deliverables', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'reminders',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ],
] as const)(
  'one click stops mails about %s and no others, sent as %s',
  async (kind, type, body) => {
    const headers = { 'content-type': type }
    const before = await api.app.inject({ method: 'GET', url: linkFor(kind) })
    expect(before.body).toContain('<form method="post">')
    for (let click = 0; click < 2; click += 1) {
      const answer = await api.app.inject({
        method: 'POST',
        url: linkFor(kind),
        headers,
        payload: body,
      })
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toContain('You get no more emails about')
    }
    expect(await wants(kind)).toBe(false)
    expect(await wants('payments')).toBe(true)
    const after = await api.app.inject({ method: 'GET', url: linkFor(kind) })
    expect(after.body).not.toContain('<form')
  },
)
