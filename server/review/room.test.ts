import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { NewNote, ReviewNote } from '#contract/review-note-schemas.ts'
import { NOTE_LIMITS } from '#contract/review-notes.ts'
import { execute, raw, rows, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { buildDeal, buildFile, buildNote, buildPayment } from '#tests/support/builders.ts'
import { mailsTo } from '#tests/support/jobs.ts'
import { expectHidden, expectInvalid, expectRefusal } from '#tests/support/refusals.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

type Deal = Awaited<ReturnType<typeof buildDeal>>

/** A version of a deal's 30-second video, handed in. */
async function handedIn(deal: Deal, { type = 'video/mp4', answers = [] as object[] } = {}) {
  const file = await buildFile(api.pool, {
    owner: deal.creator,
    bucket: 'deliverable-files',
    project: deal.project,
  })
  const media = {
    fps_num: 30,
    fps_den: 1,
    frames: 900,
    duration_ms: 30_000,
    width: 720,
    height: 1280,
    rotation: 0,
    vfr: false,
    audio: null,
    hdr: false,
    codec: 'avc',
    storyboard: null,
  }
  const known = type === 'video/mp4' ? JSON.stringify(media) : null
  await execute(
    api.pool,
    sql`update files set file_type = ${type}, media = ${known}::jsonb where id = ${file.id}`,
  )
  return api.call(deal.creator, 'deliverables.submit', {
    params: { id: deal.project.id },
    body: { file_id: file.id, answers },
  })
}

async function dealWithVersion(type?: string) {
  const deal = await buildDeal(api.pool)
  const { body: version } = await handedIn(deal, type === undefined ? {} : { type })
  return { deal, version }
}

const note = (over: Partial<NewNote> = {}) => ({
  id: randomUUID(),
  kind: 'must',
  body: 'The logo is cut off.',
  at_ms: 7_000,
  ...over,
})
const save = (deal: Deal, version: { id: string }, body: object, as = deal.seller) =>
  api.call(as, 'review.save_draft', { params: { id: version.id }, body })
const room = (as: { id: string }, version: { id: string }) =>
  api.call(as, 'review.room', { params: { id: version.id } })
const send = (
  deal: Deal,
  version: { id: string },
  notes: string[],
  { request_changes = true, text = undefined as string | undefined } = {},
) =>
  api.call(deal.seller, 'review.send', {
    params: { id: version.id },
    body: { notes, request_changes, ...(text === undefined ? {} : { text }) },
  })
/** A draft, sent with a revision request. */
async function asked(deal: Deal, version: { id: string }, over: Partial<NewNote> = {}) {
  const { body: draft } = await save(deal, version, note(over))
  const reply = await send(deal, version, [draft.id])
  expect(reply.status).toBe(200)
  return draft.id
}
const move = (
  as: { id: string },
  key: 'review.answer' | 'review.resolve' | 'review.reopen' | 'review.withdraw',
  id: string,
  body?: object,
) => api.call(as, key, { params: { id }, ...(body === undefined ? {} : { body }) })
const eventsOf = async (projectId: string, entity: string) =>
  (
    await rows<{ move: string }>(
      api.pool,
      sql`select move from events where project_id = ${projectId} and entity = ${entity} order by id`,
    )
  ).map((event) => event.move)

describe('a note about one of several files', () => {
  async function withFiles(types: readonly string[]) {
    const deal = await buildDeal(api.pool)
    const files: { file_id: string }[] = []
    for (const type of types) {
      const owner = deal.creator
      const file = await buildFile(api.pool, { owner, bucket: 'deliverable-files', ...deal })
      await execute(
        api.pool,
        sql`update files set file_type = ${type}, file_name = ${type.replace('/', '.')} where id = ${file.id}`,
      )
      files.push({ file_id: file.id })
    }
    const params = { id: deal.project.id }
    const { body } = await api.call(deal.creator, 'deliverables.submit', {
      params,
      body: { files },
    })
    return { deal, version: body }
  }

  it('is refused where the version has no such file, and where that file has no such place', async () => {
    const { deal, version } = await withFiles(['video/mp4', 'image/webp'])
    expectInvalid(await save(deal, version, note({ file_position: 3 })), 'file_position')
    expectInvalid(await save(deal, version, note({ file_position: 21 })), 'file_position')
    // A moment of the picture.
    expectInvalid(await save(deal, version, note({ file_position: 2 })), 'at_ms')
    expect((await room(deal.seller, version)).body.notes).toEqual([])
  })

  it('is numbered in the order of the files, and notices name its file', async () => {
    const { deal, version } = await withFiles(['video/mp4', 'image/webp'])
    const first = note()
    const second = note({ file_position: 2, at_ms: null, body: 'Brighter.' })
    for (const one of [second, first])
      expect((await save(deal, version, one)).body.status).toBe('draft')
    await send(deal, version, [second.id, first.id])
    const { body } = await room(deal.creator, version)
    expect(body.notes.map(({ number, file_position }) => [number, file_position])).toEqual([
      [1, 1],
      [2, 2],
    ])
    expect(body.versions[0]?.files).toMatchObject([
      { position: 1, file_type: 'video/mp4' },
      { position: 2, file_type: 'image/webp', media: null },
    ])
    await api.call(deal.creator, 'review.reply', {
      params: { id: second.id },
      body: { id: randomUUID(), body: 'By one stop?' },
    })
    const told = async (who: typeof deal.seller) =>
      (await api.call(who, 'notifications.list', { query: {} })).body.items[0]?.sentence
    expect(await told(deal.seller)).toContain('replied to a note on “image.webp” for')
    expect(await told(deal.creator)).toContain('“video.mp4 and 1 more file”')
    expect(body.versions[0]?.reviewer_notes).toContain('1. video.mp4, 0:07 — The logo is cut off.')
    expect(body.versions[0]?.reviewer_notes).toContain('2. image.webp — Brighter.')
  })
})

describe('a draft note', () => {
  it('is visible only to its author until it is sent', async () => {
    const { deal, version } = await dealWithVersion()
    const { body: draft } = await save(deal, version, note())
    expect(draft).toMatchObject({ status: 'draft', number: null, author: 'owner', version: 1 })
    expect((await room(deal.seller, version)).body.notes).toEqual([draft])
    expect((await room(deal.creator, version)).body).toMatchObject({ reader: 'creator', notes: [] })
    await expectHidden(api, deal.creator, 'review.reply', {
      params: { id: draft.id },
      body: { id: randomUUID(), body: 'Where?' },
    })
  })

  it('is stored once however often it is saved, and can be rewritten or discarded by no one else', async () => {
    const { deal, version } = await dealWithVersion()
    const first = note()
    const replies = await Promise.all([1, 2, 3, 4].map(() => save(deal, version, first)))
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const rewritten = await save(deal, version, { ...first, body: 'It is too dark.', kind: 'wish' })
    expect(rewritten.body).toMatchObject({ id: first.id, body: 'It is too dark.', kind: 'wish' })
    expect((await room(deal.seller, version)).body.notes).toHaveLength(1)
    const other = await dealWithVersion()
    expectRefusal(await save(other.deal, other.version, first), 'request.not_found')
    expectRefusal(
      await api.call(other.deal.seller, 'review.discard_draft', { params: { id: first.id } }),
      'request.not_found',
    )
  })

  it('saved under one id in two projects at once is stored in one, and the other gets a 404', async () => {
    for (let round = 0; round < 4; round += 1) {
      const one = await dealWithVersion()
      const two = await dealWithVersion()
      const same = note()
      const replies = await Promise.all([
        save(one.deal, one.version, same),
        save(two.deal, two.version, same),
      ])
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    }
  })

  it('can no longer be rewritten or discarded once it was sent', async () => {
    const { deal, version } = await dealWithVersion()
    const first = note()
    await save(deal, version, first)
    await send(deal, version, [first.id], { request_changes: false })
    expect((await save(deal, version, first)).body).toMatchObject({ status: 'open', number: 1 })
    expectRefusal(await save(deal, version, { ...first, body: 'Else.' }), 'review.note_sent')
    const discard = () =>
      api.call(deal.seller, 'review.discard_draft', { params: { id: first.id } })
    expectRefusal(await discard(), 'review.note_sent')
  })

  it('is discarded by its author', async () => {
    const { deal, version } = await dealWithVersion()
    const { body: draft } = await save(deal, version, note())
    await api.call(deal.seller, 'review.discard_draft', { params: { id: draft.id } })
    expect((await room(deal.seller, version)).body.notes).toEqual([])
  })

  it('can be saved only on the newest version, and one on an older version can be moved there', async () => {
    const { deal, version } = await dealWithVersion()
    const draft = note()
    await save(deal, version, draft)
    const { body: second } = await handedIn(deal)
    expectRefusal(await save(deal, version, note()), 'review.older_version')
    expectRefusal(await send(deal, version, [draft.id]), 'review.older_version')
    expectRefusal(await send(deal, second, [draft.id]), 'review.older_version')
    expect((await save(deal, second, draft)).body).toMatchObject({ version: 2 })
    const { versions } = (await room(deal.seller, second)).body
    expect(versions.map((one) => [one.version, one.accepts_notes])).toEqual([
      [2, true],
      [1, false],
    ])
  })

  it.each([
    ['the project is completed', sql`update projects set status = 'completed' where id =`],
    ['the project is cancelled', sql`update projects set status = 'cancelled' where id =`],
  ])('is refused when %s', async (_, end) => {
    const { deal, version } = await dealWithVersion()
    const { body: draft } = await save(deal, version, note())
    const sent = await buildNote(api.pool, { deliverable: version })
    await execute(api.pool, sql`${end} ${deal.project.id}`)
    expectRefusal(await save(deal, version, note()), 'review.over')
    expectRefusal(await send(deal, version, [draft.id]), 'review.over')
    expectRefusal(await move(deal.seller, 'review.resolve', sent.id), 'review.over')
    expectRefusal(await move(deal.creator, 'review.answer', sent.id, { done: true }), 'review.over')
    expect((await room(deal.creator, version)).body.versions[0]?.accepts_notes).toBe(false)
  })

  it('is refused once the money was refunded or the version approved', async () => {
    const returned = await dealWithVersion()
    await buildPayment(api.pool, {
      application: returned.deal.application,
      status: 'refunded',
    })
    expectRefusal(await save(returned.deal, returned.version, note()), 'review.over')
    const approved = await dealWithVersion()
    await api.call(approved.deal.seller, 'deliverables.approve', {
      params: { id: approved.version.id },
      body: { release: false },
    })
    expectRefusal(await save(approved.deal, approved.version, note()), 'review.over')
    const { body } = await room(approved.deal.creator, approved.version)
    expect(body.versions).toMatchObject([{ status: 'approved', approved_unanswered: false }])
  })

  it('is refused beyond the limit on notes that are not withdrawn', async () => {
    const { deal, version } = await dealWithVersion()
    await execute(
      api.pool,
      sql`insert into review_notes (id, project_id, deliverable_id, author_id, kind, body, created_at)
        select gen_random_uuid(), ${deal.project.id}, ${version.id}, ${deal.seller.id}, 'wish', 'x', now()
        from generate_series(1, ${NOTE_LIMITS.notes - 1})`,
    )
    const last = note()
    expect((await save(deal, version, last)).status).toBe(200)
    expectRefusal(await save(deal, version, note()), 'review.too_many_notes')
    // Rewriting adds none.
    expect((await save(deal, version, { ...last, body: 'Later.' })).status).toBe(200)
  })

  it('is refused beyond a second, larger limit that includes withdrawn notes', async () => {
    const { deal, version } = await dealWithVersion()
    const withdrawn = await asked(deal, version)
    await execute(
      api.pool,
      sql`insert into review_notes (id, project_id, deliverable_id, author_id, kind, body, created_at, status, number,
          sent_at, sending_id)
        select gen_random_uuid(), project_id, deliverable_id, author_id, kind, body, created_at, 'withdrawn', 1 + n,
          sent_at, sending_id
        from review_notes, generate_series(1, ${NOTE_LIMITS.notesEver - 1}) n where id = ${withdrawn}`,
    )
    expectRefusal(await save(deal, version, note()), 'review.too_many_notes')
  })

  it('is refused if all drawings of the project together become too large', async () => {
    const { deal, version } = await dealWithVersion()
    const bytes = Math.trunc(NOTE_LIMITS.allDrawingsBytes / 20_000)
    await execute(
      api.pool,
      sql`insert into review_notes (id, project_id, deliverable_id, author_id, kind, body, drawing, created_at)
        select gen_random_uuid(), ${deal.project.id}, ${version.id}, ${deal.seller.id}, 'wish', 'x',
          to_jsonb(repeat('x', 20000)), now() from generate_series(1, ${bytes})`,
    )
    const drawing = { v: 1, shapes: [{ t: 'pen', c: 0, w: 1, p: Array(4_000).fill(9_999) }] }
    expectRefusal(await save(deal, version, { ...note(), drawing }), 'review.too_many_drawings')
    expect((await save(deal, version, note())).status).toBe(200)
  })
})

const shapes = (count: number, p: number[] = [1, 2, 3, 4]) =>
  Array.from({ length: count }, () => ({ t: 'pen', c: 0, w: 1, p }))
const points = (count: number) => Array.from({ length: 2 * count }, () => 10_000)

describe('the target of a draft note', () => {
  test.each([
    ['a moment after the end', { at_ms: 30_001 }, 'at_ms'],
    ['a moment before the beginning', { at_ms: -1 }, 'at_ms'],
    ['a moment between two milliseconds', { at_ms: 7.5 }, 'at_ms'],
    ['a range that ends where it begins', { until_ms: 7_000 }, 'until_ms'],
    ['a range without a beginning', { at_ms: null, until_ms: 7_000 }, 'until_ms'],
    ['a range that ends after the video', { until_ms: 30_001 }, 'until_ms'],
    ['a page of a video', { page: 1 }, 'page'],
    ['a page before the first', { page: 0 }, 'page'],
    ['a place outside', { place: { x: 10_001, y: 0 } }, 'place.x'],
    ['half a place', { place: { x: 1 } }, 'place.y'],
    ['a drawing on no frame', { at_ms: null, drawing: { v: 1, shapes: shapes(1) } }, 'drawing'],
    ['too many shapes', { drawing: { v: 1, shapes: shapes(21) } }, 'drawing'],
    ['too many points', { drawing: { v: 1, shapes: shapes(2, points(1_001)) } }, 'drawing'],
    ['no shape at all', { drawing: { v: 1, shapes: [] } }, 'drawing'],
    ['half a point', { drawing: { v: 1, shapes: shapes(1, [1, 2, 3]) } }, 'drawing'],
    ['a point outside', { drawing: { v: 1, shapes: shapes(1, [1, 10_001]) } }, 'drawing'],
    ['a broken number', { drawing: { v: 1, shapes: shapes(1, [1.5, 2]) } }, 'drawing'],
    ['another version', { drawing: { v: 2, shapes: shapes(1) } }, 'drawing'],
    ['an unknown field', { drawing: { v: 1, shapes: shapes(1), x: 1 } }, 'drawing'],
    [
      'an arrow with three points',
      { drawing: { v: 1, shapes: [{ t: 'arrow', c: 0, w: 1, p: [1, 2, 3, 4, 5, 6] }] } },
      'drawing',
    ],
    [
      'an unknown colour',
      { drawing: { v: 1, shapes: [{ t: 'box', c: 6, w: 1, p: [1, 2, 3, 4] }] } },
      'drawing',
    ],
    ['no words', { body: '  ' }, 'body'],
    ['words that are too many', { body: 'x'.repeat(2_001) }, 'body'],
  ])('%s is refused with an error for its field', async (_, over, field) => {
    const { deal, version } = await dealWithVersion()
    expectInvalid(await save(deal, version, { ...note(), ...over }), field)
  })

  test.each([
    ['a drawing', 'video/mp4', { drawing: { v: 1, shapes: shapes(20, points(100)) } }],
    ['a place in a frame', 'video/mp4', { at_ms: 30_000, place: { x: 0, y: 10_000 } }],
    ['a range', 'video/mp4', { at_ms: 0, until_ms: 30_000 }],
    ['no moment', 'video/mp4', { at_ms: null }],
    ['a page', 'application/pdf', { at_ms: null, page: 3, drawing: { v: 1, shapes: shapes(1) } }],
    ['a place', 'image/png', { at_ms: null, place: { x: 5_000, y: 1 } }],
    ['the whole', 'text/plain', { at_ms: null }],
  ])('%s of %s is stored unchanged', async (_, type, over) => {
    const { deal, version } = await dealWithVersion(type)
    const { body } = await save(deal, version, { ...note(), ...over })
    expect(body).toMatchObject(over)
  })

  test.each([
    ['image/png', 'at_ms', {}],
    ['text/plain', 'place', { at_ms: null, place: { x: 1, y: 1 } }],
    ['image/png', 'page', { at_ms: null, page: 1 }],
  ])('a note on %s cannot have %s', async (type, field, over) => {
    const { deal, version } = await dealWithVersion(type)
    expectInvalid(await save(deal, version, { ...note(), ...over }), field)
  })
})

describe('sending notes', () => {
  it('with a revision request writes all notes into its text, in order, and sends one mail', async () => {
    const { deal, version } = await dealWithVersion()
    const drafts = [
      note({ at_ms: 12_000, body: 'Slower, please.', kind: 'wish' }),
      note({ at_ms: 7_400, until_ms: 9_000 }),
      note({ at_ms: 1_000, body: 'Brighter\n\nhere.' }),
    ]
    for (const draft of drafts) await save(deal, version, draft)
    const ids = drafts.map(({ id }) => id)
    const { body: after } = await send(deal, version, ids, { text: 'Nearly there!' })
    const told = [
      'Nearly there!',
      '',
      '2 changes:',
      '1. 0:01 — Brighter here.',
      '2. 0:07–0:09 — The logo is cut off.',
      '',
      '1 wish:',
      '3. 0:12 — Slower, please.',
    ].join('\n')
    expect(after.versions[0]).toMatchObject({ status: 'rejected', reviewer_notes: told })
    expect(after.notes.map(({ number, status, at_ms }) => [number, status, at_ms])).toEqual([
      [1, 'open', 1_000],
      [2, 'open', 7_400],
      [3, 'open', 12_000],
    ])
    expect((await room(deal.creator, version)).body.notes).toEqual(after.notes)
    const mails = await mailsTo(api.pool, deal.creator)
    expect(mails.filter((mail) => mail.includes('revision'))).toHaveLength(1)
    expect(await eventsOf(deal.project.id, 'deliverable')).toEqual(['submit', 'request_revision'])
    expect(await eventsOf(deal.project.id, 'review_note')).toEqual([])
  })

  it('without a revision request sends a notice of its own and leaves the version pending', async () => {
    const { deal, version } = await dealWithVersion()
    const drafts = [note({ kind: 'praise' }), note({ kind: 'question' })]
    for (const draft of drafts) await save(deal, version, draft)
    const ids = drafts.map(({ id }) => id)
    const reply = await send(deal, version, ids, { request_changes: false })
    expect(reply.body.versions[0]).toMatchObject({ status: 'pending', reviewer_notes: null })
    expect(await eventsOf(deal.project.id, 'review_note')).toEqual(['send'])
    const mails = await mailsTo(api.pool, deal.creator)
    expect(mails.filter((mail) => mail.includes('left notes'))).toHaveLength(1)
  })

  it.each([true, false])(
    'with concurrent clicks (request: %s) happens once, with one notice',
    async (request_changes) => {
      const { deal, version } = await dealWithVersion()
      const { body: draft } = await save(deal, version, note())
      const click = () => send(deal, version, [draft.id], { request_changes, text: 'See below.' })
      const replies = await Promise.all([1, 2, 3, 4, 5, 6].map(click))
      expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200))
      expect((await click()).body.notes.map(({ number }) => number)).toEqual([1])
      const sent = await rows(
        api.pool,
        sql`select 1 from review_sendings where project_id = ${deal.project.id}`,
      )
      expect(sent).toHaveLength(1)
      const about = await rows(
        api.pool,
        sql`select 1 from notifications where user_id = ${deal.creator.id}`,
      )
      expect(about).toHaveLength(1)
    },
  )

  it('from several windows at once sends all the different notes, each with its own number', async () => {
    const { deal, version } = await dealWithVersion()
    const drafts = [note(), note(), note(), note()]
    for (const draft of drafts) await save(deal, version, draft)
    const replies = await Promise.all(
      drafts.map(({ id }) => send(deal, version, [id], { request_changes: false })),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { notes } = (await room(deal.creator, version)).body
    expect(notes.map(({ number }) => number)).toEqual([1, 2, 3, 4])
  })

  it('that is refused sends nothing', async () => {
    const { deal, version } = await dealWithVersion()
    const { body: draft } = await save(deal, version, note())
    await api.call(deal.seller, 'deliverables.request_revision', {
      params: { id: version.id },
      body: { reviewer_notes: 'Brighter.' },
    })
    expectRefusal(await send(deal, version, [draft.id]), 'deliverable.already_reviewed')
    expect((await room(deal.creator, version)).body.notes).toEqual([])
    expectRefusal(await send(deal, version, [draft.id, randomUUID()]), 'request.not_found')
    const stored = await rows(
      api.pool,
      sql`select 1 from review_sendings where project_id = ${deal.project.id}`,
    )
    expect(stored).toEqual([])
  })

  it('shows a version’s general remarks with that version, and none with a version replaced unreviewed', async () => {
    const { deal, version: first } = await dealWithVersion()
    const { body: wish } = await save(deal, first, note({ kind: 'wish' }))
    await send(deal, first, [wish.id], { request_changes: false, text: 'A first look.' })
    await send(deal, first, [], { request_changes: true, text: 'Brighter, all of it.' })
    const { body: second } = await handedIn(deal)
    // Requested outside the room: in the deal's dialog.
    await api.call(deal.seller, 'deliverables.request_revision', {
      params: { id: second.id },
      body: { reviewer_notes: 'And slower.' },
    })
    const { body: third } = await handedIn(deal)
    const { body: change } = await save(deal, third, note())
    // The change says it all: no words are sent with it.
    await send(deal, third, [change.id], { request_changes: true })
    const fourth = await handedIn(deal, {
      answers: [{ note_id: change.id, done: true, text: null }],
    })
    const { body: fifth } = await handedIn(deal)
    const { versions } = (await room(deal.creator, fifth)).body
    const said = (id: string) =>
      versions
        .find((one) => one.id === id)
        ?.said.map(({ text, asks }) => `${asks ? 'asks' : 'says'}: ${text}`)
    expect(said(first.id)).toEqual(['says: A first look.', 'asks: Brighter, all of it.'])
    expect(said(second.id)).toEqual(['asks: And slower.'])
    expect(said(third.id)).toEqual([])
    expect(said(fourth.body.id)).toEqual([])
    expect(said(fifth.id)).toEqual([])
  })

  it('is rolled back if any of its writes fails, and a retry succeeds', async () => {
    const { deal, version } = await dealWithVersion()
    const drafts = [note(), note()]
    for (const draft of drafts) await save(deal, version, draft)
    const ids = drafts.map(({ id }) => id)
    await execute(
      api.pool,
      sql`create or replace function break_off() returns trigger language plpgsql as
        'begin raise exception ''the process died''; end'`,
    )
    // Links are left out, because they change every minute.
    const standing = async () => {
      const { notes, versions } = (await room(deal.seller, version)).body
      return { notes, statuses: versions.map(({ status }) => status) }
    }
    const before = await standing()
    for (const table of [
      'review_sendings',
      'review_notes',
      'deliverables',
      'events',
      'notifications',
    ]) {
      const trigger = raw(`break_off_here before insert or update on ${table}`)
      await execute(
        api.pool,
        sql`create trigger ${trigger} for each row execute function break_off()`,
      )
      expectRefusal(await send(deal, version, ids), 'server.failed')
      await execute(api.pool, sql`drop trigger break_off_here on ${raw(table)}`)
      expect(await standing()).toEqual(before)
    }
    expect((await send(deal, version, ids)).body.versions[0]?.status).toBe('rejected')
    expect(await mailsTo(api.pool, deal.creator)).toHaveLength(1)
  })

  it('with a note of another deal is refused like an unknown one', async () => {
    const { deal, version } = await dealWithVersion()
    const other = await dealWithVersion()
    const { body: foreign } = await save(other.deal, other.version, note())
    expectRefusal(await send(deal, version, [foreign.id]), 'request.not_found')
  })

  it('with a revision request needs a change, in a note or as text', async () => {
    const { deal, version } = await dealWithVersion()
    const { body: wish } = await save(deal, version, note({ kind: 'wish' }))
    expectRefusal(await send(deal, version, [wish.id]), 'review.nothing_to_send')
    expectRefusal(await send(deal, version, []), 'review.nothing_to_send')
    expectRefusal(
      await send(deal, version, [], { request_changes: false, text: 'Hello' }),
      'review.nothing_to_send',
    )
    const words = () => send(deal, version, [], { text: 'Start with the box.' })
    expect((await words()).body.versions[0]?.reviewer_notes).toBe('Start with the box.')
    expect((await words()).status).toBe(200)
    expectRefusal(
      await send(deal, version, [], { text: 'Something else.' }),
      'deliverable.already_reviewed',
    )
  })

  it('repeats changes of earlier versions that are still open', async () => {
    const { deal, version } = await dealWithVersion()
    const first = await asked(deal, version)
    const { body: second } = await handedIn(deal, { answers: [{ note_id: first, done: true }] })
    await move(deal.seller, 'review.reopen', first)
    const { body } = await send(deal, second, [])
    expect(body.versions[0]?.reviewer_notes).toBe(
      '1 change is still open:\n1. 0:07 — The logo is cut off.',
    )
  })

  it('shortens the revision request’s text to 4,000 characters, and counts the notes left out', async () => {
    const { deal, version } = await dealWithVersion()
    const drafts = Array.from({ length: 5 }, () => note({ body: 'x'.repeat(1_990) }))
    for (const draft of drafts) await save(deal, version, draft)
    const ids = drafts.map(({ id }) => id)
    const { body } = await send(deal, version, ids)
    const told = body.versions[0]?.reviewer_notes ?? ''
    expect(told.length).toBeLessThanOrEqual(4_000)
    expect(told).toMatch(/^5 changes:\n1\. 0:07 — x+\n… and 4 more in the review room\.$/)
  })
})

describe('a note that was sent', () => {
  it('is answered by the creator only, and resolved and reopened by the brand', async () => {
    const { deal, version } = await dealWithVersion()
    const id = await asked(deal, version)
    const undone = { done: false, text: 'The logo is yours: please send it larger.' }
    const { body: answered } = await move(deal.creator, 'review.answer', id, undone)
    expect(answered).toMatchObject({ status: 'answered', answer: { ...undone, version: null } })
    const again = await move(deal.creator, 'review.answer', id, undone)
    expect(again.body).toEqual(answered)
    expectRefusal(await move(deal.creator, 'review.resolve', id), 'request.sellers_only')
    expectRefusal(await move(deal.seller, 'review.answer', id, undone), 'request.creators_only')
    const { body: resolved } = await move(deal.seller, 'review.resolve', id)
    expect(resolved).toMatchObject({ status: 'resolved', waived: false })
    expect((await move(deal.seller, 'review.resolve', id)).body).toEqual(resolved)
    expectRefusal(
      await move(deal.creator, 'review.answer', id, { done: true }),
      'review.note_changed',
    )
    const { body: reopened } = await move(deal.seller, 'review.reopen', id)
    expect(reopened).toMatchObject({ status: 'open', resolved_at: null, answer: undone })
    expect(await eventsOf(deal.project.id, 'review_note')).toEqual(['answer', 'resolve', 'reopen'])
  })

  it('answered as not done needs a reason', async () => {
    const { deal, version } = await dealWithVersion()
    const id = await asked(deal, version)
    expectInvalid(await move(deal.creator, 'review.answer', id, { done: false }), 'text')
  })

  it('is withdrawn only before the creator said anything', async () => {
    const { deal, version } = await dealWithVersion()
    const drafts = [note(), note(), note()]
    for (const draft of drafts) await save(deal, version, draft)
    const [first = '', second = '', third = ''] = drafts.map(({ id }) => id)
    await send(deal, version, [first, second, third])
    await move(deal.creator, 'review.answer', first, { done: true })
    expectRefusal(await move(deal.seller, 'review.withdraw', first), 'review.already_answered')
    await api.call(deal.creator, 'review.reply', {
      params: { id: second },
      body: { id: randomUUID(), body: 'Where?' },
    })
    expectRefusal(await move(deal.seller, 'review.withdraw', second), 'review.already_answered')
    expect((await move(deal.seller, 'review.withdraw', third)).body.status).toBe('withdrawn')
    expectRefusal(await move(deal.seller, 'review.reopen', third), 'review.note_changed')
  })

  it('answered and withdrawn at the same moment has one outcome', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { deal, version } = await dealWithVersion()
      const id = await asked(deal, version)
      const replies = await Promise.all([
        move(deal.creator, 'review.answer', id, { done: true }),
        move(deal.seller, 'review.withdraw', id),
      ])
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    }
  })

  it('takes replies from both sides, each stored and notified once, up to the limit', async () => {
    const { deal, version } = await dealWithVersion()
    const id = await asked(deal, version)
    const say = (as: { id: string }, body: string, replyId = randomUUID()) =>
      api.call(as, 'review.reply', { params: { id }, body: { id: replyId, body } })
    const first = randomUUID()
    await Promise.all([1, 2, 3].map(() => say(deal.creator, 'Which one?', first)))
    expectRefusal(await say(deal.creator, 'Another.', first), 'review.note_sent')
    expectRefusal(await say(deal.seller, 'Which one?', first), 'request.not_found')
    const { body } = await say(deal.seller, 'The one on the box.')
    expect(body.replies.map((one) => [one.author, one.body])).toEqual([
      ['creator', 'Which one?'],
      ['owner', 'The one on the box.'],
    ])
    // The other side is notified of each one once, even if the request arrived twice.
    const told = await rows<{ user_id: string; words: string }>(
      api.pool,
      sql`select user_id, facts->>'words' as words from notifications where notice = 'review_reply.send'
          and facts->>'project_id' = ${deal.project.id} order by id`,
    )
    expect(told).toEqual([
      { user_id: deal.seller.id, words: 'Which one?' },
      { user_id: deal.creator.id, words: 'The one on the box.' },
    ])
    for (let count = 2; count < NOTE_LIMITS.replies; count += 1)
      expect((await say(deal.creator, 'And?')).status).toBe(200)
    expectRefusal(await say(deal.creator, 'And?'), 'review.too_many_replies')
  })

  it('takes no reply once all replies in the room together reach their length limit', async () => {
    const { deal, version } = await dealWithVersion()
    const id = await asked(deal, version)
    const reply = (body: string) =>
      api.call(deal.creator, 'review.reply', { params: { id }, body: { id: randomUUID(), body } })
    await execute(
      api.pool,
      sql`insert into review_replies (id, note_id, author_id, body, created_at)
        select gen_random_uuid(), ${id}, ${deal.seller.id}, repeat('x', 2000), now()
        from generate_series(1, ${NOTE_LIMITS.replies - 1})`,
    )
    expect((await reply('Fits.')).status).toBe(200)
    const { body: other } = await save(deal, version, note())
    await send(deal, version, [other.id], { request_changes: false })
    await execute(
      api.pool,
      sql`insert into review_replies (id, note_id, author_id, body, created_at)
        select gen_random_uuid(), ${id}, ${deal.seller.id}, repeat('x', 2000), now()
        from generate_series(1, ${NOTE_LIMITS.allReplies / 2_000})`,
    )
    const full = api.call(deal.creator, 'review.reply', {
      params: { id: other.id },
      body: { id: randomUUID(), body: 'Too much.' },
    })
    expectRefusal(await full, 'review.replies_full')
  })
})

const noteIn = async (as: { id: string }, version: { id: string }, id: string) =>
  (await room(as, version)).body.notes.find((one) => one.id === id) as ReviewNote

describe('handing in', () => {
  it('is refused until each open change is answered, and names the missing ones', async () => {
    const { deal, version } = await dealWithVersion()
    const drafts = [note(), note({ at_ms: 9_000 }), note({ kind: 'wish' })]
    for (const draft of drafts) await save(deal, version, draft)
    const ids = drafts.map(({ id }) => id)
    await send(deal, version, ids)
    const [first = '', second = ''] = ids
    const refused = await handedIn(deal, { answers: [{ note_id: first, done: true }] })
    expectRefusal(refused, 'review.unanswered_notes')
    const { fields } = refused.body as unknown as { fields: Record<string, string> }
    expect(Object.keys(fields)).toEqual([`answers.${second}`])
    expect((await room(deal.creator, version)).body.versions).toHaveLength(1)
    expect((await noteIn(deal.creator, version, first)).status).toBe('open')

    const done = await handedIn(deal, {
      answers: [
        { note_id: first, done: true },
        { note_id: second, done: false, text: 'The brief asks for it.' },
      ],
    })
    expect(done.body).toMatchObject({ version: 2 })
    expect(await noteIn(deal.seller, version, first)).toMatchObject({
      status: 'answered',
      answer: { done: true, version: 2 },
    })
    expect(await noteIn(deal.seller, version, second)).toMatchObject({
      answer: { done: false, text: 'The brief asks for it.', version: 2 },
    })
  })

  it('includes the answers already given in the room', async () => {
    const { deal, version } = await dealWithVersion()
    const id = await asked(deal, version)
    await move(deal.creator, 'review.answer', id, { done: true })
    expect((await handedIn(deal)).status).toBe(200)
    expect(await noteIn(deal.seller, version, id)).toMatchObject({ answer: { version: 2 } })
  })

  it('needs no answer to a resolved change, and refuses one to a foreign, unsent or unknown note', async () => {
    const { deal, version } = await dealWithVersion()
    const id = await asked(deal, version)
    await move(deal.seller, 'review.resolve', id)
    const other = await dealWithVersion()
    const foreign = await asked(other.deal, other.version)
    const { body: draft } = await save(deal, version, note())
    for (const note_id of [foreign, draft.id, randomUUID()])
      expectRefusal(
        await handedIn(deal, { answers: [{ note_id, done: true }] }),
        'request.not_found',
      )
    const { status } = await handedIn(deal, { answers: [{ note_id: id, done: true }] })
    expect(status).toBe(200)
    expect(await noteIn(deal.seller, version, id)).toMatchObject({
      status: 'resolved',
      answer: null,
    })
  })
})

describe('approving while changes are open', () => {
  const approve = (deal: Deal, id: string, waive_open_notes?: boolean) =>
    api.call(deal.seller, 'deliverables.approve', {
      params: { id },
      body: { release: false, ...(waive_open_notes === undefined ? {} : { waive_open_notes }) },
    })

  it('asks once, and closes them as waived', async () => {
    const { deal, version } = await dealWithVersion()
    const first = await asked(deal, version)
    const { body: second } = await handedIn(deal, { answers: [{ note_id: first, done: true }] })
    const { body: later } = await save(deal, second, note({ at_ms: 2_000 }))
    await send(deal, second, [later.id], { request_changes: false })
    const { body: wish } = await save(deal, second, note({ kind: 'wish' }))
    await send(deal, second, [wish.id], { request_changes: false })
    expectRefusal(await approve(deal, second.id), 'review.open_notes')
    expect((await room(deal.seller, second)).body.versions[0]?.status).toBe('pending')
    expect((await approve(deal, second.id, true)).body.status).toBe('approved')
    const { notes } = (await room(deal.creator, second)).body
    expect(notes.map(({ status, waived }) => [status, waived])).toEqual([
      ['resolved', true],
      ['resolved', true],
      ['open', false],
    ])
    expect((await approve(deal, second.id)).status).toBe(200)
    expectRefusal(await move(deal.seller, 'review.reopen', first), 'review.over')
  })

  it('asks nothing once they are resolved', async () => {
    const { deal, version } = await dealWithVersion()
    const first = await asked(deal, version)
    const { body: second } = await handedIn(deal, { answers: [{ note_id: first, done: true }] })
    await move(deal.seller, 'review.resolve', first)
    expect((await approve(deal, second.id)).body.status).toBe('approved')
    expect(await noteIn(deal.seller, second, first)).toMatchObject({ waived: false })
  })

  it('conflicts with sending notes at the same moment: one succeeds, and the other gets a 409', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { deal, version } = await dealWithVersion()
      const { body: draft } = await save(deal, version, note())
      const [approved, sent] = await Promise.all([
        approve(deal, version.id),
        send(deal, version, [draft.id]),
      ])
      const { versions } = (await room(deal.seller, version)).body
      expect([approved.status, sent.status].toSorted((a, b) => a - b)).toEqual([200, 409])
      expect(versions[0]?.status).toBe(approved.status === 200 ? 'approved' : 'rejected')
    }
  })
})
