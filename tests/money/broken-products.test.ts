import { expect, inject, test } from 'vitest'
import { BROKEN_PRODUCTS, UNGUARDED_PRODUCTS } from './broken-products.ts'
import { GUARD_STORIES } from './guard-stories.ts'
import { simulate } from './simulate.ts'
import { Violation } from './violation.ts'
import { openWorld } from './world.ts'

const ENOUGH = { count: 200, steps: 40, undecided: true }

test.each(BROKEN_PRODUCTS)('the simulator detects "$name" within 200 seeds', async (broken) => {
  const world = await openWorld(inject('templateDatabaseUrl'), broken)
  const noticed: string[] = []
  await simulate(world, { ...ENOUGH, from: broken.from ?? 1 }, (failure) => {
    if (failure !== null && broken.breaks.test(failure.message)) noticed.push(failure.message)
    return noticed.length > 0 ? 'stop' : 'go on'
  })
  await world.close()
  expect(noticed).toHaveLength(1)
})

test.each(UNGUARDED_PRODUCTS)(
  'the guard’s story fails in a product with this fault: $name',
  async (broken) => {
    const world = await openWorld(inject('templateDatabaseUrl'), broken)
    await world.empty()
    const broke: unknown = await GUARD_STORIES[broken.story](world).catch((error: unknown) => error)
    await world.close()
    expect(broke).toBeInstanceOf(Violation)
    expect((broke as Violation).message).toMatch(broken.breaks)
  },
)

test('every guard story has a broken product that lacks its guard', () => {
  const stories = UNGUARDED_PRODUCTS.map(({ story }) => story)
  expect(stories.toSorted()).toEqual(Object.keys(GUARD_STORIES).toSorted())
})
