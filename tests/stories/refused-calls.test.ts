import { expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { enter, openContext, settled } from '#tests/support/market.ts'
import { browser, market, stack, storyOnDemoMarket } from '#tests/support/market-story.ts'

/** No page requests something that the server would refuse to its reader, not even the pages of the other role. */

storyOnDemoMarket()

/** A project's page with each of the tabs that a link can open, and its board. */
const ofProject = (id: string) => [
  paths.project(id),
  ...(['applications', 'payment', 'deliverables'] as const).map((tab) => paths.projectTab(id, tab)),
  paths.hires(id),
  paths.board(id),
]

test.each(['creator', 'seller'] as const)(
  'a %s opens every page of either role without a refused call',
  async (role) => {
    const visitor = await enter(stack, market[role])
    const context = await openContext(browser, stack, visitor)
    const page = await context.newPage()
    const refused: string[] = []
    let path = ''
    page.on('response', (answer) => {
      if ([401, 403].includes(answer.status()))
        refused.push(`${path}: ${answer.status()} ${answer.url()}`)
    })
    const creator = await enter(stack, market.creator)
    const [work] = await creator.call('deliverables.mine')
    const { creators } = await (await enter(stack, market.seller)).call('creators.search')
    const conversations = await creator.call('conversations.list')
    for (path of [
      '/dashboard',
      '/projects',
      ...Object.values(market.projectIds).flatMap(ofProject),
      paths.review(work?.project_id ?? '', work?.id ?? ''),
      paths.reviewQueue(),
      '/post-project',
      '/my-projects',
      '/my-applications',
      '/my-invitations',
      '/messages',
      ...conversations.map(({ id }) => paths.conversation(id)),
      '/find-creators',
      '/lists',
      paths.list('saved'),
      paths.compare(...creators.slice(0, 2).map(({ id }) => id)),
      '/profile',
      '/profile/edit',
      '/profile/packages',
      '/settings',
      '/settings/payouts',
      '/settings/cards',
      '/settings/notifications',
      '/settings/security',
      '/settings/blocked',
      '/settings/data',
      '/settings/documents',
      '/notifications',
      `/profile/${market.creator.id}`,
      `/profile/${market.seller.id}`,
    ]) {
      // Loaded again: a page makes its first calls before the app is there.
      await page.goto(path)
      await settled(page)
    }
    expect(refused).toEqual([])
    await context.close()
  },
)
