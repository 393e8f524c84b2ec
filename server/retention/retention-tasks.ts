import type { CronItem } from 'graphile-worker'
import type { Deps } from '#server/deps/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Tasks } from '#server/jobs/runner.ts'
import { CONVERSATIONS_AT_ONCE, forgetConversations } from './forget-conversations.ts'
import { forgetNames, NAMES_AT_ONCE } from './forget-names.ts'
import { BATCH, forgetBatch } from './forget-past.ts'
import { ACCOUNTS_AT_ONCE, forgetUnconfirmed } from './forget-unconfirmed.ts'
import { DAILY } from './forgetting-rules.ts'

/** Batches per table and run. The rest is left to a follow-up run. */
const BATCHES = 200

/** Deletes one batch; `most` is the size of a full batch. */
interface Step {
  name: string
  most: number
  forget(deps: Pick<Deps, 'pool'>, now: Date): Promise<number>
}

const STEPS: readonly Step[] = [
  ...DAILY.map((rule) => ({
    name: `${rule.table}: ${rule.period}`,
    most: BATCH,
    forget: ({ pool }: Pick<Deps, 'pool'>, now: Date) => forgetBatch(pool, rule, now),
  })),
  {
    name: 'conversations',
    most: CONVERSATIONS_AT_ONCE,
    forget: ({ pool }, now) => forgetConversations(pool, now),
  },
  {
    name: 'unconfirmed accounts',
    most: ACCOUNTS_AT_ONCE,
    forget: ({ pool }, now) => forgetUnconfirmed(pool, now),
  },
  {
    name: 'names that no creator has',
    most: NAMES_AT_ONCE,
    forget: ({ pool }) => forgetNames(pool),
  },
]

/** The daily job that deletes what is past its period (decision 0103). */
export function retentionTasks(deps: Deps) {
  return {
    'retention.enforce': async () => {
      const { forgotten, isDone } = await enforceRetention(deps)
      if (Object.keys(forgotten).length > 0)
        deps.log.info({ forgotten }, 'removed what is past its time')
      if (!isDone) await enqueue(deps.pool, 'retention.enforce', {}, { ...ONCE, maxAttempts: 5 })
    },
  } satisfies Partial<Tasks>
}

/** At most one job is queued and one is running, however many processes there are. */
const ONCE = { key: 'retention.enforce', queue: 'retention' }

/** Every night, when little else runs. */
export const RETENTION_CRONTAB: CronItem[] = [
  {
    match: '13 5 * * *',
    task: 'retention.enforce',
    options: { maxAttempts: 5, jobKey: ONCE.key, queueName: ONCE.queue },
  },
]

/**
 * Deletes or empties everything whose period is over. Each batch commits on its own: a killed run loses nothing, and
 * the next one continues. A table that fails does not hold up the others; the first failure is thrown at the end.
 * Returns the number of rows by step, and whether nothing is left.
 */
export async function enforceRetention(
  deps: Pick<Deps, 'pool' | 'clock'>,
  batches = BATCHES,
): Promise<{ forgotten: Record<string, number>; isDone: boolean }> {
  const now = deps.clock()
  const forgotten: Record<string, number> = {}
  const failures: unknown[] = []
  let isDone = true
  for (const { name, most, forget } of STEPS) {
    try {
      let count = most
      for (let batch = 0; batch < batches && count === most; batch += 1) {
        count = await forget(deps, now)
        if (count > 0) forgotten[name] = (forgotten[name] ?? 0) + count
      }
      if (count === most) isDone = false
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0)
    throw new Error(`${failures.length} of ${STEPS.length} retention steps failed`, {
      cause: failures[0],
    })
  return { forgotten, isDone }
}
