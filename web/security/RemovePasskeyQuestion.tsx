import { useState } from 'react'
import { messageOf } from '#web/api/errors.ts'
import { useAuth } from '#web/api/session.tsx'
import { passkeyWords as words } from '#web/auth/passkey-words.ts'
import { authenticatorsOf } from '#web/auth/second-factors.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { type OwnPasskey, removePasskey } from '#web/auth/own-passkeys.ts'

interface Props {
  /** Null while the dialog is closed. */
  passkey: OwnPasskey | null
  onRemoved: () => void
  onClose: () => void
}

/** Asks before a passkey is removed. */
export function RemovePasskeyQuestion({ passkey, onRemoved, onClose }: Props) {
  const { user } = useAuth()
  const [busy, setBusy] = useState(false)
  const protectedByApp = authenticatorsOf(user?.factors).length > 0

  async function confirm() {
    if (!passkey) return
    setBusy(true)
    try {
      await removePasskey(passkey.id)
      toast.success(words.removed)
    } catch (error) {
      toast.error(messageOf(error))
    }
    setBusy(false)
    onRemoved()
    onClose()
  }

  return (
    <ConfirmDialog
      open={passkey !== null}
      title={words.removeTitle}
      confirm={words.remove}
      destructive
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p className="muted">
        {words.removing(passkey?.name ?? '')}
        {protectedByApp ? ` ${words.removingWithApp}` : null}
      </p>
    </ConfirmDialog>
  )
}
