import { parseArgs } from 'node:util'
import { ensureBuilt } from '#scripts/build.mjs'
import { installHaproxy } from './balancer.ts'
import { startCluster } from './cluster.ts'
import { roll } from './rolling.ts'

/**
 * `npm run drill:machines -- --rounds 3 --clients 16 --sockets 40`: runs two processes of the product, PostgreSQL, an
 * S3 store and haproxy (installed if this account may). Every process is replaced in turn while clients read, write,
 * listen and upload; the exit code is 1 when a single request failed or anything was lost or done twice.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    clients: { type: 'string', default: '16' },
    sockets: { type: 'string', default: '40' },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)

if (!installHaproxy())
  say(
    'There is no haproxy here and it cannot be installed; a balancer of our own stands in for it.',
  )
await ensureBuilt(process.cwd(), ['server'])
const cluster = await startCluster()
let isGood = false
try {
  const { failed, faults, ...figures } = await roll(cluster, {
    rounds: Number(values.rounds),
    clients: Number(values.clients),
    sockets: Number(values.sockets),
    say,
  })
  say(`balancer: ${cluster.balancer.kind}`)
  say(JSON.stringify({ ...figures, failed: failed.length, faults: faults.length }))
  for (const line of [...failed, ...faults].slice(0, 20)) say(line)
  isGood = failed.length + faults.length === 0
} finally {
  await cluster.close()
}
say(
  isGood ? 'Every request was answered; nothing was lost, nothing done twice.' : 'Not as promised.',
)
process.exit(isGood ? 0 : 1)
