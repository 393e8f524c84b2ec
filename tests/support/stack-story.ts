import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { createPool, type Pool } from '#server/db/pool.ts'
import { launchBrowser } from './browser.ts'
import { type Person, pictureFailure } from './people.ts'
import { type Stack, startStack } from './servers.ts'

/**
 * What a story on a stack of its own begins with. Each story file has a copy of this module to itself, so these are its
 * own. They are set from the first of its tests on, and in every beforeAll behind `storyOnOwnStack`.
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
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await pool?.end()
    await stack?.stop()
  })
}

/** After a test that failed, keeps a picture of what each of these people had on their screens. */
export function picturesOfFailures(people: () => readonly Person[]): void {
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await pictureFailure(task.name, people())
  })
}
