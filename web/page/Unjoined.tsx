import type { ReactNode } from 'react'
import styles from './Unjoined.module.css'

interface Props {
  title: string
  text: ReactNode
  /** The single action. */
  action: ReactNode
}

/** Two boards with the key out of its socket: the picture for anything that does not exist for the reader. */
export function Unjoined({ title, text, action }: Props) {
  return (
    <div className={`wrap ${styles.page}`}>
      <svg className={styles.picture} viewBox="0 0 300 210" aria-hidden="true">
        <rect x="0" y="20" width="140" height="110" rx="14" fill="var(--board)" />
        <rect x="160" y="20" width="140" height="110" rx="14" fill="var(--clay)" />
        {/* The socket overlaps the boards' edge by one unit; otherwise a hairline of the edge would close it. */}
        <path d="M98 48 140 62h1v26h-1L98 102Z" fill="var(--canvas)" />
        <path d="M202 48 160 62h-1v26h1L202 102Z" fill="var(--canvas)" />
        <path
          transform="rotate(-9 168 176)"
          d="M126 148 168 163l42-15v54l-42-15-42 15Z"
          fill="var(--key)"
        />
      </svg>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      {action}
    </div>
  )
}
