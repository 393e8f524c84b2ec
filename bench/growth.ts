import { dirname } from 'node:path'
import { startChild } from '#scripts/child.ts'
import { onStopRequest } from '#scripts/stop-requests.ts'

/** How long the measuring process may take to clean up. */
const STOP_DEADLINE_MS = 60_000

// `npm run bench:growth [-- --scales 1000,10000,100000,1000000]`. The measuring is a process of its own, as in main.ts.
const root = dirname(import.meta.dirname)
process.chdir(root)
const measuring = startChild({
  name: 'bench:growth',
  args: ['--import', 'tsx', 'bench/growth-run.ts', ...process.argv.slice(2)],
  env: process.env,
})
onStopRequest(() => void measuring.stop(STOP_DEADLINE_MS))
await measuring.ended
process.exit(measuring.process.exitCode ?? 1)
