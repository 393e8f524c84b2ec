import { noticeMoney } from '#contract/key-of-notice.ts'
import { noticeFor } from '#contract/notices.ts'
import type { Notification } from '#contract/notification-schemas.ts'
import type { NotificationRow } from './notification-store.ts'

/** A notification in its reader's words. One whose notice no longer exists still names what it is about. */
export function presentNotification(row: NotificationRow): Notification {
  const notice = noticeFor(row.notice, row.audience)
  return {
    id: row.id,
    kind: row.kind,
    money: noticeMoney(row.notice, row.facts),
    sentence: notice?.sentence(row.facts) ?? row.facts.project_title,
    path: notice?.path(row.facts) ?? row.page,
    created_at: row.created_at,
    read_at: row.read_at,
  }
}
