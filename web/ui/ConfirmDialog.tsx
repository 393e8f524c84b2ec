import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

interface Props {
  open: boolean
  title: ReactNode
  /** The button's label, the same as the action: "Remove", "Release Payment". */
  confirm: string
  onConfirm: () => void
  onClose: () => void
  busy?: boolean
  busyText?: string
  /** Red button: the action loses something. */
  destructive?: boolean
  children?: ReactNode
}

/** Asks before an action that cannot be undone. Stays open while busy; the caller closes it. */
export function ConfirmDialog(props: Props) {
  const { open, title, confirm, onConfirm, onClose, busy, busyText, destructive, children } = props
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      locked={busy}
      actions={
        <>
          <Button variant="quiet" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            variant={destructive ? 'destructive' : 'primary'}
            busy={busy}
            busyText={busyText}
            onClick={onConfirm}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
