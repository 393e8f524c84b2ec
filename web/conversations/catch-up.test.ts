import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '#contract/conversation-schemas.ts'
import { MESSAGE_LIMITS } from '#contract/conversations.ts'
import { type CatchUp, createCatchUp } from './catch-up.ts'
import { flatten, type MessagePages, withMessages } from './message-pages.ts'

const message = (seq: number, read = false): Message => ({
  id: `m${seq}`,
  conversation_id: 'c',
  sender_id: 'her',
  seq,
  content: `${seq}`,
  files: [],
  safety: [],
  covered: false,
  created_at: '2026-06-18T12:00:00Z',
  read_at: read ? '2026-06-18T13:00:00Z' : null,
})
const many = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => message(from + index))

/** A page whose server has `stored` messages, of which those in `loaded` are on the page. */
function page(stored: Message[], loaded: Message[] | null) {
  let pages: MessagePages | null = loaded && { pages: [loaded], pageParams: [undefined] }
  const reads: number[] = []
  let fails = 0
  const catchUp: CatchUp = createCatchUp({
    loaded: () => pages && flatten(pages),
    async read(_, after) {
      reads.push(after)
      if (fails-- > 0) throw new Error('no network')
      return stored.filter(({ seq }) => seq > after).slice(0, MESSAGE_LIMITS.page)
    },
    keep: (_, messages) => {
      pages = pages && withMessages(pages, messages)
    },
  })
  return {
    catchUp,
    reads,
    read: () =>
      flatten(pages ?? undefined)
        .filter(({ read_at }) => read_at !== null)
        .map(({ seq }) => seq),
    seen: () => flatten(pages ?? undefined).map(({ seq }) => seq),
    failOnce: () => (fails = 1),
    lose: (seq: number) => {
      pages = pages && {
        ...pages,
        pages: pages.pages.map((one) => one.filter((m) => m.seq !== seq)),
      }
    },
  }
}

describe('a conversation that missed something', () => {
  it('catches up page by page from its last loaded message', async () => {
    const stored = many(1, 180).map((one) => message(one.seq, true))
    const here = page(stored, stored.slice(20, 40))
    await here.catchUp.catchUp('c')
    expect(here.seen()).toEqual(many(21, 180).map(({ seq }) => seq))
    expect(here.reads).toEqual([40, 90, 140])
  })

  it('detects by sequence number that messages before the received one are missing, and fetches them', async () => {
    const stored = many(1, 9)
    const here = page(stored, stored.slice(0, 3))
    await here.catchUp.heard(message(4))
    expect(here.reads).toEqual([])
    await here.catchUp.heard(message(8))
    expect(here.seen()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('restores what a concurrently loading page overwrote', async () => {
    const here = page(many(1, 5), many(1, 4))
    await here.catchUp.heard(message(5))
    here.lose(5)
    expect(here.seen()).toEqual([1, 2, 3, 4])
    await here.catchUp.check('c')
    expect(here.seen()).toEqual([1, 2, 3, 4, 5])
  })

  it('refetches one page back, to learn what was read in the meantime', async () => {
    const stored = many(1, 60).map((one) => message(one.seq, one.seq <= 55))
    const here = page(stored, many(1, 60))
    await here.catchUp.catchUp('c')
    // One page back is refetched; earlier reads follow from it.
    expect(here.reads).toEqual([10, 60])
    expect(here.read()).toEqual(many(1, 55).map(({ seq }) => seq))
  })

  it.each([1, 30, 50, 69, 70])(
    'learns that the first %i of 120 messages were read, however old they are',
    async (read) => {
      const stored = many(1, 120).map((one) => message(one.seq, one.seq <= read))
      const here = page(stored, many(1, 120))
      await here.catchUp.catchUp('c')
      expect(here.read()).toEqual(many(1, read).map(({ seq }) => seq))
      // Whatever follows an unread message is unread, so it is not requested.
      expect(here.reads.length).toBeLessThanOrEqual(5)
      await here.catchUp.catchUp('c')
      expect(here.read()).toEqual(many(1, read).map(({ seq }) => seq))
    },
  )

  it('does not search again for a sequence number that does not exist', async () => {
    const stored = [...many(1, 3), ...many(5, 6)].map((one) => message(one.seq, true))
    const here = page(stored, stored.slice(0, 3))
    await here.catchUp.heard(message(6, true))
    expect(here.seen()).toEqual([1, 2, 3, 5, 6])
    const reads = here.reads.length
    await here.catchUp.heard(message(6, true))
    await here.catchUp.check('c')
    expect(here.reads).toHaveLength(reads)
  })

  it('reports a failed fetch to its caller, and fills the gap the next time', async () => {
    const here = page(many(1, 4), many(1, 2))
    here.failOnce()
    await expect(here.catchUp.heard(message(4))).rejects.toThrow('no network')
    await here.catchUp.check('c')
    expect(here.seen()).toEqual([1, 2, 3, 4])
  })

  it('is complete and free of duplicates, whichever messages arrive in whichever order', async () => {
    const arrivals = fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(arrivals, fc.integer({ min: 0, max: 40 }), async (seqs, start) => {
        const stored = many(1, 120)
        const here = page(stored, stored.slice(0, start))
        await Promise.all(seqs.map((seq) => here.catchUp.heard(message(seq))))
        const last = Math.max(0, start, ...seqs)
        expect(here.seen().slice(0, last)).toEqual(many(1, last).map(({ seq }) => seq))
        expect(new Set(here.seen()).size).toBe(here.seen().length)
      }),
      { numRuns: 60 },
    )
  })
})
