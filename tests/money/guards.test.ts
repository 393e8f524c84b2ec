import { afterAll, beforeAll, beforeEach, inject, test } from 'vitest'
import { GUARD_STORIES } from './guard-stories.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(inject('templateDatabaseUrl'))
})
beforeEach(() => world.empty())
afterAll(() => world.close())

test.each(Object.entries(GUARD_STORIES))('%s', (_, story) => story(world))
