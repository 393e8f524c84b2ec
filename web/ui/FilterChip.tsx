import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './FilterChip.module.css'

interface Props {
  pressed: boolean
  /** True when there is nothing to filter for. */
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

/** A filter that is on or off; when on, its colours are inverted. */
export function FilterChip({ pressed, disabled, onClick, children }: Props) {
  return (
    <button
      type="button"
      className={styles.chip}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

/** The row of filter chips; on phones it scrolls sideways. */
export function FilterChips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.row} role="group" aria-label={label}>
      {children}
    </div>
  )
}

/** A chosen value that can be removed: a niche, a link. */
export function RemovableChip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      className={cx(styles.chip, styles.small)}
      aria-label={`Remove ${label}`}
      onClick={onRemove}
    >
      {label}
      <X size={14} aria-hidden="true" />
    </button>
  )
}
