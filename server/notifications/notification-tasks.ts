import type { Deps } from '#server/deps/deps.ts'
import type { Tasks } from '#server/jobs/runner.ts'
import { mailNotification } from './notification-mails.ts'
import { pushTasks } from './push-tasks.ts'

/** The mails and pushes behind notifications, sent from jobs that were committed with them. */
export function notificationTasks(
  deps: Deps,
): Pick<Tasks, 'notifications.mail' | 'notifications.push' | 'push.send'> {
  return {
    'notifications.mail': ({ notification_id }) => mailNotification(deps, notification_id),
    ...pushTasks(deps),
  }
}
