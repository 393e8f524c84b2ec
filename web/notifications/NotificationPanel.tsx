import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import styles from './NotificationPanel.module.css'
import { NotificationList } from './NotificationList.tsx'
import { ReadAllButton } from './ReadAllButton.tsx'

/** The newest notifications under the bell. `onDone` closes it once something was chosen. */
export function NotificationPanel({ onDone }: { onDone: () => void }) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <div
      ref={panel}
      className={styles.panel}
      role="dialog"
      aria-labelledby="notification-panel"
      tabIndex={-1}
    >
      <div className={styles.head}>
        <h2 id="notification-panel">Notifications</h2>
        <ReadAllButton />
      </div>
      <div className={styles.body}>
        <NotificationList onOpen={onDone} compact />
      </div>
      <Link className={styles.all} to={paths.notifications} onClick={onDone}>
        See all
      </Link>
    </div>
  )
}
