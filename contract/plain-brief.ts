import { settledBrief } from './brief-checks.ts'
import { blank } from './brief-template-parts.ts'
import type { Brief, BriefItem } from './briefs.ts'

/**
 * Returns a brief that says what is to be delivered and, beyond that, only what `rest` says; with the checks that
 * follow from it.
 */
export const plainBrief = (
  items: readonly BriefItem[],
  rest: Partial<Omit<Brief, 'items'>> = {},
): Brief =>
  settledBrief({
    ...blank,
    ...rest,
    items: [...items],
  })
