import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { SecurityRow } from './SecurityRow.tsx'

const DeleteAccountDialog = lazyComponent(
  async () => (await import('./DeleteAccountDialog.tsx')).DeleteAccountDialog,
)

/** The way out. */
export function DeleteAccountRow() {
  const [open, setOpen] = useState(false)
  return (
    <SecurityRow
      title="Delete account"
      text="Removes you from the marketplace for good. Not possible while money is held or on its way."
      action={
        <Button size="sm" variant="destructive-quiet" onClick={() => setOpen(true)}>
          Delete account
        </Button>
      }
    >
      {open ? <DeleteAccountDialog onClose={() => setOpen(false)} /> : null}
    </SecurityRow>
  )
}
