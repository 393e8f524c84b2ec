import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RouteKey, routeParts, routes } from '#contract/api.ts'
import { type MoneyState, ORIGINAL_ACCESS } from '#contract/originals.ts'
import { MARKED_RENDITIONS, PRIVATE_RENDITIONS } from '#contract/uploads.ts'
import { ensureConversation } from '#server/conversations/conversation-store.ts'
import { execute, maybeRow, raw, rows, sql } from '#server/db/sql.ts'
import { prepareFile } from '#server/uploads/prepare-file.ts'
import { renditionPath } from '#server/uploads/file-address.ts'
import { signedFileUrl } from '#server/uploads/signed-link.ts'
import {
  buildCreator,
  buildDeal,
  buildDispute,
  buildGuestLink,
  buildOperator,
  buildPayment,
  buildSeller,
  type BuiltUser,
} from '#tests/support/builders.ts'
import { pngFile } from '#tests/support/pictures.ts'
import { startStorage, type TestStorage } from '#tests/support/storage.ts'

/** What a payment's row looks like in each state; null: there is no row. */
const STATES: Record<MoneyState, string | null> = {
  none: null,
  pending: "status = 'pending'",
  failed: "status = 'failed'",
  held_in_escrow: "status = 'held_in_escrow'",
  ordered_release: "status = 'held_in_escrow', moving = 'release'",
  ordered_refund: "status = 'held_in_escrow', moving = 'refund'",
  ordered_part_refund: "status = 'held_in_escrow', moving = 'part_refund'",
  ordered_agreed_refund: "status = 'held_in_escrow', moving = 'agreed_refund', agreed_refund = 100",
  part_decided: "status = 'held_in_escrow', decided_refund = 5000, decided_attempt = 1",
  sent_before: "status = 'held_in_escrow', came_back = 'transfer'",
  released: "status = 'released'",
  refunded: "status = 'refunded'",
  taken_back: "status = 'released', dispute_outcome = 'lost', disputed = true",
}
const OTHERWISE =
  "deal_dispute_id = null, moving = null, came_back = null, decided_refund = null, decided_attempt = null, agreed_refund = 0, dispute_outcome = null, disputed = false, status = 'pending'"

let storage: TestStorage
let deal: Awaited<ReturnType<typeof buildDeal>>
let operator: BuiltUser
let strangers: [BuiltUser, BuiltUser]
let conversation: { id: string }
let guest: { token: string }
let delivery: { id: string; fileId: string; secondId: string }
/** Digests of all bytes that carry no mark. */
let unmarked: Set<string>
/** Links the brand was given while everything was open. */
let kept: string[]

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const prepare = async () => {
  for (const id of [delivery.fileId, delivery.secondId])
    await prepareFile(storage.deps, storage.storage.tools, id)
}

beforeAll(async () => {
  storage = await startStorage()
  // Links are the same within a minute: on a running clock, a link that was tried would differ from the one in the list
  // a minute later.
  storage.setNow(new Date())
  deal = await buildDeal(storage.pool)
  operator = await buildOperator(storage.pool)
  strangers = [await buildSeller(storage.pool), await buildCreator(storage.pool)]
  conversation = await ensureConversation(storage.pool, {
    projectId: deal.project.id,
    sellerId: deal.seller.id,
    creatorId: deal.creator.id,
  })
  const uploaded = async (name: string, width: number) => {
    const { buffer: bytes } = await pngFile(name, width, 600)
    const file = { bucket: 'deliverable-files', bytes, name, projectId: deal.project.id } as const
    return (await storage.upload(deal.creator, file)).id
  }
  const [fileId, secondId] = [await uploaded('shot.png', 900), await uploaded('side.png', 800)]
  const submitted = await storage.call(deal.creator, 'deliverables.submit', {
    params: { id: deal.project.id },
    body: { files: [{ file_id: fileId }, { file_id: secondId }] },
  })
  delivery = { id: submitted.body.id, fileId, secondId }
  await prepare()
  await moneyIs('released')
  await prepare()
  const { files } = storage.storage.tools
  const bytesAt = async (path: string) =>
    Buffer.concat(await ((await files.open(path))?.toArray() ?? []))
  const held = await rows<{ path: string; renditions: string[] }>(
    storage.pool,
    sql`select path, renditions from files where id = any(${[fileId, secondId]}::uuid[])`,
  )
  const paths = held.flatMap(({ path, renditions }) => {
    const plain = renditions.filter(
      (name) => !(MARKED_RENDITIONS as readonly string[]).includes(name),
    )
    if (plain.join() !== 'poster.webp,preview.webp') throw new Error(`unexpected: ${plain.join()}`)
    return [path, ...plain.map((name) => renditionPath(path, name))]
  })
  unmarked = new Set(await Promise.all(paths.map(async (one) => digest(await bytesAt(one)))))
  guest = await buildGuestLink(storage.pool, deal)
  kept = await linksOf(deal.seller)
})
afterAll(() => storage.close())

async function moneyIs(state: MoneyState): Promise<void> {
  const set = STATES[state]
  const payment = await maybeRow<{ id: string }>(
    storage.pool,
    sql`select id from payments where application_id = ${deal.application.id}`,
  )
  if (set === null) {
    if (payment === null) return
    await execute(storage.pool, sql`update payments set deal_dispute_id = null`)
    await execute(storage.pool, sql`delete from deal_dispute_statements`)
    await execute(storage.pool, sql`delete from deal_disputes`)
    await execute(storage.pool, sql`delete from payments`)
    return
  }
  const { id } = payment ?? (await buildPayment(storage.pool, { application: deal.application }))
  if (payment === null) await buildDispute(storage.pool, { payment: { id }, openedBy: deal.seller })
  await execute(storage.pool, sql`update payments set ${raw(OTHERWISE)} where id = ${id}`)
  await execute(storage.pool, sql`update payments set ${raw(set)} where id = ${id}`)
}

/** The calls whose responses link to files of a deal: the last test below finds any other. */
const READS = [
  'deliverables.for_project',
  'deliverables.to_review',
  'deliverables.mine',
  'review.room',
  'conversations.events',
  'messages.list',
  'disputes.for_project',
  'disputes.evidence',
  'operator.dispute',
  'operator.dispute_evidence',
] as const satisfies readonly RouteKey[]

const ADDRESS = /\/storage\/private\/[^"\\#]+/g

/** Routes that take its id in a path with this prefix. */
function idOf(path: string, ids: { dispute: string; payment: string }): string {
  const begins: [RegExp, string][] = [
    [/^\/api\/(operator\/)?projects\//, deal.project.id],
    [/^\/api\/applications\//, deal.application.id],
    [/^\/api\/conversations\//, conversation.id],
    [/^\/api\/deliverables\//, delivery.id],
    [/^\/api\/deliverable-files\//, delivery.fileId],
    [/^\/api\/(operator\/)?disputes\//, ids.dispute],
    [/^\/api\/(operator\/)?payments\//, ids.payment],
  ]
  return begins.find(([begin]) => begin.test(path))?.[1] ?? deal.creator.id
}

/** Every address of ours in the responses of these calls to a person of the deal, and in a guest's room. */
async function linksOf(person: BuiltUser, keys: readonly RouteKey[] = READS): Promise<string[]> {
  const [dispute] = await rows<{ id: string; payment_id: string }>(
    storage.pool,
    sql`select id, payment_id from deal_disputes`,
  )
  const nothing = randomUUID()
  const ids = { dispute: dispute?.id ?? nothing, payment: dispute?.payment_id ?? nothing }
  const read: unknown[] = []
  for (const key of keys) {
    const { path } = routeParts(key)
    read.push(
      (await storage.call(person, key, { params: { id: idOf(path, ids), code: 'CW-0000-0000' } }))
        .body,
    )
  }
  return [...new Set(JSON.stringify(read).match(ADDRESS) ?? [])]
}

async function linksOfGuest(): Promise<string[]> {
  const { body } = await storage.call(null, 'review.guest_room', { body: { token: guest.token } })
  return JSON.stringify(body).match(ADDRESS) ?? []
}

/** A link, and every variation that someone may try to make of it. */
function variants(link: string, reader: string): string[] {
  const plain = link.replace(/&rendition=[\w.]+/, '')
  const other = PRIVATE_RENDITIONS.flatMap((name) => [
    plain.replace('&signature', `&rendition=${name}&signature`),
    link.replace(/rendition=[\w.]+/, `rendition=${name}`),
  ])
  return [
    link,
    plain,
    ...other,
    link.replace(/&reader=[\w-]+/, ''),
    link.replace(/reader=[\w-]+/, `reader=${deal.creator.id}`),
    link.replace(/reader=[\w-]+/, `reader=${reader}`),
  ].flatMap((one) => [one, `${one}&download=1`])
}

/** Every link that we could have signed: for one reader, or for no one. */
const signed = (reader: string | null): string[] =>
  [delivery.fileId, delivery.secondId].flatMap((id) =>
    [null, ...PRIVATE_RENDITIONS].map((rendition) =>
      signedFileUrl(storage.deps.config, id, storage.deps.clock(), { rendition, readerId: reader }),
    ),
  )

/** The result of requesting addresses: which of them returned unmarked bytes, and how many returned anything. */
async function opened(person: BuiltUser | null, links: Iterable<string>) {
  const found: string[] = []
  let any = 0
  for (const link of new Set(links)) {
    const response = await storage.fetch(person, link)
    const bytes = Buffer.from(await response.arrayBuffer())
    if (response.status === 200) any += 1
    if (unmarked.has(digest(bytes))) found.push(link)
  }
  return { found, any }
}

const ALL = Object.keys(ORIGINAL_ACCESS) as MoneyState[]

describe.each(ALL)('with the money %s', (state) => {
  beforeAll(() => moneyIs(state))

  test('the brand gets unmarked bytes exactly if the table says so', async () => {
    const { seller } = deal
    const given = [...(await linksOf(seller)), ...(await linksOfGuest())]
    const tried = [...given, ...kept].flatMap((link) => variants(link, seller.id))
    const { found, any } = await opened(seller, [...tried, ...signed(seller.id), ...signed(null)])
    expect(any).toBeGreaterThan(2)
    const { body } = await storage.call(seller, 'deliverables.for_project', {
      params: { id: deal.project.id },
    })
    const { brand: open } = ORIGINAL_ACCESS[state]
    expect(body).toMatchObject([{ original_open: open, preview_state: 'ready' }])
    const links = [
      body[0]?.file_url ?? '',
      ...(body[0]?.files ?? []).map(({ file_url }) => file_url ?? ''),
    ]
    expect(new Set(links).size).toBe(2)
    for (const link of links) {
      expect(link.includes('rendition=marked.webp')).toBe(!open)
      // The whole file, a smaller picture and its still, or nothing at all.
      expect(found.includes(link)).toBe(open)
    }
    expect(found.length > 0).toBe(open)
  })

  test('the creator always gets unmarked bytes, and so does the operator of a dispute', async () => {
    const whole = (links: string[]) => links.filter((link) => !link.includes('rendition='))
    const own = whole(await linksOf(deal.creator))
    expect((await opened(null, own)).found).toHaveLength(2)
    const shown = whole(await linksOf(operator))
    expect((await opened(null, shown)).found).toHaveLength(state === 'none' ? 0 : 2)
  })

  test('a stranger gets no links, and no unsigned address opens a file', async () => {
    const [seller, creator] = strangers
    for (const stranger of [seller, creator]) expect(await linksOf(stranger)).toEqual([])
    const unsigned = [delivery.fileId, delivery.secondId].flatMap((id) => [
      `/storage/private/${id}`,
      `/storage/public/deliverable-files/${deal.creator.id}/${id}.png`,
      `/storage/public/deliverable-files/${deal.creator.id}/${id}-preview.webp`,
    ])
    for (const someone of [null, seller, creator, operator])
      expect((await opened(someone, unsigned)).any).toBe(0)
  })
})

test('no other call returns a link to a file of the deal, to either side or an operator', async () => {
  await moneyIs('released')
  const others = (Object.keys(routes) as RouteKey[]).filter(
    (key) => routeParts(key).method === 'GET' && !(READS as readonly RouteKey[]).includes(key),
  )
  for (const person of [deal.seller, deal.creator, operator])
    for (const key of others) expect(await linksOf(person, [key]), key).toEqual([])
  // Each of these does link to files for someone: otherwise the list above would be too long.
  expect(await linksOf(deal.seller, ['review.room'])).not.toEqual([])
})
