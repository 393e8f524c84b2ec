import { expect, test } from 'vitest'
import { assignedItems, LISTED_UPLOADS, uploadsOf, uploadsText } from './delivered-pieces.ts'

const ITEMS = [
  { id: 'hook', what: 'video', count: 2 },
  { id: 'reel', what: 'video', count: 1 },
  { id: 'still', what: 'photo', count: 1 },
] as const
const file = (type: string, chosen?: string | null) => ({ type, chosen })

test('a file is assigned to the next unfilled item of its kind, unless another was chosen for it', () => {
  const film = file('video/mp4')
  expect(assignedItems([film, film, file('image/webp'), film, film], ITEMS)).toEqual([
    'hook',
    'hook',
    'still',
    'reel',
    // More than the brief asks for.
    'hook',
  ])
  expect(assignedItems([film, file('video/mp4', 'hook'), film], ITEMS)).toEqual([
    'hook',
    'hook',
    'reel',
  ])
  // An item that the brief no longer asks for is not a valid choice.
  expect(assignedItems([file('video/mp4', 'gone')], ITEMS)).toEqual(['hook'])
  expect(assignedItems([file('video/mp4', null), file('text/plain'), film], ITEMS)).toEqual([
    null,
    null,
    'hook',
  ])
})

test('up to twenty uploads with their items can be listed in a URL', () => {
  const one = { file_id: '0190a0b0-0000-7000-8000-000000000001', item_id: 'hook' }
  const text = uploadsText([one, { ...one, item_id: null }])
  expect(uploadsOf(text)).toEqual([one, { ...one, item_id: null }])
  expect(text).toMatch(LISTED_UPLOADS)
  expect(uploadsText(Array.from({ length: 20 }, () => one))).toMatch(LISTED_UPLOADS)
  expect(uploadsText(Array.from({ length: 21 }, () => one))).not.toMatch(LISTED_UPLOADS)
  for (const wrong of ['', 'x', `${one.file_id}~`, `${text},`])
    expect(wrong).not.toMatch(LISTED_UPLOADS)
})
