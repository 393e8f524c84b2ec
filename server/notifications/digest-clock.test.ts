import { describe, expect, it } from 'vitest'
import { execute, rows, sql } from '#server/db/sql.ts'
import { buildDeal, buildMessage, type BuiltUser } from '#tests/support/builders.ts'
import { after, type Deal, useClocks } from '#tests/support/clocks.ts'
import { deleteAccount } from '#tests/support/deleted-accounts.ts'
import { duringDeletionOf } from '#tests/support/during-deletion.ts'
import { digestClocks } from './digest-clock.ts'

const clocks = useClocks()
const { lookAt } = clocks

describe('messages left unread', () => {
  const minutes = (count: number) => count / (24 * 60)
  const digests = (person: BuiltUser) =>
    rows<{ subject: string; text: string }>(
      clocks.api.pool,
      sql`select payload->>'subject' as subject, payload->>'text' as text
        from graphile_worker._private_jobs where payload->>'to' = ${person.email} order by id`,
    )

  async function written(deal: Deal, sender: BuiltUser, at: number) {
    const { id } = await buildMessage(clocks.api.pool, { conversation: deal.conversation, sender })
    await execute(
      clocks.api.pool,
      sql`update messages set created_at = ${after(at)} where id = ${id}`,
    )
  }
  const read = (deal: Deal, at: number) =>
    execute(
      clocks.api.pool,
      sql`update messages set read_at = ${after(at)}
        where conversation_id = ${deal.conversation.id} and read_at is null`,
    )

  it('for ten minutes are mailed once per conversation until they are read', async () => {
    const deal = await buildDeal(clocks.api.pool)
    await written(deal, deal.seller, 0)
    await lookAt(minutes(9))
    expect(await digests(deal.creator)).toEqual([])
    await written(deal, deal.seller, minutes(9))
    await Promise.all([lookAt(minutes(10)), lookAt(minutes(10))])
    const [mail, ...more] = await digests(deal.creator)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Ellen Harrow Goods wrote you 2 messages')
    expect(mail?.text).toContain(`/messages/${deal.conversation.id}`)
    await written(deal, deal.seller, minutes(12))
    await lookAt(minutes(40))
    expect(await digests(deal.creator)).toHaveLength(1)
    await read(deal, minutes(45))
    await written(deal, deal.seller, minutes(50))
    await lookAt(minutes(61))
    expect((await digests(deal.creator)).map(({ subject }) => subject)).toEqual([
      'Ellen Harrow Goods wrote you 2 messages',
      'Ellen Harrow Goods wrote to you',
    ])
    expect(await digests(deal.seller)).toEqual([])
    await read(deal, minutes(62))
  })

  it('are quoted with their number of files', async () => {
    const deal = await buildDeal(clocks.api.pool)
    for (const [content, files] of [
      ['', 1],
      ['Like these.', 3],
    ] as const)
      await execute(
        clocks.api.pool,
        sql`insert into messages (conversation_id, sender_id, content, file_count, created_at)
          values (${deal.conversation.id}, ${deal.seller.id}, ${content}, ${files}, ${after(0)})`,
      )
    await lookAt(minutes(11))
    const [mail] = await digests(deal.creator)
    expect(mail?.text).toMatch(/^1 file$/m)
    expect(mail?.text).toMatch(/^Like these\. \(3 files\)$/m)
    await read(deal, minutes(12))
  })

  it('are not mailed to anyone who has the conversation open, switched such mails off, or left them unread for days', async () => {
    const open = await buildDeal(clocks.api.pool)
    const unwilling = await buildDeal(clocks.api.pool)
    const forgotten = await buildDeal(clocks.api.pool)
    for (const deal of [open, unwilling]) await written(deal, deal.seller, 0)
    await written(forgotten, forgotten.seller, -4)
    clocks.api.setNow(after(minutes(10)))
    const path = `/messages/${open.conversation.id}`
    await clocks.api.call(open.creator, 'notifications.seen', { body: { path } })
    const off = { kind: 'messages' as const, email: false }
    await clocks.api.call(unwilling.creator, 'notifications.prefer', { body: off })
    await lookAt(minutes(10))
    for (const { creator } of [open, unwilling, forgotten])
      expect(await digests(creator)).toEqual([])
    await lookAt(minutes(12))
    expect(await digests(open.creator)).toHaveLength(1)
    for (const deal of [open, unwilling, forgotten]) await read(deal, 1)
  })

  /** The digests that are due ten minutes after START, collected but not sent yet. */
  const collected = () =>
    Object.values(digestClocks)[0]?.(clocks.api.deps, after(minutes(10))) ?? Promise.reject()

  it('are not mailed about someone who was blocked after the digest was collected', async () => {
    const deal = await buildDeal(clocks.api.pool)
    await written(deal, deal.seller, 0)
    await execute(
      clocks.api.pool,
      sql`update projects set status = 'completed' where id = ${deal.project.id}`,
    )
    const due = await collected()
    const params = { id: deal.seller.id }
    await clocks.api.call(deal.creator, 'blocks.add', { params })
    for (const send of due) await send()
    expect(await digests(deal.creator)).toEqual([])
    await clocks.api.call(deal.creator, 'blocks.remove', { params })
    await lookAt(minutes(12))
    expect(await digests(deal.creator)).toHaveLength(1)
    await read(deal, 1)
  })

  it('are not mailed to someone whose account was deleted after the digest was collected, or meanwhile', async () => {
    for (const isMeanwhile of [false, true]) {
      const deal = await buildDeal(clocks.api.pool)
      await written(deal, deal.seller, 0)
      const due = await collected()
      const send = async () => {
        for (const one of due) await one()
        return { status: 200, body: null }
      }
      if (isMeanwhile) await duringDeletionOf(clocks.api, deal.creator, send)
      else await deleteAccount(clocks.api, deal.creator)
      await send()
      expect(await digests(deal.creator)).toEqual([])
      const noted = sql`select from message_digests where user_id = ${deal.creator.id}`
      expect(await rows(clocks.api.pool, noted)).toEqual([])
      expect(await collected()).toEqual([])
    }
  })
})
