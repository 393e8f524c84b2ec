import { startTestPostgres, type TestPostgres } from '#tests/support/postgres-global.ts'
import { mutate, type Mutation, staleReason } from './mutation.ts'
import { runTests, type Selection } from './test-run.ts'
import { copyTree, type ThrowAwayCopy } from './throw-away-copy.ts'
import { judge, type Report, type Verdict } from './verdict.ts'

/** About ten times what the slowest selection takes on two idle cores. */
const TIMEOUT_MS = 300_000

/**
 * Breaks one rule after another in a throw-away copy of the tree and reports the verdict of each. First runs all their
 * tests on the intact copy, because a test that always fails kills nothing.
 * @throws when a test fails, or none runs, with nothing broken.
 */
export async function tryMutations(
  root: string,
  mutations: readonly Mutation[],
  report: (mutation: Mutation, verdict: Verdict) => void,
): Promise<void> {
  const copy = copyTree(root)
  const postgres = await startTestPostgres(true)
  try {
    await requirePassing(copy, mutations, postgres)
    for (const mutation of mutations) report(mutation, await tryMutation(copy, mutation, postgres))
  } finally {
    await postgres.stop()
    copy.remove()
  }
}

/** The files that make the template: with a mutation in one of them, the tests need a template of their own. */
const MAKES_THE_TEMPLATE = 'server/db/'

async function tryMutation(
  copy: ThrowAwayCopy,
  mutation: Mutation,
  shared: TestPostgres,
): Promise<Verdict> {
  const intact = copy.read(mutation.file)
  const stale = staleReason(mutation, intact)
  if (stale !== null) return { outcome: 'stale', detail: stale }
  const postgres = mutation.file.startsWith(MAKES_THE_TEMPLATE) ? null : shared
  copy.write(mutation.file, mutate(mutation, intact))
  try {
    const limits = { postgres, timeoutMs: TIMEOUT_MS, bail: true }
    return judge(await runTests(copy.folder, selectionOf([mutation]), limits))
  } finally {
    copy.write(mutation.file, intact)
  }
}

/** Two starts of vitest: one for whole files, one for all the tests chosen by name. */
async function requirePassing(
  copy: ThrowAwayCopy,
  mutations: readonly Mutation[],
  postgres: TestPostgres,
): Promise<void> {
  const byName = mutations.filter(({ named }) => named !== undefined)
  const whole = mutations.filter(({ named }) => named === undefined)
  for (const part of [whole, byName].filter((mutated) => mutated.length > 0)) {
    const selection = selectionOf(part)
    const timeoutMs = TIMEOUT_MS * selection.tests.length
    const report = await runTests(copy.folder, selection, { postgres, timeoutMs, bail: false })
    const { outcome, detail } = judge(report)
    if (outcome !== 'survived')
      throw new Error(`With nothing broken, the tests do not pass (${outcome}): ${detail}`)
    const idle = part.filter((mutation) => !hasTest(report, mutation))
    if (idle.length > 0)
      throw new Error(`No test is named so: ${idle.map(({ named }) => named).join('; ')}`)
  }
}

const selectionOf = (mutations: readonly Mutation[]): Selection => ({
  tests: [...new Set(mutations.flatMap(({ tests }) => tests))],
  names: [...new Set(mutations.flatMap(({ named }) => named ?? []))],
})

/** Whether one of a mutation's own tests ran. */
function hasTest(report: Report | null, { tests, named = '' }: Mutation): boolean {
  return (report?.testResults ?? [])
    .filter(({ name }) => tests.some((test) => name.endsWith(`/${test}`)))
    .flatMap(({ assertionResults }) => assertionResults)
    .some(({ fullName, status }) => status === 'passed' && fullName.includes(named))
}
