import { describe, expect, it } from 'vitest'
import { OWN_CHANGES_HEADER, OWN_CHANGES_MS } from '#contract/replica.ts'
import { createRecentWriters } from '#server/replica/recent-writers.ts'
import {
  createSharedPages,
  MOST_SHARED_PAGES,
  SHARED_PAGE_MS,
  type SharedPage,
} from './shared-pages.ts'

/** A cache whose time stands still until a test moves it, and pages that are numbered as they are read. */
function memory(options: { fromReplica?: boolean } = {}) {
  let now = 5_000
  let reads = 0
  const elapsed = () => now
  const writers = createRecentWriters(elapsed)
  const pages = createSharedPages(writers, { elapsed, ...options })
  const read = (key = 'newest', viewerId = 'ellen', headers = {}) =>
    pages.page({ list: 'projects', key, viewerId, request: { headers } }, () => numbered())
  const numbered = (exceptFor: SharedPage['exceptFor'] = new Set()) => {
    reads += 1
    return Promise.resolve({ json: Buffer.from(String(reads)), exceptFor })
  }
  const text = async (bytes: Promise<Buffer | null>) => (await bytes)?.toString() ?? null
  return {
    pages,
    writers,
    numbered,
    pass: (ms: number) => (now += ms),
    read: (...args: Parameters<typeof read>) => text(read(...args)),
    text,
  }
}

describe('a shared page', () => {
  it('is read once for everyone, and again when it is 100 ms old', async () => {
    const { read, pass, pages } = memory()
    expect(await Promise.all([read(), read('newest', 'marcus')])).toEqual(['1', '1'])
    pass(SHARED_PAGE_MS - 1)
    expect(await read()).toBe('1')
    pass(1)
    expect(await read()).toBe('2')
    expect(pages.counts()).toEqual({ kept: 2, read: 2 })
  })

  it('is cached separately for each key and list', async () => {
    const { read, pages, numbered, text } = memory()
    expect([await read('newest'), await read('deadline')]).toEqual(['1', '2'])
    const other = { list: 'creators', key: 'newest', viewerId: 'ellen', request: { headers: {} } }
    expect(await text(pages.page(other, numbered))).toBe('3')
  })

  it('is evicted when a commit changes its list, and kept when a commit changes another list', async () => {
    const { read, pages } = memory()
    await read()
    pages.changed(['creators'])
    expect(await read()).toBe('1')
    pages.changed(['creators', 'projects'])
    expect(await read()).toBe('2')
  })

  it('is not cached when its list changes during the read', async () => {
    const { read, pages, text } = memory()
    const { promise: slow, resolve: finish } = Promise.withResolvers<SharedPage>()
    const asked = { list: 'projects', key: 'newest', viewerId: 'ellen', request: { headers: {} } }
    const first = text(pages.page(asked, () => slow))
    pages.changed(['projects'])
    // Every later request must see the change.
    expect(await read()).toBe('1')
    finish({ json: Buffer.from('old'), exceptFor: new Set() })
    expect(await first).toBe('old')
    expect(await read()).toBe('1')
  })

  it('counts its age from the beginning of a slow read', async () => {
    const { read, pages, pass, text } = memory()
    const { promise: slow, resolve: finish } = Promise.withResolvers<SharedPage>()
    const asked = { list: 'projects', key: 'newest', viewerId: 'ellen', request: { headers: {} } }
    const first = text(pages.page(asked, () => slow))
    pass(SHARED_PAGE_MS)
    finish({ json: Buffer.from('old'), exceptFor: new Set() })
    await first
    expect(await read()).toBe('1')
  })

  it('is not cached when its read fails, and everyone waiting for it gets the error', async () => {
    const { read, pages } = memory()
    const asked = { list: 'projects', key: 'newest', viewerId: 'ellen', request: { headers: {} } }
    const failing = () => Promise.reject(new Error('away'))
    const outcomes = await Promise.allSettled([
      pages.page(asked, failing),
      pages.page(asked, failing),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await read()).toBe('1')
  })

  it('is not served to the viewers it excludes, or to anyone when too many are excluded', async () => {
    const { pages, numbered, text } = memory()
    const as = (viewerId: string, key: string) => ({
      list: 'projects',
      key,
      viewerId,
      request: { headers: {} },
    })
    const but = () => numbered(new Set(['greta']))
    expect(await text(pages.page(as('greta', 'newest'), but))).toBeNull()
    expect(await text(pages.page(as('ellen', 'newest'), but))).toBe('1')
    expect(await text(pages.page(as('ellen', 'budget'), () => numbered(null)))).toBeNull()
  })

  it('is not served to someone who has just changed something, in this process or another', async () => {
    const { read, writers, pass } = memory()
    await read()
    const says = (value: unknown) => read('newest', 'ellen', { [OWN_CHANGES_HEADER]: value })
    for (const ago of ['0', '99', '', '-1', '1e3', 'long', ['200']])
      expect(await says(ago)).toBeNull()
    expect(await says('100')).toBe('1')
    writers.wrote('ellen')
    expect(await read('newest', 'marcus')).toBe('1')
    pass(SHARED_PAGE_MS - 1)
    expect(await read()).toBeNull()
    // Any page cached from here on was read after the change.
    pass(1)
    expect(await read()).toBe('2')
  })

  it('is not served to someone who changed something while a replica may lag behind', async () => {
    const { read, writers, pass } = memory({ fromReplica: true })
    writers.wrote('ellen')
    pass(OWN_CHANGES_MS - 1)
    expect(await read()).toBeNull()
    expect(await read('newest', 'marcus', { [OWN_CHANGES_HEADER]: '9999' })).toBeNull()
    pass(1)
    expect(await read()).toBe('1')
  })

  it('is evicted for the newest one when the cache is full', async () => {
    const { read, pages } = memory()
    for (let at = 0; at <= MOST_SHARED_PAGES; at += 1) await read(String(at))
    const before = pages.counts().read
    await read(String(MOST_SHARED_PAGES))
    expect(pages.counts().read).toBe(before)
    await read('0')
    expect(pages.counts().read).toBe(before + 1)
  })
})
