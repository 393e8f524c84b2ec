import { versionText } from '#contract/brief-words.ts'
import type { ProjectBrief as Stored } from '#contract/brief-schemas.ts'
import { formatShortDay } from '#web/ui/dates.ts'
import { BriefView } from './BriefView.tsx'

/**
 * The brief of a project, with its version: which version is in force, and when it was agreed. `rounds`: the number
 * agreed.
 */
export const ProjectBrief = ({ brief, rounds }: { brief: Stored; rounds?: number | undefined }) => (
  <BriefView brief={brief.brief} version={versionOf(brief)} rounds={rounds} />
)

/** "Version 2, agreed Nov 23". The first version of a brief that no one agreed on is not numbered. */
export function versionOf({ version, agreed_at: agreed }: Stored): string | null {
  if (agreed === null && version === 1) return null
  return versionText(version, agreed === null ? null : formatShortDay(agreed))
}
