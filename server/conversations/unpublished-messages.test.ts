import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { execute, oneRow, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { buildDeal } from '#tests/support/builders.ts'
import { insertMessage, markRead } from './message-store.ts'
import { unpublishedMessages, unpublishedReceipts } from './unpublished-messages.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** What the sweep leaves to the process that stored it, and what it takes over, in seconds. */
const YOUNG_S = 3
const OLD_S = 4

it('a message and its receipt are taken over once they are more than three seconds old', async () => {
  const { seller, creator, conversation } = await buildDeal(api.pool)
  const people = [seller.id, creator.id]
  const found = async () => {
    const [messages, receipts] = [
      await unpublishedMessages(api.pool, people),
      await unpublishedReceipts(api.pool, people),
    ]
    return [...messages, ...receipts].map(({ message_id }) => message_id)
  }
  const id = randomUUID()
  const message = { id, conversationId: conversation.id, senderId: seller.id, content: 'hello' }
  await insertMessage(api.pool, { ...message, fileCount: 0, signals: [] })
  await markRead(api.pool, conversation.id, creator.id)
  const age = async (seconds: number) =>
    execute(
      api.pool,
      sql`update messages set created_at = clock_timestamp() - make_interval(secs => ${seconds}),
        read_at = clock_timestamp() - make_interval(secs => ${seconds}) where id = ${id}`,
    )
  const foundYoung = async (): Promise<string[]> => {
    await age(0)
    const young = await found()
    const { seconds } = await oneRow<{ seconds: number }>(
      api.pool,
      sql`select extract(epoch from clock_timestamp() - created_at)::float as seconds from messages where id = ${id}`,
    )
    // A machine that took longer than that to look has not seen a young one.
    return seconds < YOUNG_S ? young : foundYoung()
  }
  expect(await foundYoung()).toEqual([])
  await age(OLD_S)
  expect(await found()).toEqual([id, id])
})
