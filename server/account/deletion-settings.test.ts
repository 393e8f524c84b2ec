import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneRow, raw, sql } from '#server/db/sql.ts'
import { unsubscribeUrl } from '#server/notifications/unsubscribe-link.ts'
import { unsubscribeRoutes } from '#server/notifications/unsubscribe-routes.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { buildCreator, type BuiltUser } from '#tests/support/builders.ts'
import { type Call, duringDeletionOf } from '#tests/support/during-deletion.ts'
import { openSession } from '#tests/support/push.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
  await unsubscribeRoutes(api.app, api.deps)
})
afterAll(() => api.close())

/** What is kept for a person besides what they wrote: the table, its column, and the call that stores a row. */
const KEPT: Record<string, [table: string, owner: string, (person: BuiltUser) => Call]> = {
  'a choice of mails': [
    'notification_preferences',
    'user_id',
    (person) => () =>
      api.call(person, 'notifications.prefer', { body: { kind: 'messages', email: false } }),
  ],
  'mails switched off by a link': [
    'notification_preferences',
    'user_id',
    (person) => async () => {
      const url = new URL(unsubscribeUrl(api.deps.config, { userId: person.id, kind: 'messages' }))
      const answer = await api.app.inject({ method: 'POST', url: url.pathname + url.search })
      return { status: answer.statusCode, body: answer.body }
    },
  ],
  'a page on screen': [
    'page_presence',
    'user_id',
    (person) => () => api.call(person, 'notifications.seen', { body: { path: '/dashboard' } }),
  ],
  'a browser for pushes': [
    'push_subscriptions',
    'user_id',
    (person) => () =>
      api.call(person, 'push.subscribe', {
        body: {
          endpoint: `https://push.example/${randomUUID()}`,
          p256dh: 'p'.repeat(87),
          auth: 'a'.repeat(22),
        },
      }),
  ],
  'a line in the account’s log': [
    'account_log',
    'profile_id',
    (person) => () => api.call(person, 'account.export'),
  ],
}

test.each(Object.entries(KEPT))(
  '%s is not stored for someone whose account is being deleted',
  async (_, [table, owner, prepare]) => {
    const person = await buildCreator(api.pool)
    await openSession(api.pool, person)
    const reply = await duringDeletionOf(api, person, prepare(person))
    expect(reply?.status).toBeLessThan(500)
    const kept = sql`select count(*)::int as count from ${raw(table)} where ${raw(owner)} = ${person.id}`
    expect(await oneRow(api.pool, kept)).toEqual({ count: 0 })
  },
)
