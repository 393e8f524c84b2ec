import { describe, expect, it } from 'vitest'
import { inOrder, moved } from './image-order.ts'

const things = (...ids: string[]) => ids.map((id) => ({ id }))

describe('pictures in a custom order', () => {
  it('move to where they are dropped', () => {
    expect(moved(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b'])
    expect(moved(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a'])
    expect(moved(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'b', 'c'])
    expect(moved(['a'], 'x', 0)).toEqual(['a'])
  })

  it('keep their order, new ones last, removed ones left out', () => {
    expect(inOrder(things('a', 'b', 'new', 'newer'), ['b', 'gone', 'a'])).toEqual(
      things('b', 'a', 'new', 'newer'),
    )
  })
})
