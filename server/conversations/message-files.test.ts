import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MESSAGE_LIMITS } from '#contract/conversations.ts'
import { SIGNED_LINK_SECONDS } from '#contract/uploads.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import { cleanUpFiles } from '#server/uploads/cleanup.ts'
import { prepareFile } from '#server/uploads/prepare-file.ts'
import { fileById } from '#server/uploads/upload-store.ts'
import {
  buildCreator,
  buildDeal,
  buildDispute,
  buildOperator,
  buildPayment,
} from '#tests/support/builders.ts'
import { pngFile } from '#tests/support/pictures.ts'
import { expectHidden, expectInvalid, expectRefusal } from '#tests/support/refusals.ts'
import { RefusedUpload, startStorage, type TestStorage } from '#tests/support/storage.ts'

let storage: TestStorage
let png: Buffer
beforeAll(async () => {
  storage = await startStorage()
  png = (await pngFile('a.png', 30, 20)).buffer
})
afterAll(() => storage.close())

type Somebody = { id: string }

const attach = (as: Somebody, project: Somebody, bytes: Buffer = png, name = 'shelf.png') =>
  storage.upload(as, { bucket: 'message-files', bytes, name, projectId: project.id })
const send = (
  as: Somebody,
  conversation: Somebody,
  body: { id?: string; content?: string; file_ids?: string[] },
) => storage.call(as, 'messages.send', { params: { id: conversation.id }, body })
const list = async (as: Somebody, conversation: Somebody) =>
  (await storage.call(as, 'messages.list', { params: { id: conversation.id } })).body
const links = async (as: Somebody, conversation: Somebody, after?: number) =>
  (
    await storage.call(as, 'messages.files', {
      params: { id: conversation.id },
      query: after === undefined ? {} : { after },
    })
  ).body
const messagesOf = (conversation: Somebody) =>
  rows(storage.pool, sql`select id from messages where conversation_id = ${conversation.id}`)
const refusedAs = (uploading: Promise<unknown>) =>
  uploading.then(
    () => null,
    (error: unknown) => (error instanceof RefusedUpload ? error.problem.code : error),
  )

describe('an upload for a message', () => {
  it('is judged by its bytes, not its name; pictures are re-encoded', async () => {
    const { creator, project } = await buildDeal(storage.pool)
    const kept = await attach(creator, project)
    expect(kept).toMatchObject({ bucket: 'message-files', file_type: 'image/webp' })
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj << >> endobj\ntrailer << >>\n%%EOF')
    expect((await attach(creator, project, pdf, 'terms.pdf')).file_type).toBe('application/pdf')
    expect(await refusedAs(attach(creator, project, Buffer.from('Plain words.'), 'a.png'))).toBe(
      'upload.bad_type',
    )
    const torn = Buffer.concat([png.subarray(0, 60), Buffer.alloc(40)])
    expect(await refusedAs(attach(creator, project, torn))).toBe('upload.unreadable_image')
  })

  it('is accepted from both parties, even after the project is completed, and from no one else', async () => {
    const { seller, creator, project } = await buildDeal(storage.pool)
    const stranger = await buildCreator(storage.pool)
    expect(await refusedAs(attach(stranger, project))).toBe('request.not_found')
    expect(await refusedAs(attach(stranger, { id: randomUUID() }))).toBe('request.not_found')
    await execute(
      storage.pool,
      sql`update projects set status = 'completed' where id = ${project.id}`,
    )
    for (const one of [seller, creator])
      expect((await attach(one, project)).size).toBeGreaterThan(0)
  })
})

describe('a message with files', () => {
  it('lists them in the sender’s order for both sides, with or without text', async () => {
    const { seller, creator, project, conversation } = await buildDeal(storage.pool)
    const files = [
      await attach(creator, project, png, 'one.png'),
      await attach(creator, project, png, 'two.png'),
      await attach(creator, project, png, 'three.png'),
    ]
    const [one, two, three] = files.map(({ id }) => id)
    const file_ids = [three, one, two].map((id) => id ?? '')
    const sent = await send(creator, conversation, { content: ' ', file_ids })
    expect(sent.status).toBe(200)
    expect(sent.body).toMatchObject({
      content: '',
      seq: 1,
      files: ['three.png', 'one.png', 'two.png'].map((file_name) => ({
        file_name,
        file_type: 'image/webp',
      })),
    })
    const fourth = await attach(seller, project)
    await send(seller, conversation, { content: 'Like this.', file_ids: [fourth.id] })
    for (const reader of [seller, creator]) {
      const [first, second] = await list(reader, conversation)
      expect(first).toEqual({ ...sent.body, read_at: null })
      expect(second?.files.map(({ id }) => id)).toEqual([fourth.id])
      const { body } = await storage.call(reader, 'conversations.get', {
        params: { id: conversation.id },
      })
      expect(body.last_message).toMatchObject({ content: 'Like this.', file_count: 1 })
    }
  })

  it('is refused when it is empty, has too many files, or files that are not its sender’s to attach', async () => {
    const { seller, creator, project, conversation } = await buildDeal(storage.pool)
    const elsewhere = await buildDeal(storage.pool)
    expectInvalid(await send(creator, conversation, { content: ' ', file_ids: [] }), 'content')
    expectInvalid(await send(creator, conversation, {}), 'content')
    const many = Array.from({ length: MESSAGE_LIMITS.files + 1 }, () => randomUUID())
    expectInvalid(await send(creator, conversation, { file_ids: many }), 'file_ids')

    const own = await attach(creator, project)
    const used = await attach(creator, project)
    await send(creator, conversation, { file_ids: [used.id] })
    const delivery = await storage.upload(creator, {
      bucket: 'deliverable-files',
      bytes: png,
      projectId: project.id,
    })
    const theirs = await attach(seller, project)
    const another = await attach(elsewhere.creator, elsewhere.project)
    for (const wrong of [used.id, delivery.id, theirs.id, another.id, own.id, randomUUID()]) {
      const refused = await send(creator, conversation, { content: 'x', file_ids: [own.id, wrong] })
      expectRefusal(refused, 'upload.not_yours')
    }
    // Nothing of the message remains: it uses up no number, and the file is free for the next message.
    expect(await messagesOf(conversation)).toHaveLength(1)
    expect((await send(creator, conversation, { file_ids: [own.id] })).body.seq).toBe(2)
  })

  it('sent twice under one id is one message; with other words or files it is refused', async () => {
    const { creator, project, conversation } = await buildDeal(storage.pool)
    const [one, two] = [await attach(creator, project), await attach(creator, project)]
    const body = { id: randomUUID(), content: 'Both.', file_ids: [one.id, two.id] }
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => send(creator, conversation, body)),
    )
    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body]))).size).toBe(1)
    expect(replies[0]?.status).toBe(200)
    for (const other of [
      { ...body, content: 'Both!' },
      { ...body, file_ids: [two.id, one.id] },
      { ...body, file_ids: [one.id] },
      { id: body.id, content: 'Both.' },
    ])
      expectRefusal(await send(creator, conversation, other), 'message.another')
    expect(await list(creator, conversation)).toEqual([replies[0]?.body])
  })

  it('attaches a file that four messages claim concurrently to only one of them', async () => {
    const { creator, project, conversation } = await buildDeal(storage.pool)
    const { id } = await attach(creator, project)
    const replies = await Promise.all(
      ['a', 'b', 'c', 'd'].map((content) =>
        send(creator, conversation, { content, file_ids: [id] }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 422, 422, 422,
    ])
    expect((await list(creator, conversation)).map(({ seq }) => seq)).toEqual([1])
  })
})

describe('the links to attached files', () => {
  it('open for both sides until they expire, and are given to no one else', async () => {
    const { seller, creator, project, conversation } = await buildDeal(storage.pool)
    const file = await attach(creator, project)
    await send(creator, conversation, { file_ids: [file.id] })
    await prepareFile(storage.deps, storage.storage.tools, file.id)
    for (const reader of [seller, creator]) {
      const [given, ...more] = await links(reader, conversation)
      expect(more).toEqual([])
      expect(given?.id).toBe(file.id)
      for (const url of [given?.file_url, given?.poster_url, given?.preview_url])
        expect((await storage.fetch(null, url ?? '')).status).toBe(200)
      const later = new Date(Date.now() + (SIGNED_LINK_SECONDS + 1) * 1_000)
      storage.setNow(later)
      expect((await storage.fetch(reader, given?.file_url ?? '')).status).toBe(404)
      storage.setNow(null)
    }
    const stranger = await buildCreator(storage.pool)
    const operator = await buildOperator(storage.pool)
    const params = { id: conversation.id }
    for (const one of [stranger, operator])
      await expectHidden(storage, one, 'messages.files', { params })
    // Without a signature an address is useless to anyone.
    for (const one of [seller, creator, stranger, null])
      expect((await storage.fetch(one, `/storage/private/${file.id}`)).status).toBe(404)
  })

  it('are paged by message number', async () => {
    const { creator, project, conversation } = await buildDeal(storage.pool)
    const [first, last] = [await attach(creator, project), await attach(creator, project)]
    await send(creator, conversation, { file_ids: [first.id] })
    await execute(
      storage.pool,
      sql`insert into messages (conversation_id, sender_id, content)
        select ${conversation.id}, ${creator.id}, 'm' from generate_series(1, ${MESSAGE_LIMITS.page - 1}::int)`,
    )
    await send(creator, conversation, { file_ids: [last.id] })
    expect((await links(creator, conversation)).map(({ id }) => id)).toEqual([first.id])
    expect((await links(creator, conversation, 1)).map(({ id }) => id)).toEqual([last.id])
    expect(await links(creator, conversation, MESSAGE_LIMITS.page + 1)).toEqual([])
  })

  it('are announced as changed to both sides once a still image is ready', async () => {
    const { seller, creator, project, conversation } = await buildDeal(storage.pool)
    const file = await attach(creator, project)
    await send(creator, conversation, { file_ids: [file.id] })
    expect((await links(seller, conversation))[0]?.poster_url).toBeNull()
    await prepareFile(storage.deps, storage.storage.tools, file.id)
    const [told] = await rows<{ payload: unknown }>(
      storage.pool,
      sql`select payload from graphile_worker._private_jobs where payload::jsonb->'topics' = '["message_files"]'
        and payload::jsonb->'user_ids' ? ${seller.id}`,
    )
    expect(told?.payload).toEqual({
      user_ids: [seller.id, creator.id],
      topics: ['message_files'],
      project_id: project.id,
    })
  })

  it('are in the evidence of a dispute, for both sides and the operator', async () => {
    const deal = await buildDeal(storage.pool)
    const payment = await buildPayment(storage.pool, {
      application: deal.application,
      status: 'held_in_escrow',
    })
    const file = await attach(deal.creator, deal.project)
    await send(deal.creator, deal.conversation, { content: 'Agreed.', file_ids: [file.id] })
    const { id } = await buildDispute(storage.pool, {
      payment,
      openedBy: deal.seller,
    })
    const operator = await buildOperator(storage.pool)
    for (const [reader, key] of [
      [deal.seller, 'disputes.evidence'],
      [deal.creator, 'disputes.evidence'],
      [operator, 'operator.dispute_evidence'],
    ] as const) {
      const { body } = await storage.call(reader, key, { params: { id } })
      const [message] = body.messages
      expect(message?.files).toMatchObject([{ id: file.id, file_name: 'shelf.png' }])
      expect((await storage.fetch(null, message?.files[0]?.file_url ?? '')).status).toBe(200)
    }
  })
})

describe('an uploaded file that is attached to nothing', () => {
  it('is deleted after a day; a file that was sent stays, even after its sender left', async () => {
    const { creator, project, conversation } = await buildDeal(storage.pool)
    const [sent, loose] = [await attach(creator, project), await attach(creator, project)]
    await send(creator, conversation, { file_ids: [sent.id] })
    const tidy = async (hours: number) => {
      storage.setNow(new Date(Date.now() + hours * 60 * 60_000))
      await cleanUpFiles(storage.deps, storage.storage)
      storage.setNow(null)
    }
    await tidy(0)
    await tidy(23)
    expect(await fileById(storage.pool, loose.id)).not.toBeNull()
    await tidy(25)
    expect(await fileById(storage.pool, loose.id)).toBeNull()
    expect(await fileById(storage.pool, sent.id)).not.toBeNull()
    expectRefusal(await send(creator, conversation, { file_ids: [loose.id] }), 'upload.not_yours')
    // This is how the deletion of an account leaves its person's files.
    await execute(
      storage.pool,
      sql`update files set unused_since = now() - interval '2 days' where owner_id = ${creator.id}`,
    )
    await tidy(26)
    expect(await fileById(storage.pool, sent.id)).not.toBeNull()
  })
})
