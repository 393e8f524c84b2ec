import type { BriefDraft } from './brief-draft.ts'
import type { BriefProblems } from './brief-input.ts'

/** The props of each section of the form: the brief as typed, how to change a part, and what is wrong. */
export interface BriefSection {
  brief: BriefDraft
  set: <Key extends keyof BriefDraft>(key: Key, value: BriefDraft[Key]) => void
  problems: BriefProblems
  /** Agreed: it can be read but not changed. */
  locked: boolean
}

/** An id for a new entry: unique within its brief. */
export function freshId(entries: readonly { id: string }[], prefix: string): string {
  let number = entries.length + 1
  while (entries.some(({ id }) => id === `${prefix}-${number}`)) number += 1
  return `${prefix}-${number}`
}
