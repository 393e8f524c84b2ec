import { ShieldAlert } from 'lucide-react'
import type { Role } from '#contract/profiles.ts'
import type { SafetyKind } from '#contract/safety.ts'
import { noteBeside, safetyWords } from '#contract/safety-words.ts'
import styles from './SafetyNote.module.css'

/** Below a message: what its reader should know before they answer. The message stays as it was written. */
export function SafetyNote({ kinds, reader }: { kinds: readonly SafetyKind[]; reader: Role }) {
  return (
    <p className={styles.note}>
      <ShieldAlert size={16} className={styles.shield} aria-label={safetyWords.note} role="img" />
      <span>{noteBeside(kinds, reader)}</span>
    </p>
  )
}
