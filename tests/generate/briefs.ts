import { DEFAULT_ROUNDS } from '#contract/briefs.ts'
import { newBrief } from '#contract/brief-schemas.ts'
import { BRIEF_TEMPLATES } from '#contract/brief-templates.ts'
import { briefHash } from '#server/briefs/brief-hash.ts'
import { oneOf, share } from './draw.ts'
import type { GeneratedProject } from './market.ts'

/** The templates' briefs, in their stored form. */
export const BRIEFS = BRIEF_TEMPLATES.map(({ brief }) => {
  const stored = newBrief.parse(brief)
  const { rounds, items, checks } = stored
  const videoItem = items.find(({ what }) => what === 'video')?.id ?? null
  return { json: JSON.stringify(stored), hash: briefHash(stored), rounds, items, checks, videoItem }
})

/** Half of all projects have a brief; its words are stored beside their description. */
export const hasBrief = ({ n }: GeneratedProject): boolean => share(n, 55) < 0.5

/** The brief of a project that has one. */
export const briefOf = ({ n }: GeneratedProject) => oneOf(BRIEFS, n, 56)

/** The number of rounds in a project's brief, or the usual number. */
export const roundsOf = (project: GeneratedProject): number =>
  hasBrief(project) ? briefOf(project).rounds : DEFAULT_ROUNDS

/** The brief that a deal's work was checked against: the older half of the deliveries is from before checks existed. */
export const checkedBy = (project: GeneratedProject) =>
  hasBrief(project) && share(project.n, 67) < 0.5 ? briefOf(project) : null
