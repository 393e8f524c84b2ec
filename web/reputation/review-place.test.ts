import { expect, test } from 'vitest'
import type { DealReviewStatus } from '#contract/reputation.ts'
import { placeOf } from './review-place.ts'

const place = (mine: DealReviewStatus, theirs: DealReviewStatus) =>
  placeOf({ mine: { status: mine }, theirs: { status: theirs } })

test('reviews come first while the reader can write or edit theirs, and last when they can only read', () => {
  expect([place('open', 'open'), place('open', 'sealed'), place('sealed', 'open')]).toEqual([
    'asking',
    'asking',
    'asking',
  ])
  expect([place('shown', 'shown'), place('lapsed', 'shown'), place('hidden', 'lapsed')]).toEqual([
    'over',
    'over',
    'over',
  ])
})

test('reviews are not shown for a deal that no one reviewed', () => {
  expect(place('lapsed', 'lapsed')).toBeNull()
  expect(placeOf(null)).toBeNull()
})
