import { describe, expect, it } from 'vitest'
import { inRecordOrder } from './record-order.ts'

describe('applications ordered by a figure', () => {
  const row = (id: string, figure: 'on_time' | 'answers', n: number, of: number) => ({
    id,
    record: {
      deals: 10,
      badges: of >= 10 ? ['on_time' as const] : [],
      figures: of === 0 ? [] : [{ figure, n, of }],
    },
  })
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join('')
  const all = [
    row('a', 'on_time', 0, 0),
    row('b', 'on_time', 3, 3),
    row('c', 'on_time', 40, 40),
    row('d', 'on_time', 5, 10),
    row('e', 'on_time', 0, 0),
  ]

  it('are sorted by Bayesian mean: many good deals before few, then no deals, then bad ones', () => {
    expect(ids(inRecordOrder(all, 'on_time', null))).toBe('cbaed')
  })
  it('list faster creators first where a lower figure is better', () => {
    const answers = [
      row('s', 'answers', 4_000, 20),
      row('n', 'answers', 0, 0),
      row('f', 'answers', 60, 20),
    ]
    expect(ids(inRecordOrder(answers, 'answers', null))).toBe('fns')
  })
  it('can be filtered by a badge, and keep their original order when no figure is chosen', () => {
    expect(ids(inRecordOrder(all, null, 'on_time'))).toBe('cd')
    expect(ids(inRecordOrder(all, null, null))).toBe('abcde')
  })
})
