import { useState } from 'react'
import { useAuth } from '#web/api/session.tsx'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { SecurityRow } from './SecurityRow.tsx'

const ChangePasswordDialog = lazyComponent(
  async () => (await import('./ChangePasswordDialog.tsx')).ChangePasswordDialog,
)

/** The password, or the offer of one to people who signed up with Google. */
export function PasswordRow() {
  const { user } = useAuth()
  const [open, setOpen] = useState(false)
  const identities = user?.identities ?? []
  const onlyGoogle =
    identities.length > 0 && identities.every((identity) => identity.provider === 'google')
  const title = onlyGoogle ? 'Set password' : 'Change password'
  return (
    <SecurityRow
      title="Password"
      text={
        onlyGoogle
          ? 'You sign in with Google. With a password you can also sign in by email.'
          : 'Changing it signs you out everywhere else.'
      }
      action={
        <Button size="sm" onClick={() => setOpen(true)}>
          {title}
        </Button>
      }
    >
      {open ? <ChangePasswordDialog title={title} onClose={() => setOpen(false)} /> : null}
    </SecurityRow>
  )
}
