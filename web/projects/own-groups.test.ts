import { expect, test } from 'vitest'
import type { OwnProject } from '#contract/listed-deal-schemas.ts'
import { groupHires } from './own-groups.ts'

const project = (id: string, listing_id?: string) =>
  ({ id, ...(listing_id === undefined ? {} : { listing_id }) }) as unknown as OwnProject
const read = (projects: OwnProject[]) =>
  groupHires(projects).map((group) => [group.project.id, group.hires.map(({ id }) => id)])

test('hires stand under the project that hired for them, in their order', () => {
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
