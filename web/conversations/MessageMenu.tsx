import { useState } from 'react'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import styles from './MessageLog.module.css'
import { messageMenuWords as words } from './thread-words.ts'

const ReportDialog = lazyComponent(
  async () => (await import('#web/reports/ReportDialog.tsx')).ReportDialog,
  null,
  'nobody',
)

/** The actions on a message of the other side. */
export function MessageMenu({ id }: { id: string }) {
  const [reporting, setReporting] = useState(false)
  return (
    <div className={styles.more}>
      <Menu
        label={words.more}
        items={[{ label: words.report, onSelect: () => setReporting(true) }]}
      >
        <span aria-hidden="true">⋯</span>
      </Menu>
      {reporting ? (
        <ReportDialog about={[{ subject: 'message', id }]} onClose={() => setReporting(false)} />
      ) : null}
    </div>
  )
}
