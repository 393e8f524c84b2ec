import { expect, test } from 'vitest'
import { enter, openContext, settled } from '#tests/support/market.ts'
import { browser, market, stack, storyOnDemoMarket } from '#tests/support/market-story.ts'

/** No page requests something that the server would refuse to its reader, not even the pages of the other role. */

storyOnDemoMarket()

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
    const projects = Object.values(market.projectIds).map((id) => `/projects/${id}`)
    for (path of [
      '/dashboard',
      '/projects',
      ...projects,
      '/post-project',
      '/my-projects',
      '/my-applications',
      '/my-invitations',
      '/messages',
      '/find-creators',
      '/profile',
      '/profile/edit',
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
