import type { Deps } from './deps.ts'
import type { Tasks } from './jobs/runner.ts'

/** The work behind every job, one line a domain. */
export function createTasks(_deps: Deps): Partial<Tasks> {
  return {}
}
