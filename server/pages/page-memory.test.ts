import { expect, test } from 'vitest'
import { pack } from './html-answer.ts'
import { createPageMemory } from './page-memory.ts'

const page = (bytes: number) => ({
  ...pack('x'.repeat(bytes)),
  scripts: [],
  styles: [],
  links: undefined,
  filesUrl: null,
})

test('the cache is bounded in bytes and evicts the least recently used page', () => {
  const memory = createPageMemory(300)
  const [a, b, c] = [page(100), page(100), page(100)]
  memory.remember('a', a)
  memory.remember('b', b)
  memory.remember('c', c)
  expect(memory.recall('a')).toBe(a)
  memory.remember('d', page(1))
  expect(['a', 'b', 'c', 'd'].map((one) => memory.recall(one) !== null)).toEqual([
    true,
    false,
    true,
    true,
  ])
})

test('a page cached again counts once, and one larger than the cache is not kept', () => {
  const memory = createPageMemory(300)
  memory.remember('other', page(100))
  for (let turn = 0; turn < 5; turn += 1) memory.remember('same', page(200))
  expect(memory.recall('other')).not.toBeNull()
  memory.remember('huge', page(301))
  expect(memory.recall('huge')).toBeNull()
  expect(memory.recall('other')).not.toBeNull()
})
