import { expect, inject, test } from 'vitest'
import { BROKEN_PRODUCTS } from './broken-products.ts'
import { simulate } from './simulate.ts'
import { openWorld } from './world.ts'

const ENOUGH = { count: 200, steps: 40 }

test.each(BROKEN_PRODUCTS)(
  'the simulator notices $name within 200 seeds',
  async (broken) => {
    const world = await openWorld(inject('templateDatabaseUrl'), broken)
    const noticed: string[] = []
    await simulate(world, { ...ENOUGH, from: broken.from ?? 1 }, (failure) => {
      if (failure !== null && broken.breaks.test(failure.message)) noticed.push(failure.message)
      return noticed.length > 0 ? 'stop' : 'go on'
    })
    await world.close()
    expect(noticed).toHaveLength(1)
  },
  60_000,
)
