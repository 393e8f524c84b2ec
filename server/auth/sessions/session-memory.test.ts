import { expect, test } from 'vitest'
import type { Viewer } from '#server/http/viewer.ts'
import { createSessionMemory, type Found } from './session-memory.ts'

const now = new Date('2026-11-20T12:00:00Z')
let counter = 0
function somebody(endsAt: Date | null = null): Found {
  const id = `person-${(counter += 1)}`
  const viewer: Viewer = {
    id,
    role: 'creator',
    email: '',
    name: 'Maya',
    sessionId: `of-${id}`,
    aal: 'aal1',
  }
  return { viewer, endsAt }
}

/** A cache whose connection responds when told to, on its own clock. */
function memoryOf(remembered?: number) {
  let ms = 0
  const waiting: { answer: () => void; fail: (error: Error) => void }[] = []
  const memory = createSessionMemory(remembered, () => ms)
  const line = {
    caughtUp: () =>
      new Promise<void>((answer, fail) => {
        waiting.push({ answer, fail })
      }),
  }
  return {
    memory,
    line,
    waiting,
    pass: (passed: number) => (ms += passed),
    /** Lets the connection respond to the latest check. */
    async answer() {
      waiting.splice(0).forEach((one) => one.answer())
      await Promise.resolve()
      await Promise.resolve()
    },
    isKnown: ({ viewer }: Found, at = now) =>
      memory.recall(viewer.sessionId, viewer.id, at) !== null,
    meet: (found: Found) => memory.read(() => Promise.resolve(found), now),
  }
}

/** A cache that listens and has caught up. */
async function heardMemory(remembered?: number) {
  const all = memoryOf(remembered)
  all.memory.hear(all.line)
  await all.answer()
  return all
}

test('without a connection nothing is cached', async () => {
  const { isKnown, meet } = memoryOf()
  const maya = somebody()
  expect(await meet(maya)).toBe(maya.viewer)
  expect(isKnown(maya)).toBe(false)
})

test('a cached session is found only by session id and user id together', async () => {
  const { memory, isKnown, meet } = await heardMemory()
  const [maya, other] = [somebody(), somebody()]
  await meet(maya)
  expect(isKnown(maya)).toBe(true)
  expect(memory.recall(maya.viewer.sessionId, other.viewer.id, now)).toBeNull()
})

test('a silent connection is trusted for less than a second, counted from when its last check was sent', async () => {
  const { isKnown, meet, pass, answer, waiting } = await heardMemory()
  const maya = somebody()
  await meet(maya)
  pass(500)
  expect(isKnown(maya)).toBe(true)
  expect(waiting).toHaveLength(1)
  pass(499)
  expect(isKnown(maya)).toBe(true)
  pass(1)
  expect(isKnown(maya)).toBe(false)
  // Only one check runs at a time. A late response states what was true when it was requested.
  expect(waiting).toHaveLength(1)
  await answer()
  expect(isKnown(maya)).toBe(true)
  pass(500)
  expect(isKnown(maya)).toBe(false)
})

test('a broken connection is not trusted, and the next one starts with an empty cache', async () => {
  const { memory, isKnown, meet, pass, line, answer, waiting } = await heardMemory()
  const maya = somebody()
  await meet(maya)
  pass(500)
  isKnown(maya)
  waiting.splice(0).forEach((one) => one.fail(new Error('broken')))
  pass(500)
  expect(isKnown(maya)).toBe(false)
  await answer()
  memory.hear(line)
  await answer()
  expect(isKnown(maya)).toBe(false)
  await meet(maya)
  expect(isKnown(maya)).toBe(true)
})

test('a late answer from an old connection does not make the new one trusted', async () => {
  const { memory, isKnown, meet, pass, waiting } = await heardMemory()
  const maya = somebody()
  pass(500)
  isKnown(maya)
  const [late] = waiting.splice(0)
  memory.hear({ caughtUp: () => new Promise(() => {}) })
  late?.answer()
  await meet(maya)
  expect(isKnown(maya)).toBe(false)
})

test('an announcement evicts every session of that person, and no one else’s', async () => {
  const { memory, isKnown, meet } = await heardMemory()
  const [maya, jonas] = [somebody(), somebody()]
  const phone = { ...maya, viewer: { ...maya.viewer, sessionId: 'of her phone' } }
  for (const one of [maya, phone, jonas]) await meet(one)
  memory.changed([maya.viewer.id, 'nobody'])
  expect([maya, phone, jonas].map((one) => isKnown(one))).toEqual([false, false, true])
})

test('a read that overlaps an announcement is not cached, since it may be stale', async () => {
  const { memory, isKnown } = await heardMemory()
  const maya = somebody()
  const viewer = await memory.read(() => {
    memory.changed(['somebody'])
    return Promise.resolve(maya)
  }, now)
  expect(viewer).toBe(maya.viewer)
  expect(isKnown(maya)).toBe(false)
})

test('an expired session is no longer served from the cache', async () => {
  const { isKnown, meet } = await heardMemory()
  const brief = somebody(new Date(now.getTime() + 1_000))
  await meet(brief)
  expect(isKnown(brief)).toBe(true)
  expect(isKnown(brief, new Date(now.getTime() + 1_000))).toBe(false)
})

test('the cache is bounded and evicts the least recently read', async () => {
  const { isKnown, meet } = await heardMemory(3)
  const people = Array.from({ length: 5 }, () => somebody())
  for (const one of people) await meet(one)
  expect(people.map((one) => isKnown(one))).toEqual([false, false, true, true, true])
})

test('a failed read is passed on', async () => {
  const { memory } = await heardMemory()
  const load = () => Promise.reject(new Error('no database'))
  await expect(memory.read(load, now)).rejects.toThrow('no database')
})
