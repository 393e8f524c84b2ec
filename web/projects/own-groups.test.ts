import { expect, test } from 'vitest'
import type { OwnProject } from '#contract/listed-deal-schemas.ts'
import { groupHires, ownWords } from './own-groups.ts'

const project = (id: string, listing_id?: string) =>
  ({ id, ...(listing_id === undefined ? {} : { listing_id }) }) as unknown as OwnProject
const read = (projects: OwnProject[]) =>
  groupHires(projects).map((group) => [group.project.id, group.hires.map(({ id }) => id)])

test('hires are grouped under the project that hired them, in their order', () => {
  expect(
    read([project('d2', 'a'), project('x'), project('d1', 'a'), project('a'), project('y')]),
  ).toEqual([
    ['x', []],
    ['a', ['d2', 'd1']],
    ['y', []],
  ])
})

test('a hire whose project is not in the list stays where it is', () => {
  expect(read([project('d1', 'elsewhere'), project('x')])).toEqual([
    ['d1', []],
    ['x', []],
  ])
})

test('the count above the list counts its cards as projects, and the hires inside them separately', () => {
  const says = (data: OwnProject[], hasNextPage = false) => ownWords({ data, hasNextPage })
  expect(says([project('d2', 'a'), project('x'), project('d1', 'a'), project('a')])).toBe(
    '2 projects and 2 hires',
  )
  expect(says([project('d1', 'a'), project('a')])).toBe('1 project and 1 hire')
  expect(says([project('d1', 'elsewhere'), project('x')])).toBe('2 projects')
  expect(says([project('d1', 'a'), project('a'), project('x')], true)).toBe(
    '2+ projects and 1 hire',
  )
  expect(says([])).toBe('0 projects')
  expect(ownWords({ data: undefined, hasNextPage: false })).toBe('')
})
