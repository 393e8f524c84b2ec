import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { createPool, type Pool } from '#server/db/pool.ts'
import { launchStoryBrowser } from './browser.ts'
import { type Person, pictureFailure } from './people.ts'
import { type Stack, startStack } from './servers.ts'

/**
 * What a story on its own stack begins with. Each story file has its own copy of this module, so these are its own.
 * They are set from the first of its tests on, and in every beforeAll after `storyOnOwnStack`.
 */
export let stack: Stack
export let pool: Pool
export let browser: Browser

/**
 * Starts the product for a story file, with a browser and two connections to its database, and ends all of it after the
 * last test. `env` is the server's environment.
 */
export function storyOnOwnStack(env: Parameters<typeof startStack>[0] = {}): void {
  beforeAll(async () => {
    stack = await startStack(env)
    pool = createPool(stack.databaseUrl, 2)
    browser = await launchStoryBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await pool?.end()
    await stack?.stop()
  })
}

/** After a test that failed, saves a screenshot of each of these people's screens. */
export function picturesOfFailures(people: () => readonly Person[]): void {
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await pictureFailure(task.name, people())
  })
}
