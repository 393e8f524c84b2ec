import { ShieldAlert } from 'lucide-react'
import type { Role } from '#contract/profiles.ts'
import type { SafetyKind } from '#contract/safety.ts'
import { noteBeside, safetyWords } from '#contract/safety-words.ts'
import { cx } from '#web/ui/cx.ts'
import styles from './SafetyNote.module.css'

interface Props {
  kinds: readonly SafetyKind[]
  reader: Role
  /** As wide as the element above it, and not styled as a bubble in a conversation. */
  whole?: boolean
}

/** Below a message: what its reader should know before they answer. The message stays as it was written. */
export function SafetyNote({ kinds, reader, whole = false }: Props) {
  return (
    <p className={cx(styles.note, whole && styles.whole)}>
      <ShieldAlert size={16} className={styles.shield} aria-label={safetyWords.note} role="img" />
      <span>{noteBeside(kinds, reader)}</span>
    </p>
  )
}
