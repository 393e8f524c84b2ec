import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { useNotifications, useReadAll, useUnread } from './use-notifications.ts'

/**
 * Marks everything on screen as read; anything that arrives meanwhile stays new. Renders nothing when nothing is
 * unread.
 */
export function ReadAllButton() {
  const unread = useUnread()
  const newest = useNotifications().data?.pages[0]?.items[0]?.id
  const readAll = useReadAll()
  if (unread === 0 || newest === undefined) return null
  return (
    <Button
      size="sm"
      variant="quiet"
      busy={readAll.isPending}
      onClick={() =>
        readAll.mutate(newest, {
          onError: () => toast.error('The notifications could not be marked as read.'),
        })
      }
    >
      Mark all read
    </Button>
  )
}
