import { describe, expect, it } from 'vitest'
import { acceptedFirst } from './row-order.ts'

describe('a list of applications', () => {
  const row = (id: string, status = 'rejected') => ({ id, status })
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join('')

  it('keeps its order while none is accepted', () => {
    expect(ids(acceptedFirst([row('b', 'pending'), row('a', 'pending')], null))).toBe('ba')
  })
  it('shows the accepted application on top, once', () => {
    expect(ids(acceptedFirst([row('c'), row('b', 'accepted'), row('a')], null))).toBe('bca')
    expect(
      ids(acceptedFirst([row('c'), row('b', 'accepted'), row('a')], row('b', 'accepted'))),
    ).toBe('bca')
  })
  it('shows the accepted application on top even when its page is not loaded', () => {
    expect(ids(acceptedFirst([row('c'), row('b')], row('a', 'accepted')))).toBe('acb')
  })
})
