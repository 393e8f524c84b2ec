import type { ReactNode } from 'react'
import styles from './Statements.module.css'

/** Lets a table that is wider than a phone scroll within itself. */
export function Scrolled({ label, children }: { label: string; children: ReactNode }) {
  return (
    // A scrolling region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scrolled} role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
