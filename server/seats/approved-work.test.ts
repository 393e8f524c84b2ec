import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notIncludedWords as say } from '#contract/approved-work.ts'
import { execute, oneRow, sql } from '#server/db/sql.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import {
  buildCreator,
  buildPayment,
  buildProject,
  buildSeller,
  type BuiltUser,
} from '#tests/support/builders.ts'
import { buildHire, buildListing } from '#tests/support/campaigns.ts'
import { expectHidden, expectRefusal } from '#tests/support/refusals.ts'
import { startStorage, type TestStorage } from '#tests/support/storage.ts'
import { unzipped } from '#tests/support/unzipped.ts'
import { approvedWorkZip } from './approved-work-service.ts'

let api: TestStorage
beforeAll(async () => {
  api = await startStorage()
})
afterAll(() => api.close())

type Listing = Awaited<ReturnType<typeof buildListing>>
const ask = (as: { id: string }, id: string) =>
  api.call(as, 'projects.approved_work', { params: { id } })
const named = async (name: string): Promise<BuiltUser> => {
  const creator = await buildCreator(api.pool)
  await execute(api.pool, sql`update profiles set name = ${name} where id = ${creator.id}`)
  return creator
}

/** A deal with one delivery of these files, approved unless stated otherwise. */
async function delivered(
  listing: Listing,
  {
    creator,
    files = { 'reel.txt': 'The work.' },
    money = 'released',
    status = 'approved',
  }: {
    creator?: BuiltUser
    files?: Record<string, string>
    money?: string | null
    status?: 'approved' | 'pending'
  } = {},
) {
  const by = creator ?? (await buildCreator(api.pool))
  const hire = await buildHire(api.pool, { listing, creator: by })
  if (money !== null) await buildPayment(api.pool, { application: hire.application, status: money })
  const uploads = []
  for (const [name, text] of Object.entries(files))
    uploads.push(
      await api.upload(by, {
        bucket: 'deliverable-files',
        bytes: Buffer.from(text),
        name,
        projectId: hire.id,
      }),
    )
  const { id } = await oneRow<{ id: string }>(
    api.pool,
    sql`insert into deliverables (application_id, project_id, creator_id, file_id, status, version, reviewed_at, viewable_at)
      values (${hire.application.id}, ${hire.id}, ${by.id}, ${uploads[0]?.id}, ${status}, 1,
        ${status === 'pending' ? null : new Date()}, now()) returning id`,
  )
  for (const [at, upload] of uploads.entries())
    if (at > 0)
      await execute(
        api.pool,
        sql`insert into deliverable_files (deliverable_id, position, file_id) values (${id}, ${at + 1}, ${upload.id})`,
      )
  return { ...hire, creator: by, uploads }
}

async function archive(listing: Listing): Promise<Map<string, string>> {
  const { body } = await ask(listing.seller, listing.id)
  const answer = await api.fetch(null, body.url ?? '')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const entries = unzipped(Buffer.from(await answer.arrayBuffer()))
  return new Map([...entries].map(([name, bytes]) => [name, bytes.toString()]))
}
const storedAt = async (id: string | undefined) => {
  const { path } = await oneRow<{ path: string }>(
    api.pool,
    sql`select path from files where id = ${id}`,
  )
  return join(api.dataDir, 'files', path)
}

describe('the archive of approved work is refused', () => {
  test('to anyone but the brand, even its hired creators, and for a project that hires only one', async () => {
    const listing = await buildListing(api.pool)
    const { creator } = await delivered(listing)
    const other = await buildSeller(api.pool)
    await expectHidden(api, other, 'projects.approved_work', { params: { id: listing.id } })
    for (const one of [creator, await buildCreator(api.pool)])
      expect((await ask(one, listing.id)).status).toBe(403)
    const single = await buildProject(api.pool)
    expectRefusal(await ask({ id: single.seller_id }, single.id), 'project.hires_one')
  })

  test('for every altered link, and for a valid one after five minutes', async () => {
    const [one, other] = [await buildListing(api.pool), await buildListing(api.pool)]
    await delivered(one)
    await delivered(other)
    const url = (await ask(one.seller, one.id)).body.url ?? ''
    for (const wrong of [
      url.replace(one.id, other.id),
      url.replace(one.seller.id, other.seller.id),
      url.replace(one.id, other.id).replace(one.seller.id, other.seller.id),
      url.replace(/expires=\d/, 'expires=3'),
      url.replace(/signature=.*/, 'signature=x'),
      url.replace(/\?.*/, ''),
    ])
      expect((await api.fetch(other.seller, wrong)).status, wrong).toBe(404)
    api.setNow(new Date(Date.now() + 301_000))
    expect((await api.fetch(one.seller, url)).status).toBe(404)
    api.setNow(null)
  })
})

test.each([null, 'pending', 'held_in_escrow', 'refunded'])(
  'the archive leaves out a deal whose payment is %s, and counts its files as locked',
  async (money) => {
    const listing = await buildListing(api.pool)
    await delivered(listing, { money })
    expect((await ask(listing.seller, listing.id)).body).toEqual({
      url: null,
      files: 0,
      size: 0,
      locked: 1,
    })
  },
)

test('the archive contains the approved and paid work of its own project only, and names locked files', async () => {
  const listing = await buildListing(api.pool, { seats: 5 })
  await delivered(listing, {
    creator: await named('Maya Okafor'),
    files: { 'reel.txt': 'One.', 'REEL.txt': 'Two.' },
  })
  await delivered(listing, { creator: await named('Maya Okafor') })
  await delivered(listing, { creator: await named('Priya'), status: 'pending' })
  await delivered(listing, { creator: await named('Jonas'), money: 'held_in_escrow' })
  const another = await buildListing(api.pool, { seller: listing.seller })
  await delivered(another, { creator: await named('Elsewhere') })
  expect((await ask(listing.seller, listing.id)).body).toMatchObject({
    files: 3,
    size: 17,
    locked: 1,
  })
  const entries = await archive(listing)
  expect([...entries.keys()].toSorted()).toEqual([
    'Maya Okafor (2)/reel.txt',
    'Maya Okafor/REEL (2).txt',
    'Maya Okafor/reel.txt',
    say.fileName,
  ])
  expect(entries.get('Maya Okafor/reel.txt')).toBe('One.')
  expect(entries.get(say.fileName)).toContain(say.line('Jonas', 'reel.txt', say.why.locked))
})

test('a creator’s name can neither escape its folder nor replace the list of what is not included', async () => {
  const listing = await buildListing(api.pool, { seats: 5 })
  await delivered(listing, { creator: await named('../../Ünal') })
  await delivered(listing, { creator: await named(say.fileName) })
  const names = [...(await archive(listing)).keys()]
  expect(names.toSorted()).toEqual(['__.._Ünal/reel.txt', 'not-included (2).txt/reel.txt'])
})

test.each(['gone', 'cut off'])(
  'a stored file that is %s is listed as missing, and the others are included',
  async (how) => {
    const listing = await buildListing(api.pool, { seats: 5 })
    const { uploads } = await delivered(listing, {
      files: { 'lost.txt': 'Was here.', 'kept.txt': 'Is here.' },
      creator: await named('Maya'),
    })
    const path = await storedAt(uploads[0]?.id)
    await (how === 'gone' ? rm(path) : writeFile(path, 'Was'))
    const entries = await archive(listing)
    expect(entries.get('Maya/kept.txt')).toBe('Is here.')
    expect(entries.get(say.fileName)).toContain(say.line('Maya', 'lost.txt', say.why.missing))
    expect(entries.size).toBe(2)
  },
)

test('each downloaded original is recorded as opened by the brand', async () => {
  const listing = await buildListing(api.pool, { seats: 5 })
  const { uploads } = await delivered(listing)
  await archive(listing)
  expect(
    await oneRow(
      api.pool,
      sql`select reader_id from file_openings where file_id = ${uploads[0]?.id}`,
    ),
  ).toEqual({ reader_id: listing.seller.id })
})

describe('streaming the archive', () => {
  const MEGABYTE = 1 << 20
  /** A storage whose files have the given size and are counted while they are read. */
  async function watched(listing: Listing, megabytes: number, breaksAt = Infinity) {
    await execute(
      api.pool,
      sql`update files set size = ${megabytes * MEGABYTE} where id in (select deliverable_files.file_id from deliverable_files
        join deliverables on deliverables.id = deliverable_id
        join projects on projects.id = deliverables.project_id
        where listing_id = ${listing.id})`,
    )
    const seen = { read: 0, open: 0, most: 0 }
    const store = {
      stat: () => Promise.resolve({ size: megabytes * MEGABYTE }),
      open() {
        seen.open += 1
        seen.most = Math.max(seen.most, seen.open)
        let sent = 0
        const stream = new Readable({
          read() {
            if (sent === breaksAt) return void this.destroy(new Error('the disk is gone'))
            seen.read += 1
            sent += 1
            this.push(sent > megabytes ? null : Buffer.alloc(MEGABYTE))
          },
        })
        stream.on('close', () => (seen.open -= 1))
        return Promise.resolve(stream)
      },
    } as Pick<FileStore, 'stat' | 'open'> as FileStore
    const zip = approvedWorkZip(api.deps, store, {
      listingId: listing.id,
      sellerId: listing.seller.id,
    })
    return { seen, zip }
  }

  test('reads one file at a time, only a little ahead, and closes everything when the client disconnects', async () => {
    const listing = await buildListing(api.pool, { seats: 5 })
    await delivered(listing, { files: { 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' } })
    const { seen, zip } = await watched(listing, 64)
    for await (const chunk of zip) {
      expect(chunk.length).toBeGreaterThan(0)
      if (seen.read >= 80) break
    }
    expect(seen.read).toBeLessThan(90)
    expect(seen.most).toBe(1)
    await expect.poll(() => seen.open).toBe(0)
  })

  test('starts without a reader, but buffers only a little', async () => {
    const listing = await buildListing(api.pool, { seats: 5 })
    await delivered(listing)
    const { seen, zip } = await watched(listing, 64)
    await expect.poll(() => seen.open).toBe(1)
    await expect.poll(() => zip.readableLength).toBeGreaterThan(0)
    expect(seen.read).toBeLessThan(16)
    zip.destroy()
    await expect.poll(() => seen.open).toBe(0)
  })

  test('aborts when a file breaks off, so that no partial archive looks complete', async () => {
    const listing = await buildListing(api.pool, { seats: 5 })
    await delivered(listing)
    const { seen, zip } = await watched(listing, 8, 3)
    await expect(zip.resume().toArray()).rejects.toThrow('the disk is gone')
    expect(seen.open).toBe(0)
  })
})
