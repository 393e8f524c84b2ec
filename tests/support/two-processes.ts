import { createPool, type Pool } from '#server/db/pool.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { BuiltUser } from './builders.ts'

type Run = (deps: Deps) => Promise<unknown>

/** Two server processes, as far as the database can tell. */
export interface TwoProcesses {
  deps: [Deps, Deps]
  /** The second process's connections. */
  second: Pool
  /**
   * Runs both at once, each in its process; the second starts first in odd rounds. Returns 'ok' or the refusal's code,
   * in the order of the arguments.
   */
  race(one: Run, other: Run, round: number): Promise<[string, string]>
  close(): Promise<void>
}

/**
 * Gives the second process connections of its own, so that only the database orders the two: as many as it has to run
 * at once, otherwise the last ones wait for a connection for as long as the machine is slow.
 */
export function twoProcesses(first: Deps, connections = 10): TwoProcesses {
  const second = createPool(first.config.databaseUrl, connections)
  const deps: [Deps, Deps] = [first, { ...first, pool: second }]
  return {
    deps,
    second,
    async race(one, other, round) {
      const begin = [() => outcomeOf(one(deps[0])), () => outcomeOf(other(deps[1]))] as const
      if (round % 2 === 0) return Promise.all([begin[0](), begin[1]()])
      const [otherOutcome, oneOutcome] = await Promise.all([begin[1](), begin[0]()])
      return [oneOutcome, otherOutcome]
    },
    close: () => second.end(),
  }
}

/** 'ok', or the code of the refusal. Any other error fails the test. */
async function outcomeOf(run: Promise<unknown>): Promise<string> {
  try {
    await run
    return 'ok'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

/** A built person as the services below the routes see them, with a second factor. */
export const builtViewer = ({ id, role, email, name }: BuiltUser): Viewer => ({
  id,
  role,
  email,
  name,
  sessionId: id,
  aal: 'aal2',
})
