import { parseArgs } from 'node:util'
import { MUTATIONS } from './all-mutations.ts'
import { tryMutations } from './try-mutations.ts'

/**
 * `npm run mutate -- [--list] [--only <part of a rule or file>]`: breaks the product's named rules one at a time in a
 * throw-away copy and shows that a test notices each. Exits with 1 unless every mutation was killed.
 */
const { values } = parseArgs({
  options: { list: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
})
const chosen = MUTATIONS.filter(({ rule, file }) => `${rule} ${file}`.includes(values.only))
if (chosen.length === 0) {
  console.error(`No mutation is called anything like "${values.only}".`)
  process.exit(2)
}
if (values.list) {
  for (const { rule, source, file } of chosen) console.log(`${rule} (${source}; ${file})`)
  process.exit(0)
}

const startedAt = performance.now()
const counts = new Map<string, number>()
await tryMutations(process.cwd(), chosen, ({ rule, file }, { outcome, detail }) => {
  counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  console.log(`${outcome.padEnd(9)}  ${rule}\n           ${file}${detail && ` – ${detail}`}`)
})
const seconds = Math.ceil((performance.now() - startedAt) / 1000)
const sum = [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ')
console.log(`\n${chosen.length} mutations in ${seconds} s: ${sum}`)
process.exit(counts.get('killed') === chosen.length ? 0 : 1)
