import { describe, expect, test } from 'vitest'
import { APP_PAGES, PUBLIC_PAGES } from './pages.ts'
import { paths } from './paths.ts'

const HOSTILE = 'a/../b?c#d&e'
const ENCODED = 'a%2F..%2Fb%3Fc%23d%26e'

/** Every path that takes an argument, with an argument that would break out of its segment. */
const built = {
  project: paths.project(HOSTILE),
  deliver: paths.deliver(HOSTILE),
  projectTab: paths.projectTab(HOSTILE, 'payment'),
  hires: paths.hires(HOSTILE),
  paymentReturn: paths.paymentReturn(HOSTILE, 'success'),
  cardReturn: paths.cardReturn('saved'),
  payoutReturn: paths.payoutReturn('again'),
  payoutReturnToProject: paths.payoutReturnToProject(HOSTILE, 'returned'),
  editProject: paths.editProject(HOSTILE),
  list: paths.list(HOSTILE),
  compare: paths.compare(HOSTILE),
  hireAgain: paths.hireAgain(HOSTILE, HOSTILE),
  postAndInvite: paths.postAndInvite(HOSTILE),
  postAgain: paths.postAgain(HOSTILE),
  postedToInvite: paths.postedToInvite(HOSTILE, HOSTILE),
  review: paths.review(HOSTILE, HOSTILE, HOSTILE),
  orderPackage: paths.orderPackage(HOSTILE, HOSTILE),
  packageOrder: paths.packageOrder(HOSTILE),
  board: paths.board(HOSTILE),
  reviewQueue: paths.reviewQueue(HOSTILE),
  conversation: paths.conversation(HOSTILE),
  licence: paths.licence(HOSTILE),
  document: paths.document(HOSTILE),
  sanction: paths.sanction(HOSTILE),
  publicProfile: paths.publicProfile(HOSTILE),
  search: paths.search('projects', { q: HOSTILE }),
} satisfies Record<Built, string>
type Built = {
  [Name in keyof typeof paths]: (typeof paths)[Name] extends string ? never : Name
}[keyof typeof paths]

describe('paths', () => {
  test.each(Object.entries(built).filter(([name]) => !/^(card|payout)Return$/.test(name)))(
    'the argument of %s is encoded, so that it cannot leave its segment',
    (_name, path) => {
      expect(path).toContain(ENCODED)
      expect(path).not.toContain(HOSTILE)
    },
  )

  test('every fixed path is unique', () => {
    const fixed = Object.values(paths).filter((path) => typeof path === 'string')
    expect(new Set(fixed).size).toBe(fixed.length)
  })

  test('the server knows the page that every path leads to', () => {
    const pages = [...PUBLIC_PAGES, ...APP_PAGES].map((page) => page.replaceAll(/:\w+/g, ':id'))
    const fixed = Object.values(paths).filter((path) => typeof path === 'string')
    const lost = [...fixed, ...Object.values(built)].filter((path) => {
      const { pathname } = new URL(path, 'http://app.invalid')
      return !pages.includes(pathname.replaceAll(ENCODED, ':id'))
    })
    expect(lost).toEqual([])
  })
})
