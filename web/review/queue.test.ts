import { expect, test } from 'vitest'
import { nextInQueue } from './queue.ts'

const one = (id: string, day: number) => ({
  id,
  project_id: `p-${id}`,
  project_title: 'Reels',
  creator_name: 'Maya Okafor',
  file_name: 'reel.mp4',
  created_at: `2031-01-0${day}T00:00:00Z`,
})
const queue = [one('a', 1), one('b', 2), one('c', 3)]

test('the queue continues with the next delivery handed in, even if the current one is already answered', () => {
  expect(nextInQueue(queue, one('a', 1))?.id).toBe('b')
  expect(nextInQueue(queue.slice(1), one('a', 1))?.id).toBe('b')
  expect(nextInQueue([one('a', 1), one('c', 3)], one('b', 2))?.id).toBe('c')
})

test('after the last delivery the queue returns to the first one skipped, or ends if none is left', () => {
  expect(nextInQueue(queue, one('c', 3))?.id).toBe('a')
  expect(nextInQueue([one('c', 3)], one('c', 3))).toBeNull()
  expect(nextInQueue([], one('c', 3))).toBeNull()
})
