import { messageOf } from '#web/api/errors.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { blockWords as words } from './block-words.ts'
import { useBlocked, useChangeBlock } from './use-blocks.ts'

interface Props {
  person: { id: string; name: string }
  onClose: () => void
  /** Called once the person is blocked. */
  onBlocked?: (() => void) | undefined
}

/** Asks once before someone is blocked; offers to unblock them if they already are. */
export function BlockDialog({ person: { id, name }, onClose, onBlocked }: Props) {
  const { data, isPending } = useBlocked(id)
  const change = useChangeBlock(id)
  if (isPending) return null
  const isBlocked = (data?.person ?? null) !== null
  const confirm = () =>
    change.mutate(!isBlocked, {
      onSuccess: () => {
        toast.success(isBlocked ? words.unblocked(name) : words.blocked(name))
        onClose()
        if (!isBlocked) onBlocked?.()
      },
      onError: (failure) => toast.error(messageOf(failure)),
    })
  return (
    <ConfirmDialog
      open
      title={isBlocked ? words.isBlocked(name) : words.title(name)}
      confirm={isBlocked ? words.unblock : words.block}
      busy={change.isPending}
      busyText={isBlocked ? words.unblocking : words.blocking}
      destructive={!isBlocked}
      onConfirm={confirm}
      onClose={onClose}
    >
      {isBlocked ? (
        <p>{words.isBlockedText}</p>
      ) : (
        <>
          <p>{words.means}</p>
          <p className="muted">{words.notTold(name)}</p>
        </>
      )}
    </ConfirmDialog>
  )
}
