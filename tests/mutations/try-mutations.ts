import { mutate, type Mutation, staleReason } from './mutation.ts'
import { runTests, type Selection } from './test-run.ts'
import { copyTree, type ThrowAwayCopy } from './throw-away-copy.ts'
import { judge, type Verdict } from './verdict.ts'

/** Some ten times what the slowest selection takes on two idle cores. */
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
  try {
    await requirePassing(copy, mutations)
    for (const mutation of mutations) report(mutation, await tryMutation(copy, mutation))
  } finally {
    copy.remove()
  }
}

async function tryMutation(copy: ThrowAwayCopy, mutation: Mutation): Promise<Verdict> {
  const intact = copy.read(mutation.file)
  const stale = staleReason(mutation, intact)
  if (stale !== null) return { outcome: 'stale', detail: stale }
  copy.write(mutation.file, mutate(mutation, intact))
  try {
    return judge(await runTests(copy.folder, mutation, { timeoutMs: TIMEOUT_MS, bail: true }))
  } finally {
    copy.write(mutation.file, intact)
  }
}

async function requirePassing(copy: ThrowAwayCopy, mutations: readonly Mutation[]): Promise<void> {
  for (const selection of selectionsOf(mutations)) {
    const timeoutMs = TIMEOUT_MS * selection.tests.length
    const { outcome, detail } = judge(
      await runTests(copy.folder, selection, { timeoutMs, bail: false }),
    )
    if (outcome === 'survived') continue
    const where = `${selection.tests.join(' ')} ${selection.named ?? ''}`.trim()
    throw new Error(`With nothing broken, ${where} does not pass (${outcome}): ${detail}`)
  }
}

/** What the mutations run: whole files in one start of vitest, then each distinct part of a file. */
function selectionsOf(mutations: readonly Mutation[]): Selection[] {
  const whole = mutations.filter(({ named }) => named === undefined).flatMap(({ tests }) => tests)
  const parts = new Map(
    mutations
      .filter(({ named }) => named !== undefined)
      .map(({ tests, named }) => [`${tests.join(' ')} ${named}`, { tests, named }]),
  )
  const all = whole.length === 0 ? [] : [{ tests: [...new Set(whole)] }]
  return [...all, ...parts.values()]
}
