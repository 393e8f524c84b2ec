import { dirname } from 'node:path'
import { startChild } from '#scripts/child.ts'
import { onStopRequest } from '#scripts/stop-requests.ts'

/** How long the measuring may take to put everything away. */
const STOP_DEADLINE_MS = 40_000

// `npm run bench`. The measuring is a process of its own because tsx kills a program that does not answer
// Ctrl-C within some milliseconds, as one under load does not: killed, it would leave PostgreSQL running.
// Its own process notices that we are gone and puts everything away.
const root = dirname(import.meta.dirname)
process.chdir(root)
const measuring = startChild({
  name: 'bench',
  args: ['--import', 'tsx', 'bench/measure.ts'],
  env: process.env,
})
onStopRequest(() => void measuring.stop(STOP_DEADLINE_MS))
await measuring.ended
process.exit(measuring.process.exitCode ?? 1)
