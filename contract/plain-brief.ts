import { settledBrief } from './brief-checks.ts'
import type { Brief, BriefItem } from './briefs.ts'
import { DEFAULT_ROUNDS } from './briefs.ts'

/**
 * Returns a brief that says what is to be delivered and, beyond that, only what `rest` says; with the checks that
 * follow from it.
 */
export const plainBrief = (
  items: readonly BriefItem[],
  rest: Partial<Omit<Brief, 'items'>> = {},
): Brief =>
  settledBrief({
    goal: null,
    audience: null,
    one_message: null,
    tone: [],
    hooks: [],
    say: [],
    never_say: [],
    references: [],
    music: null,
    product: null,
    rounds: DEFAULT_ROUNDS,
    checks: [],
    ...rest,
    items: [...items],
  })
