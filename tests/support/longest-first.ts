import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take more than ten seconds, longest first. They begin before the others: otherwise a long one that begins
 * last ends up running alone. A clean clone knows no times, and when ordered by size two of the longest came last.
 */
export const LONGEST = [
  'server/uploads/corpus.test.ts',
  'tests/money/simulate.test.ts',
  'scripts/launch.test.ts',
  'tests/fuzz/stalls.test.ts',
  'tests/attack/attack.test.ts',
  'tests/money/broken-products.test.ts',
  'scripts/demo/market/market.test.ts',
  'server/profiles/portfolio.test.ts',
  'server/payments/ledger/lost-answers.test.ts',
  'server/uploads/marked-copies.test.ts',
  'tests/access/access.test.ts',
  'tests/stories/accessibility.test.ts',
  'tests/stories/spec-8-errors.test.ts',
  'tests/stories/accounts.test.ts',
  'tests/stories/main-journey.test.ts',
  'tests/stories/review-room.test.ts',
  'tests/stories/offline.test.ts',
  'tests/stories/spec-2-member-screens.test.ts',
  'tests/stories/files.test.ts',
  'tests/stories/soak.test.ts',
  'tests/stories/failed-writes.test.ts',
  'tests/stories/interface-details.test.ts',
  'tests/stories/drawn-profiles.test.ts',
  'tests/stories/money.test.ts',
  'tests/stories/messages-drill.test.ts',
  'tests/stories/machines.test.ts',
]

/**
 * Orders the tests of a run: unit tests first, since they say more about a mistake, and the longest first within each
 * part.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Among the others: by the times of an earlier run, or by size.
    // oxlint-disable-next-line unicorn/no-array-sort -- of the sequencer, not of an array
    const others = await super.sort(files)
    return others.toSorted((a, b) => this.#place(a) - this.#place(b))
  }

  #place({ moduleId, project }: TestSpecification): number {
    const at = LONGEST.indexOf(relative(this.ctx.config.root, moduleId))
    const part = project.config.isolate ? LONGEST.length + 1 : 0
    return part + (at === -1 ? LONGEST.length : at)
  }
}
