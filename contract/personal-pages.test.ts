import { expect, test } from 'vitest'
import { clocksOf, firstReads, type PersonalPage } from './personal-pages.ts'

const page: PersonalPage = {
  path: '/projects/:id',
  title: 'Project',
  roles: ['seller', 'creator'],
  reads: [
    { key: 'projects.get', input: { params: { id: ':id' } } },
    { key: 'applications.own', input: { params: { id: ':id' } }, only: 'creator' },
  ],
}

test('a page starts with the reads for its reader’s role, with the parameters of its URL', () => {
  const own = (role: 'seller' | 'creator') =>
    firstReads(page, role, { id: 'p1' }).filter(({ input }) => input !== undefined)
  const project = { key: 'projects.get', input: { params: { id: 'p1' } } }
  expect(own('seller')).toEqual([project])
  expect(own('creator')).toEqual([
    project,
    { key: 'applications.own', input: { params: { id: 'p1' } } },
  ])
  expect(firstReads(page, 'seller')[0]).toEqual({ key: 'profiles.me' })
})

test('a time zone is described by its offset now and half a year ago', () => {
  const at = new Date('2026-07-15T12:00:00Z')
  const isSummer = (moment: Date) => moment.getUTCMonth() === 6
  const berlin = clocksOf(at, (moment) => (isSummer(moment) ? -120 : -60))
  expect(berlin).toEqual([
    [at.getTime(), -120],
    [Date.parse('2026-01-14T12:00:00Z'), -60],
  ])
})
