import { parseArgs } from 'node:util'
import { ensureBuilt } from '#scripts/build.mjs'
import { soak, type SoakReport } from './soak.ts'

/**
 * `npm run soak -- --seed 1 --operations 50000 --server-kills 200 --database-kills 100 --minutes 240`: people sign up
 * and take projects through their whole lives while the server and PostgreSQL are killed, the disk fills up, processes
 * are suspended, the provider and the mail server fail, the clock is wrong and every key is replaced. Everything
 * acknowledged is checked after every fault and at the end; the exit code is 1 when anything was lost or the books do
 * not balance.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    operations: { type: 'string', default: '2000' },
    'server-kills': { type: 'string', default: '8' },
    'database-kills': { type: 'string', default: '4' },
    minutes: { type: 'string', default: '240' },
    'at-once': { type: 'string', default: '16' },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

await ensureBuilt(process.cwd(), ['server'])
const report = await soak({
  seed: Number(values.seed),
  operations: Number(values.operations),
  serverKills: Number(values['server-kills']),
  databaseKills: Number(values['database-kills']),
  minutes: Number(values.minutes),
  sellers: 10,
  creators: 20,
  atOnce: Number(values['at-once']),
  diskMb: 512 + Math.ceil(Number(values.operations) / 25),
  say,
  signal: stop.signal,
})
print(report)
const failures = report.tally.losses.length
say(
  failures === 0
    ? `seed ${values.seed}: nothing that was acknowledged was lost, and the books balance.`
    : `seed ${values.seed}: ${failures} losses.`,
)
process.exit(failures === 0 ? 0 : 1)

function print({ tally, ...rest }: SoakReport): void {
  const line = (name: string, value: string | number) => say(`${name.padEnd(34)} ${value}`)
  const listed = (counts: ReadonlyMap<string, number>) =>
    [...counts].map(([name, times]) => `${name} ${times}`).join(', ') || 'none'
  line('acknowledged operations', rest.operations)
  line('in seconds', rest.seconds)
  line('faults', listed(rest.faults))
  for (const [fault, waits] of rest.recoveries) {
    const sorted = waits.toSorted((a, b) => a - b)
    const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
    line(`  ready again after: ${fault}`, `median ${at(0.5)} ms, longest ${at(1)} ms`)
  }
  line('deals', `${rest.deals} (${listed(tally.ends)})`)
  line('facts in the journal', `${rest.facts}, looked for ${rest.looks} times`)
  line('messages seen by open pages', `${tally.heardLive} live, ${tally.caughtUp} caught up`)
  line('uploaded', `${Math.round(tally.bytesUploaded / 1024)} KiB`)
  line('attempts without an answer', tally.unanswered)
  line('answers of 503 or 507', tally.unavailable)
  line('answers of 500', listed(tally.failed))
  line('by call', listed(tally.acknowledged))
  for (const loss of tally.losses.slice(0, 20)) say(`LOST  ${loss}`)
}
