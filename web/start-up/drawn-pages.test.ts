import { expect, test } from 'vitest'
import type { PageReader, PageSite } from '#contract/pages.ts'
import type { Brought, BroughtAnswer, FirstRead } from '#contract/personal-pages.ts'
import { renderPersonal } from './drawn-pages.tsx'

const ID = '0b7e2c1a-58f4-4f0e-9d35-3c1f6a7d2e90'
const PROJECT = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const SITE: PageSite = {
  origin: 'https://market.test',
  socialLinks: {},
  reviewOutcome: 'approve',
  feeTerms: { creator_bps: 1_500, minimum_fee_cents: 0 },
  minimumPrice: null,
  emailChange: 'both',
  passwords: { min: 6, sets: [] },
  signUps: true,
}

const answer = (key: BroughtAnswer['key'], body: unknown, params?: Record<string, string>) => ({
  key,
  ...(params && { input: { params } }),
  status: 200,
  body,
})

const broughtWith = (...answers: BroughtAnswer[]): Brought => ({
  personId: ID,
  at: '2026-03-01T00:30:00.000Z',
  clocks: [],
  answers: [
    answer('profiles.me', { id: ID, name: 'Ellen Harrow', role: 'seller', role_chosen: true }),
    ...answers,
  ],
})

/** A reader with these responses, which records what is requested. */
function readerWith(...answers: BroughtAnswer[]) {
  const asked: FirstRead[] = []
  const read: PageReader = (one) => {
    asked.push(one)
    return Promise.resolve(answers.find(({ key }) => key === one.key) ?? null)
  }
  return { asked, read }
}

test('rendering a page fetches the data it lacks, once, and shows it', async () => {
  const counts = { review: 0, unread_messages: 7, invitations: 0, notifications: 3 }
  const { asked, read } = readerWith(answer('navigation.counts', counts))
  const { markup } = await renderPersonal('/notifications', broughtWith(), SITE, read)
  expect(asked.filter(({ key }) => key === 'notifications.list')).toEqual([
    { key: 'notifications.list', input: {}, paged: true },
  ])
  expect(asked.map(({ key }) => key)).not.toContain('profiles.me')
  expect(new Set(asked.map((one) => JSON.stringify(one))).size).toBe(asked.length)
  expect(markup).toContain('7')
})

test('an error in a part of a page rejects the rendering of that page, and is not thrown elsewhere', async () => {
  // Its view loads later, and finds no milestones.
  const project = answer(
    'projects.get',
    { id: PROJECT, seller_id: ID, title: 'A mug', status: 'active', hiring: null },
    { id: PROJECT },
  )
  const rendering = renderPersonal(
    `/projects/${PROJECT}`,
    broughtWith(project),
    SITE,
    readerWith().read,
  )
  await expect(rendering).rejects.toThrow(TypeError)
  // The test runner reports errors that are thrown outside meanwhile and would end a server.
  await new Promise((resolve) => setTimeout(resolve))
})
