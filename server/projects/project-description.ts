import { describeBrief } from '#contract/brief-text.ts'
import type { Brief } from '#contract/briefs.ts'
import { DESCRIPTION_REQUIRED } from '#contract/projects.ts'
import { AppError } from '#server/http/app-error.ts'

/** A project's description and its source. */
export interface Description {
  description: string
  description_generated: boolean
}

/**
 * Returns the description of a project: the brand's own words, or else its brief. Throws request.invalid without
 * either.
 */
export function descriptionOf(typed: string | null, brief: Brief | null): Description {
  if (typed !== null) return { description: typed, description_generated: false }
  if (brief === null)
    throw new AppError('request.invalid', { fields: { description: DESCRIPTION_REQUIRED } })
  return { description: describeBrief(brief), description_generated: true }
}
