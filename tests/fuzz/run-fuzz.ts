import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

/**
 * `npm run fuzz -- --requests 100000 --seed 1`: requests derived from the contract (valid, nearly valid, hostile) for
 * every call, with socket frames and uploads in between, by people of every kind, against a server on a database of its
 * own. Failures are printed with their request; the exit code is then 1. The same seed repeats the same requests.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
  },
})
const { status } = spawnSync(
  'node_modules/.bin/vitest',
  ['run', '--project=unit', 'tests/fuzz/fuzz.test.ts', '--disableConsoleIntercept=true'],
  {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, FUZZ_REQUESTS: values.requests, FUZZ_SEED: values.seed },
  },
)
process.exit(status ?? 1)
