import type { Mutation } from './mutation.ts'

/** What a failover, a silent link or a launcher that is gone may do to a process. */
export const DATABASE: readonly Mutation[] = [
  {
    rule: 'a standby counts as a database that is away',
    source: 'docs/operations.md',
    file: 'server/db/away.ts',
    find: '|53300|25006)$/',
    replace: '|53300)$/',
    tests: ['server/switchover.test.ts'],
  },
  {
    rule: "a standby's refusal of an unlogged table is no failure of ours",
    source: 'docs/operations.md',
    file: 'server/db/away.ts',
    find: '|during recovery/',
    replace: '/',
    tests: ['server/db/away.test.ts'],
  },
  {
    rule: 'a transaction gives no connection back that leads to a standby',
    source: 'docs/operations.md',
    file: 'server/db/transaction.ts',
    find: 'if (error instanceof Error && isDatabaseAway(error)) broken = error',
    replace: 'if (error === null) broken = new Error()',
    tests: ['server/db/pool.test.ts'],
  },
  {
    rule: 'a link that fell silent is given up',
    source: 'docs/operations.md',
    file: 'server/db/pool.ts',
    find: 'query_timeout: answerMs,',
    replace: '',
    tests: ['server/db/pool.test.ts'],
  },
  {
    rule: 'the end of a job is recorded, or the job runs again, without an unhandled rejection',
    source: 'docs/operations.md',
    file: 'server/jobs/patient-pool.ts',
    find: 'endsAJob(query) ? untilRecorded(query) : once(query)',
    replace: 'once(query)',
    tests: ['server/jobs/patient-pool.test.ts'],
  },
  {
    rule: "a worker's lock that somebody else holds takes no connection",
    source: 'docs/operations.md',
    file: 'server/jobs/dead-workers.ts',
    find: 'if (!got) client.release(true)',
    replace: '',
    tests: ['server/jobs/dead-workers.test.ts'],
  },
  {
    rule: 'every 503 says when to come back',
    source: 'docs/operations.md',
    file: 'server/http/app.ts',
    find: "if (reply.statusCode === 503 && !reply.hasHeader('retry-after'))",
    replace: "if (reply.statusCode === 599 && !reply.hasHeader('retry-after'))",
    tests: ['server/switchover.test.ts', 'server/health-routes.test.ts'],
  },
  {
    rule: 'a failover is no alarm of the queue',
    source: 'docs/operations.md',
    file: 'server/jobs/runner.ts',
    find: 'return error instanceof Error && isDatabaseAway(error)',
    replace: 'return false',
    tests: ['server/switchover.test.ts'],
  },
]
