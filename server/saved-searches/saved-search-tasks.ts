import type { Deps } from '#server/deps/deps.ts'
import type { Tasks } from '#server/jobs/runner.ts'
import { noteFinds } from './saved-search-store.ts'

/** Records which saved searches a published project or a new creator matches. Idempotent. */
export function savedSearchTasks(deps: Deps): Pick<Tasks, 'searches.match'> {
  return {
    'searches.match': async ({ about, id }) => {
      await noteFinds(deps.pool, about, id, deps.clock())
    },
  }
}
