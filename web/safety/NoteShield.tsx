import type { Role } from '#contract/profiles.ts'
import { safetyKinds } from './safety-rules.ts'
import { SafetyNote } from './SafetyNote.tsx'

/**
 * Shown below the text of an application, an offer or an invitation: what its reader should know, by the rules for
 * messages.
 */
export function NoteShield({ text, reader }: { text: string; reader: Role }) {
  const kinds = safetyKinds(text, null)
  return kinds.length === 0 ? null : <SafetyNote kinds={kinds} reader={reader} whole />
}
