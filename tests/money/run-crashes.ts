import { parseArgs } from 'node:util'
import { CRASH_CASES, type CrashCase, nameOf, TROUBLES } from './crash-case.ts'
import { crashMatrixProgram, openCrashSite } from './matrix.ts'
import { startTestPostgres } from '#tests/support/postgres-global.ts'

/**
 * `npm run money:crashes [-- --workers 2] [--only "split / before the call"]`: every operation that moves money, killed
 * with kill -9 at every named point, under every kind of provider fault. Each time another process takes over, and
 * every invariant about money is checked. Prints a table; the exit code is 1 when a case is wrong.
 */
const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
  },
})
const cases = CRASH_CASES.filter((which) => nameOf(which).includes(values.only))
const results = new Map<CrashCase, string>()
const details: string[] = []
const startedAt = performance.now()
const seconds = () => Math.ceil((performance.now() - startedAt) / 1000)

const progress = setInterval(
  () =>
    process.stdout.write(
      `${results.size} of ${cases.length} cases, ${details.length} wrong, ${seconds()} s\n`,
    ),
  20_000,
)

const postgres = await startTestPostgres()
const program = await crashMatrixProgram()
const waiting = cases.values()
await Promise.all(
  Array.from({ length: Number(values.workers) }, async () => {
    let site = await openCrashSite(postgres.templateUrl, program)
    for (const which of waiting) {
      try {
        const { reached, settled, wrong } = await site.run(which)
        // Without a fault every listed point must be passed: otherwise the list is stale.
        if (!reached && which.trouble === 'none') wrong.push('the process never came to its point')
        if (wrong.length > 0) details.push(`${nameOf(which)}\n  ${wrong.join('\n  ')}`)
        const sign = settled === 'at once' ? 'ok' : 'day'
        results.set(which, wrong.length > 0 ? 'WRONG' : reached ? sign : `(${sign})`)
        if (wrong.length === 0) continue
      } catch (error) {
        details.push(`${nameOf(which)}\n  ${error instanceof Error ? error.stack : String(error)}`)
        results.set(which, 'BROKE')
      }
      // A fault in one case must not be found again in the next.
      await site.close()
      site = await openCrashSite(postgres.templateUrl, program)
    }
    await site.close()
  }),
)
clearInterval(progress)
program.remove()
await postgres.stop()

const width = 42
const columns = TROUBLES.map((trouble) => Math.max(trouble.length, 5))
const line = (name: string, cells: readonly string[]) =>
  `${name.padEnd(width)}${cells.map((cell, n) => cell.padEnd((columns[n] ?? 0) + 2)).join('')}`.trimEnd()
console.log(line('killed', TROUBLES))
const rowOf = (which: CrashCase) => nameOf(which).split(' / ').slice(0, 2).join(': ')
for (const name of new Set(cases.map(rowOf))) {
  const row = cases.filter((which) => rowOf(which) === name)
  const cells = TROUBLES.map((trouble) => {
    const which = row.find((one) => one.trouble === trouble)
    return which === undefined ? '' : (results.get(which) ?? '')
  })
  console.log(line(name, cells))
}
for (const detail of details) console.log(`\n${detail}`)
const count = (test: (result: string) => boolean) => [...results.values()].filter(test).length
console.log(
  `\nok: all as it must be as soon as the product runs again; day: after the hourly pass of the next day;\n(…): killed at the end, because the trouble kept the process from its point\n`,
)
console.log(
  `${results.size} cases in ${seconds()} s: ${count((it) => it === 'ok' || it === 'day')} killed at their point, ${count((it) => it.startsWith('('))} at the end, ${details.length} wrong`,
)
process.exit(details.length > 0 || results.size < cases.length ? 1 : 0)
