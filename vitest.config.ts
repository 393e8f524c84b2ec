import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'

/**
 * Only ends a test that hangs: no test may fail because the machine is busy. Twenty times what the longest single test
 * takes on two idle cores, so no test sets a limit of its own.
 */
const PATIENCE_MS = 1_200_000

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than the two cores of CI: tests start real servers, databases and browsers beside them, and often wait.
    // It is the same number for both parts, so that stories begin while the last unit tests run.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // A wait ends as soon as its condition holds; a slow machine gets the time it needs. (The runner's own limit is one
    // second.)
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // No test replaces a module or leaves a global changed, and loading the server again for every file takes a
          // third of the processor time.
          isolate: false,
          include: ['{contract,server,web,sandbox,scripts,tests,bench}/**/*.test.{ts,tsx}'],
          exclude: ['tests/stories/**', '**/node_modules/**'],
          setupFiles: ['tests/support/each-unit-file.ts'],
          globalSetup: ['tests/support/postgres-global.ts'],
          environment: 'node',
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'stories',
          include: ['tests/stories/**/*.test.ts'],
          setupFiles: ['tests/support/each-story.ts'],
          globalSetup: [
            'tests/support/browser.ts',
            'tests/support/postgres-global.ts',
            'tests/support/market-global.ts',
          ],
          environment: 'node',
          retry: 0,
          testTimeout: PATIENCE_MS,
          // The first story of a run waits here for the build and the market.
          hookTimeout: PATIENCE_MS,
        },
      },
    ],
  },
})
