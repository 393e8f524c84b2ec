import { messageOf } from '#web/api/errors.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './BlockedProfile.module.css'
import { blockWords as words } from './block-words.ts'
import { useBlocked, useChangeBlock } from './use-blocks.ts'

/**
 * Shown where a profile cannot be found because its reader has blocked that person: says so, and offers to unblock
 * them. Renders nothing otherwise.
 */
export function BlockedProfile({ id }: { id: string }) {
  const { data } = useBlocked(id)
  const change = useChangeBlock(id)
  const person = data?.person
  if (!person) return null
  const name = person.company_name ?? person.name
  return (
    <div className={`stack ${styles.blocked}`}>
      <p>{words.isBlocked(name)}.</p>
      <div>
        <Button
          busy={change.isPending}
          busyText={words.unblocking}
          onClick={() =>
            change.mutate(false, {
              onSuccess: () => toast.success(words.unblocked(name)),
              onError: (failure) => toast.error(messageOf(failure)),
            })
          }
        >
          {words.unblockNamed(name)}
        </Button>
      </div>
    </div>
  )
}
