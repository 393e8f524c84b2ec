import { Inbox, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

interface Props {
  /** One fact. */
  title: string
  /** One next step. */
  text?: ReactNode
  action?: ReactNode
  icon?: LucideIcon
}

/** The content of an empty list. */
export function EmptyState({ title, text, action, icon: Icon = Inbox }: Props) {
  return (
    <div className={styles.empty}>
      <Icon size={26} className={styles.icon} aria-hidden="true" />
      <div className="strong">{title}</div>
      {text ? <div className="muted">{text}</div> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  )
}
