import { use, useState } from 'react'
import { useAuth } from '#web/api/session.tsx'
import { PageFactsContext } from '#web/page/page-facts.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { SecurityRow } from './SecurityRow.tsx'
import { useWaitingEmail } from './use-waiting-email.ts'

const ChangeEmailDialog = lazyComponent(
  async () => (await import('./ChangeEmailDialog.tsx')).ChangeEmailDialog,
)

/** The sign-in address, and the one waiting to replace it, if any. */
export function EmailRow() {
  const { user } = useAuth()
  const [open, setOpen] = useState(false)
  const waiting = useWaitingEmail()
  const { emailChange } = use(PageFactsContext)
  return (
    <SecurityRow
      title="Email"
      text={user?.email}
      action={
        <Button size="sm" onClick={() => setOpen(true)}>
          Change email
        </Button>
      }
    >
      {waiting ? (
        <Notice title={`Changing to ${waiting}`} role="status">
          {emailChange === 'both'
            ? `Open both links: the one sent to ${user?.email} and the one sent to ${waiting}.`
            : `Open the link sent to ${waiting}.`}{' '}
          Until then nothing changes.
        </Notice>
      ) : null}
      {open ? <ChangeEmailDialog onClose={() => setOpen(false)} /> : null}
    </SecurityRow>
  )
}
