import type { ReactNode } from 'react'
import styles from './SecurityCard.module.css'

interface Props {
  title: string
  /** The current state, where it is known. */
  text?: ReactNode
  action?: ReactNode
  /** Below both: listed or pending items. */
  children?: ReactNode
}

/** One part of the Security or the Data card: its name, its state, its actions. */
export function SecurityRow({ title, text, action, children }: Props) {
  return (
    <div className={styles.row}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2>{title}</h2>
          {text === undefined ? null : <p className="sm muted">{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </div>
  )
}
