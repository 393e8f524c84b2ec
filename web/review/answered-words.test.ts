import { expect, test } from 'vitest'
import { answeredWords } from './answered-words.ts'

const owner = { id: 'h', name: 'Harrow & Pine' }
const waits = {
  status: 'pending',
  reviewed_at: null,
  superseded_at: null,
  decided: false,
  approved_unanswered: false,
} as const
const AT = '2026-06-20T12:00:00Z'
type Of = Parameters<typeof answeredWords>[0]
const read = (of: Partial<Of>) =>
  (['owner', 'creator'] as const).map((reader) =>
    answeredWords({ ...waits, ...of }, { reader, owner }, (moment) => moment.slice(0, 10)),
  )

test('each side sees who approved a version or requested a revision, and when', () => {
  expect(read({ status: 'approved', reviewed_at: AT })).toEqual([
    'You approved this version on 2026-06-20.',
    'Harrow & Pine approved this version on 2026-06-20.',
  ])
  expect(read({ status: 'rejected', reviewed_at: AT })).toEqual([
    'You asked for a revision on 2026-06-20.',
    'Harrow & Pine asked for a revision on 2026-06-20.',
  ])
})

test('a version approved because no answer came names no one who approved it', () => {
  const says = 'Approved on 2026-06-20, because no answer came within 7 days.'
  expect(read({ status: 'approved', reviewed_at: AT, approved_unanswered: true })).toEqual([
    says,
    says,
  ])
})

test('a version that is pending, superseded or decided by a dispute has no answer', () => {
  for (const of of [
    {},
    { status: 'rejected', reviewed_at: AT, superseded_at: AT },
    { decided: true },
  ] as const)
    expect(read(of)).toEqual([null, null])
})
