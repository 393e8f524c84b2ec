import { usePageHead } from '#web/page/head.ts'
import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { NotificationList } from './NotificationList.tsx'
import { ReadAllButton } from './ReadAllButton.tsx'

/** /notifications: all of them, page by page; on phones this is what the bell opens. */
export function NotificationsScreen() {
  usePageHead({ title: 'Notifications' })
  return (
    <div className="wrap page">
      <div className="page-head">
        <div>
          <h1>Notifications</h1>
          <p>What happened in your projects, the newest first.</p>
        </div>
        <div className="row">
          <ReadAllButton />
          <ButtonLink size="sm" to={paths.mailSettings}>
            Email settings
          </ButtonLink>
        </div>
      </div>
      <NotificationList />
    </div>
  )
}
