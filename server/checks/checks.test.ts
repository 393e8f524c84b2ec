import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { BriefCheck } from '#contract/briefs.ts'
import { uploadsText } from '#contract/delivered-pieces.ts'
import type { Media } from '#contract/media.ts'
import { NOTE_LIMITS } from '#contract/review-notes.ts'
import { EXPORT_TABLES } from '#server/account/export/exported-tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { type Reply, startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildAgreedBrief,
  buildDeal,
  buildFile,
  buildNote,
  buildOperator,
  buildPayment,
} from '#tests/support/builders.ts'
import { expectHidden, expectInvalid, expectRefusal } from '#tests/support/refusals.ts'
import { fillFindings } from './fill-findings.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

type Deal = Awaited<ReturnType<typeof briefed>>

const judged = (id: string, must = true): BriefCheck => ({
  id,
  text: `The ${id} is there.`,
  must,
  kind: 'judged',
  rule: null,
})
/**
 * Machine checks are count, length and sound, all musts; of the judged ones, the logo is a must and the smile a wish.
 */
const BRIEF = {
  items: [{ id: 'reel', what: 'video', count: 1, seconds_min: 15, seconds_max: 30, sound: true }],
  checks: [judged('logo'), judged('smile', false)],
}
/** A deal that was agreed on that brief. */
async function briefed(written: object = BRIEF) {
  const deal = await buildDeal(api.pool)
  await buildAgreedBrief(api.pool, deal.application, written)
  return deal
}

const FILM: Media = {
  fps_num: 30,
  fps_den: 1,
  frames: 600,
  duration_ms: 20_000,
  width: 720,
  height: 1_280,
  rotation: 0,
  vfr: false,
  hdr: false,
  codec: 'avc',
  storyboard: null,
  audio: { codec: 'aac', channels: 2, sample_rate: 48_000 },
}
/** A video that the creator has uploaded; null: not read yet. */
async function uploaded(deal: Deal, media: Partial<Media> | null = {}) {
  const file = await buildFile(api.pool, {
    owner: deal.creator,
    bucket: 'deliverable-files',
    project: deal.project,
  })
  await read(file.id, media)
  return file
}
const read = (id: string, media: Partial<Media> | null) =>
  execute(
    api.pool,
    sql`update files set file_type = 'video/mp4', media = ${media && JSON.stringify({ ...FILM, ...media })}::jsonb,
      prepared_at = ${media && new Date()} where id = ${id}`,
  )
const TICKED = [{ check_id: 'logo', ticked: true, reason: null }]
const submit = (deal: Deal, file: { id: string }, checks: object[] | null = TICKED) =>
  api.call(deal.creator, 'deliverables.submit', {
    params: { id: deal.project.id },
    body: { file_id: file.id, ...(checks && { checks }) },
  })
async function delivered(media?: Partial<Media> | null, checks: object[] = TICKED) {
  const deal = await briefed()
  const file = await uploaded(deal, media)
  const { body: version } = await submit(deal, file, checks)
  return { deal, file, version }
}
const checksOf = async (as: { id: string }, version: { id: string }) =>
  (await api.call(as, 'checks.of_delivery', { params: { id: version.id } })).body
const columnsOf = async (as: { id: string }, version: { id: string }) =>
  Object.fromEntries(
    (await checksOf(as, version)).checks.map(({ check_id, machine, ticked, holds }) => [
      check_id,
      [machine, ticked, holds],
    ]),
  )
const say = (
  deal: Deal,
  version: { id: string },
  [check_id, holds, note]: [string, boolean | null, string?],
) =>
  api.call(deal.seller, 'checks.answer', {
    params: { id: version.id },
    body: { check_id, holds, note: note ?? null },
  })
const ask = (deal: Deal, version: { id: string }, text: string | null = null) =>
  api.call(deal.seller, 'review.send', {
    params: { id: version.id },
    body: { notes: [], request_changes: true, text },
  })
const room = async (as: { id: string }, version: { id: string }) =>
  (await api.call(as, 'review.room', { params: { id: version.id } })).body

/** Refused because of its open musts, each with its message. */
function expectOpen(reply: Reply<unknown>, fields: Record<string, string>): void {
  expectRefusal(reply, 'checks.open')
  expect(reply.body).toMatchObject({ fields })
  expect(Object.keys((reply.body as { fields: object }).fields)).toEqual(Object.keys(fields))
}

describe('handing in', () => {
  it('fills the machine checks from the file, and takes the creator’s ticks for the rest', async () => {
    const { deal, version } = await delivered()
    expect(version.brief_version).toBe(1)
    const { checks, ...about } = await checksOf(deal.creator, version)
    expect(about).toEqual({ brief_version: 1, answers_shown: false })
    expect(
      checks.map((check) => [check.check_id, check.machine, check.found, check.ticked]),
    ).toEqual([
      ['count', true, '1 of 1', null],
      ['length', true, '20 s', null],
      ['sound', true, 'with sound', null],
      ['logo', null, null, true],
      ['smile', null, null, false],
    ])
    expect(checks[1]).toMatchObject({ text: 'Length: 15–30 s', kind: 'machine', must: true })
  })

  it('requires a reason for each open must and names it, but none for a wish', async () => {
    const deal = await briefed()
    const file = await uploaded(deal, { duration_ms: 34_000 })
    // The creator's tick does not make a film that is too long pass.
    const ticks = ['length', 'logo'].map((check_id) => ({ check_id, ticked: true, reason: null }))
    expectOpen(await submit(deal, file, ticks), {
      'checks.length': 'Say why you are handing it in anyway.',
    })
    expectOpen(await submit(deal, file, null), {
      'checks.length': 'Say why you are handing it in anyway.',
      'checks.logo': 'Tick this, or say why you are handing it in anyway.',
    })
    expect(await rows(api.pool, sql`select from deliverables where file_id = ${file.id}`)).toEqual(
      [],
    )
    const reasons = ['length', 'logo'].map((check_id) => ({
      check_id,
      ticked: false,
      reason: 'You asked for the longer take.',
    }))
    const { body } = await submit(deal, file, reasons)
    const { checks } = await checksOf(deal.seller, body)
    expect(checks.map(({ check_id, reason }) => [check_id, reason])).toEqual([
      ['count', null],
      ['length', 'You asked for the longer take.'],
      ['sound', null],
      ['logo', 'You asked for the longer take.'],
      ['smile', null],
    ])
  })

  it('refuses a reason beyond the limit, a repeated check and a check that is not in the brief', async () => {
    const deal = await briefed()
    const file = await uploaded(deal)
    const said = (reason: string) => [{ check_id: 'logo', ticked: false, reason }]
    expectInvalid(await submit(deal, file, said('x'.repeat(301))), 'checks.0.reason')
    expectInvalid(await submit(deal, file, [...TICKED, ...TICKED]), 'checks')
    const foreign = [...TICKED, { check_id: 'other', ticked: true, reason: null }]
    expectRefusal(await submit(deal, file, foreign), 'request.not_found')
    expect((await submit(deal, file, said('x'.repeat(300)))).status).toBe(200)
  })

  it('is refused with the checks of another brief version, and accepted with those of the agreed one', async () => {
    const deal = await briefed()
    const file = await uploaded(deal)
    const read = (brief_version: number | null) =>
      api.call(deal.creator, 'deliverables.submit', {
        params: { id: deal.project.id },
        body: { file_id: file.id, checks: TICKED, brief_version },
      })
    expectRefusal(await read(2), 'checks.brief_changed')
    expectRefusal(await read(null), 'checks.brief_changed')
    const { body } = await read(1)
    expect(body).toMatchObject({ brief_version: 1, version: 1 })
    // A repeated request has the same result, whatever was agreed since.
    expect((await read(2)).body).toMatchObject({ id: body.id })
  })

  it('three times concurrently creates one delivery with one set of checks', async () => {
    const deal = await briefed()
    const file = await uploaded(deal)
    const replies = await Promise.all([1, 2, 3].map(() => submit(deal, file)))
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    expect((await checksOf(deal.seller, replies[0]?.body ?? { id: '' })).checks).toHaveLength(5)
  })

  it('without an agreed brief creates a delivery without checks', async () => {
    const deal = await buildDeal(api.pool)
    const { status, body } = await submit(deal, await uploaded(deal), null)
    expect({ status, version: body.brief_version }).toEqual({ status: 200, version: null })
    expect(await checksOf(deal.seller, body)).toMatchObject({ brief_version: null, checks: [] })
  })
})

describe('a file that is analysed only after the hand-in', () => {
  const fill = (id: string) => inTransaction(api.pool, (tx) => fillFindings(tx, id))
  const UNREAD = ['length', 'sound', 'logo'].map((check_id) => ({
    check_id,
    ticked: true,
    reason: null,
  }))

  it('fills in the missing machine results once, beside the creator’s ticks', async () => {
    const { deal, file, version } = await delivered(null, UNREAD)
    expect(await columnsOf(deal.seller, version)).toMatchObject({
      length: [null, true, null],
      sound: [null, true, null],
    })
    await read(file.id, { duration_ms: 40_000 })
    await fill(version.id)
    expect(await columnsOf(deal.seller, version)).toMatchObject({
      length: [false, true, null],
      sound: [true, true, null],
    })
    // What both sides have seen is not judged again.
    await read(file.id, { audio: null })
    await fill(version.id)
    expect(await columnsOf(deal.seller, version)).toMatchObject({
      length: [false, true, null],
      sound: [true, true, null],
    })
  })

  it('leaves its musts for the creator to tick at the hand-in', async () => {
    const deal = await briefed()
    expectOpen(await submit(deal, await uploaded(deal, null), TICKED), {
      'checks.length': 'Tick this, or say why you are handing it in anyway.',
      'checks.sound': 'Tick this, or say why you are handing it in anyway.',
    })
  })

  it('can be handed in where another piece of its kind may have any shape', async () => {
    const deal = await briefed({
      items: [
        { id: 'reel', what: 'video', count: 1, ratio: '9:16', min_width: 720 },
        { id: 'raw', what: 'video', count: 1 },
      ],
      checks: [],
    })
    const reasons = ['count', 'ratio', 'width'].map((check_id) => ({
      check_id,
      ticked: true,
      reason: 'The raw footage follows.',
    }))
    const file = await uploaded(deal, null)
    const { status, body: version } = await submit(deal, file, reasons)
    expect(status).toBe(200)
    expect(await columnsOf(deal.seller, version)).toMatchObject({ ratio: [null, true, null] })
    await read(file.id, {})
    await fill(version.id)
    expect(await columnsOf(deal.seller, version)).toMatchObject({ ratio: [true, true, null] })
  })
})

describe('before the hand-in', () => {
  const before = (as: { id: string }, deal: Deal, file?: { id: string }) =>
    api.call(as, 'checks.before', {
      params: { id: deal.project.id },
      query: file ? { file: file.id } : {},
    })

  it('the creator reads what the machine found in their upload', async () => {
    const deal = await briefed()
    const { body: bare } = await before(deal.creator, deal)
    expect(bare.checks.map(({ machine }) => machine)).toEqual([null, null, null, null, null])
    const { body } = await before(deal.creator, deal, await uploaded(deal, { audio: null }))
    expect(body).toMatchObject({ brief_version: 1, reading: false })
    expect(body.checks.map(({ machine, found }) => [machine, found])).toEqual([
      [true, '1 of 1'],
      [true, '20 s'],
      [false, 'silent'],
      [null, null],
      [null, null],
    ])
    expect((await before(deal.creator, deal, await uploaded(deal, null))).body.reading).toBe(true)
  })

  it('the creator reads what the machine found in several uploads, each for its item', async () => {
    const items = [
      { id: 'hook', what: 'video', count: 1, seconds_max: 10 },
      { id: 'reel', what: 'video', count: 1, seconds_min: 15 },
    ]
    const deal = await briefed({ items, checks: [] })
    const [short, long] = [await uploaded(deal, { duration_ms: 8_000 }), await uploaded(deal)]
    const asked = async (...files: { file_id: string; item_id: string | null }[]) =>
      (
        await api.call(deal.creator, 'checks.before', {
          params: { id: deal.project.id },
          query: { files: uploadsText(files) },
        })
      ).body
    const right = await asked(
      { file_id: short.id, item_id: 'hook' },
      { file_id: long.id, item_id: 'reel' },
    )
    expect(right.items.map(({ id, name }) => [id, name])).toEqual([
      ['hook', 'video'],
      ['reel', 'video'],
    ])
    expect(right.checks.map(({ machine }) => machine)).toEqual([true, true])
    const wrong = await asked(
      { file_id: long.id, item_id: 'hook' },
      { file_id: short.id, item_id: 'reel' },
    )
    expect(wrong.checks.map(({ machine }) => machine)).toEqual([true, false])
  })

  it('other creators read no findings, and the creator reads none for other people’s files', async () => {
    const [deal, other] = [await briefed(), await briefed()]
    await expectHidden(api, other.creator, 'checks.before', {
      params: { id: deal.project.id },
      query: {},
    })
    await expectHidden(api, deal.creator, 'checks.before', {
      params: { id: deal.project.id },
      query: { file: (await uploaded(other)).id },
    })
    const [own, theirs] = [await uploaded(deal), await uploaded(other)]
    await expectHidden(api, deal.creator, 'checks.before', {
      params: { id: deal.project.id },
      query: { files: `${own.id},${theirs.id}` },
    })
  })
})

describe('the brand’s answers', () => {
  it('are a draft until a revision is requested, and then visible to both sides', async () => {
    const { deal, version } = await delivered()
    await say(deal, version, ['logo', false, 'It is cut off.'])
    await say(deal, version, ['length', true])
    expect(await columnsOf(deal.seller, version)).toMatchObject({
      length: [true, null, true],
      logo: [null, true, false],
    })
    const hidden = await checksOf(deal.creator, version)
    expect(hidden.answers_shown).toBe(false)
    expect(JSON.stringify(hidden)).not.toContain('cut off')
    expect(hidden.checks.every(({ holds, note }) => holds === null && note === null)).toBe(true)
    await ask(deal, version)
    const shown = await checksOf(deal.creator, version)
    expect(shown.answers_shown).toBe(true)
    expect(shown.checks.find(({ check_id }) => check_id === 'logo')).toMatchObject({
      holds: false,
      note: 'It is cut off.',
    })
  })

  it('become visible with an approval, but not for a version that was superseded', async () => {
    const approved = await delivered()
    await say(approved.deal, approved.version, ['logo', true])
    const params = { id: approved.version.id }
    await api.call(approved.deal.seller, 'deliverables.approve', {
      params,
      body: { release: false },
    })
    expect((await columnsOf(approved.deal.creator, approved.version))['logo']?.[2]).toBe(true)

    const replaced = await delivered()
    await say(replaced.deal, replaced.version, ['logo', false, 'Cut off.'])
    await submit(replaced.deal, await uploaded(replaced.deal))
    expect((await columnsOf(replaced.deal.creator, replaced.version))['logo']?.[2]).toBeNull()
    expect((await columnsOf(replaced.deal.seller, replaced.version))['logo']?.[2]).toBe(false)
  })

  it('can be changed and taken back while the version waits, and not after', async () => {
    const { deal, version } = await delivered()
    await say(deal, version, ['logo', false, 'Cut off.'])
    // A yes carries no reason.
    const { body } = await say(deal, version, ['logo', true, 'Cut off.'])
    expect(body.checks.at(-2)).toMatchObject({ check_id: 'logo', holds: true, note: null })
    await say(deal, version, ['logo', null])
    expect((await columnsOf(deal.seller, version))['logo']).toEqual([null, true, null])
    expectRefusal(await say(deal, version, ['other', true]), 'request.not_found')
    await submit(deal, await uploaded(deal))
    expectRefusal(await say(deal, version, ['logo', true]), 'deliverable.superseded')
    const newest = await delivered()
    await ask(newest.deal, newest.version, 'Brighter, please.')
    expectRefusal(
      await say(newest.deal, newest.version, ['logo', true]),
      'deliverable.already_reviewed',
    )
  })

  it('belong to the brand: its creator and strangers cannot give them', async () => {
    const { deal, version } = await delivered()
    const other = await briefed()
    const input = { params: { id: version.id }, body: { check_id: 'logo', holds: true } }
    await expectHidden(api, other.seller, 'checks.answer', input)
    await expectHidden(api, other.creator, 'checks.of_delivery', { params: { id: version.id } })
    expectRefusal(await api.call(deal.creator, 'checks.answer', input), 'request.sellers_only')
  })
})

describe('a negative answer', () => {
  it('with a note becomes a required change in the review room, sent with the request for changes', async () => {
    const { deal, version } = await delivered()
    await say(deal, version, ['logo', false, 'It is cut off.'])
    await say(deal, version, ['sound', false])
    const { body } = await ask(deal, version)
    expect(body.notes).toMatchObject([
      {
        kind: 'must',
        status: 'open',
        number: 1,
        author: 'owner',
        body: '“The logo is there.” does not hold: It is cut off.',
      },
    ])
    expect(body.versions[0]).toMatchObject({ status: 'rejected', open_changes: 1 })
    expect(body.versions[0]?.reviewer_notes).toContain('1. “The logo is there.” does not hold')
    // The next version has to answer it.
    expectRefusal(await submit(deal, await uploaded(deal)), 'review.unanswered_notes')
  })

  it('is sent once, even if the request is repeated or concurrent', async () => {
    const { deal, version } = await delivered()
    await say(deal, version, ['logo', false, 'It is cut off.'])
    const replies = await Promise.all([1, 2, 3].map(() => ask(deal, version)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await ask(deal, version)).status).toBe(200)
    expect((await room(deal.creator, version)).notes).toHaveLength(1)
  })

  it('is also sent with a revision requested outside the room, whose text stays unchanged', async () => {
    const { deal, version } = await delivered()
    await say(deal, version, ['logo', false, 'It is cut off.'])
    const words = 'Please look at the list. '.repeat(160).trim()
    const request = () =>
      api.call(deal.seller, 'deliverables.request_revision', {
        params: { id: version.id },
        body: { reviewer_notes: words },
      })
    const replies = await Promise.all([request(), request()])
    expect(replies.map(({ status, body }) => [status, body.reviewer_notes])).toEqual([
      [200, words],
      [200, words],
    ])
    const { notes, versions } = await room(deal.creator, version)
    expect(notes.map(({ body }) => body)).toEqual([
      '“The logo is there.” does not hold: It is cut off.',
    ])
    expect(versions[0]?.said).toMatchObject([{ text: words, asks: true }])
  })

  it('without a note requests no change by itself', async () => {
    const { deal, version } = await delivered()
    await say(deal, version, ['logo', false])
    expectRefusal(await ask(deal, version), 'review.nothing_to_send')
    expect((await ask(deal, version, 'See the list.')).body.notes).toEqual([])
  })

  it('with a note counts towards the limit of review notes', async () => {
    const { deal, version } = await delivered()
    await say(deal, version, ['logo', false, 'It is cut off.'])
    for (let n = 0; n < NOTE_LIMITS.notes; n += 1)
      await buildNote(api.pool, { deliverable: version, kind: 'wish', status: 'draft' })
    expectRefusal(await ask(deal, version), 'review.too_many_notes')
    expect((await room(deal.seller, version)).versions[0]?.status).toBe('pending')
  })

  it('whose note finds no room among resolved notes is asked for in words, as its refusal says', async () => {
    const { deal, version } = await delivered()
    await say(deal, version, ['logo', false, 'It is cut off.'])
    for (let n = 0; n < NOTE_LIMITS.notes; n += 1)
      await buildNote(api.pool, { deliverable: version, kind: 'wish' })
    await execute(
      api.pool,
      sql`update review_notes set status = 'resolved', resolved_at = now() where deliverable_id = ${version.id}`,
    )
    const { message } = expectRefusal(await ask(deal, version), 'review.too_many_notes')
    expect(message).toMatch(/clear the note of a check.* write it in your revision request/i)
    await say(deal, version, ['logo', false])
    expect((await ask(deal, version, 'The logo is cut off.')).status).toBe(200)
  })
})

test('a dispute shows each version’s checklist with all three columns, identical for both sides and the operator', async () => {
  const { deal, version } = await delivered()
  const payment = await buildPayment(api.pool, { application: deal.application })
  await execute(
    api.pool,
    sql`update payments set status = 'held_in_escrow', funded_at = now(), stripe_charge_id = ${`ch_${payment.id}`}
      where id = ${payment.id}`,
  )
  await say(deal, version, ['logo', false, 'It is cut off.'])
  const { body: dispute } = await api.call(deal.seller, 'disputes.open', {
    params: { id: payment.id },
    body: { reason: 'other', statement: 'The logo is cut off.' },
  })
  const read = async (as: { id: string }, key: 'disputes.evidence' | 'operator.dispute_evidence') =>
    (await api.call(as, key, { params: { id: dispute.id }, query: {} })).body.checklists
  const own = await read(deal.creator, 'disputes.evidence')
  expect(own).toMatchObject([{ version: 1, brief_version: 1 }])
  expect(own[0]?.checks.find(({ check_id }) => check_id === 'logo')).toEqual({
    check_id: 'logo',
    text: 'The logo is there.',
    kind: 'judged',
    must: true,
    machine: null,
    found: null,
    ticked: true,
    reason: null,
    holds: false,
    note: 'It is cut off.',
  })
  expect(own[0]?.checks.map(({ check_id }) => check_id)).toEqual([
    'count',
    'length',
    'sound',
    'logo',
    'smile',
  ])
  expect(await read(deal.seller, 'disputes.evidence')).toEqual(own)
  expect(await read(await buildOperator(api.pool), 'operator.dispute_evidence')).toEqual(own)
  expect((await checksOf(deal.creator, version)).answers_shown).toBe(true)
})

test('when a dispute ends without a decision, the answers are a draft again, in its evidence and the export too', async () => {
  const { deal, version } = await delivered()
  const payment = await buildPayment(api.pool, { application: deal.application })
  await execute(
    api.pool,
    sql`update payments set status = 'held_in_escrow', funded_at = now(), stripe_charge_id = ${`ch_${payment.id}`}
      where id = ${payment.id}`,
  )
  const open = () =>
    api.call(deal.seller, 'disputes.open', {
      params: { id: payment.id },
      body: { reason: 'other', statement: 'The logo is cut off.' },
    })
  const { body: first } = await open()
  const about = { params: { id: first.id } }
  await say(deal, version, ['logo', false, 'Cut off.'])
  expect((await checksOf(deal.creator, version)).answers_shown).toBe(true)
  await api.call(deal.seller, 'disputes.withdraw', about)

  const { body: next } = await submit(deal, await uploaded(deal))
  await say(deal, next, ['logo', false, 'Still cut off.'])
  const table = EXPORT_TABLES.find(({ name }) => name === 'delivery-checks')
  const everything = async () =>
    JSON.stringify([
      await checksOf(deal.creator, version),
      await checksOf(deal.creator, next),
      (await api.call(deal.creator, 'disputes.evidence', { ...about, query: {} })).body.checklists,
      await rows(api.pool, table?.of(deal.creator.id) ?? sql`select`),
    ])
  expect(await everything()).not.toMatch(/cut off/i)
  expect((await checksOf(deal.creator, next)).answers_shown).toBe(false)

  const { body: second } = await open()
  expect((await everything()).match(/Still cut off/g)).toHaveLength(3)
  await execute(
    api.pool,
    sql`update deal_disputes set status = 'closed', ended_at = now() where id = ${second.id}`,
  )
  expect(await everything()).not.toMatch(/cut off/i)
})

test('the export contains both sides’ columns, but draft answers only for the brand', async () => {
  const { deal, version } = await delivered()
  await say(deal, version, ['logo', false, 'It is cut off.'])
  const table = EXPORT_TABLES.find(({ name }) => name === 'delivery-checks')
  const exported = async ({ id }: { id: string }) =>
    rows<{ check_id: string; note: string | null }>(api.pool, table?.of(id) ?? sql`select`)
  const logoOf = async (person: { id: string }) =>
    (await exported(person)).find(({ check_id }) => check_id === 'logo')
  expect(await logoOf(deal.seller)).toMatchObject({ ticked: true, note: 'It is cut off.' })
  expect(await logoOf(deal.creator)).toMatchObject({ ticked: true, holds: null, note: null })
  expect(await exported({ id: randomUUID() })).toEqual([])
  await ask(deal, version)
  expect(await logoOf(deal.creator)).toMatchObject({ holds: false, note: 'It is cut off.' })
})

test('if an agreed brief has two checks with the same id, the machine check counts', async () => {
  const deal = await briefed()
  await execute(
    api.pool,
    sql`update project_briefs set brief = jsonb_set(brief, '{checks}',
        (brief -> 'checks') || ${JSON.stringify([judged('length')])}::jsonb)
      where project_id = ${deal.project.id}`,
  )
  const reply = await submit(deal, await uploaded(deal))
  expect(reply.status).toBe(200)
  expect((await columnsOf(deal.creator, reply.body))['length']?.[0]).toBe(true)
})

test('a delivery keeps the brief version agreed at acceptance, even if a newer one exists', async () => {
  const deal = await briefed()
  await execute(
    api.pool,
    sql`insert into project_briefs (project_id, version, brief, hash, created_at)
      select project_id, 2, brief, hash, now() from project_briefs where project_id = ${deal.project.id}`,
  )
  const { body } = await submit(deal, await uploaded(deal))
  expect(body.brief_version).toBe(1)
  expect(
    await oneRow(api.pool, sql`select brief_version from deliverables where id = ${body.id}`),
  ).toEqual({ brief_version: 1 })
})
