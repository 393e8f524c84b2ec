import { dirname } from 'node:path'
import { startChild } from '#scripts/child.ts'
import { onStopRequest } from '#scripts/stop-requests.ts'

/** How long the measuring process may take to clean up. */
const STOP_DEADLINE_MS = 40_000

// `npm run bench`. The measuring is a process of its own because tsx kills a program that does not respond to Ctrl-C
// within some milliseconds, and one under load does not. If it were killed, PostgreSQL would keep running. The separate
// process notices when this one is gone and cleans up everything.
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
