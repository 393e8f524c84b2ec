import { useState } from 'react'
import type { PublicProfile } from '#contract/profile-schemas.ts'
import { LazyInviteDialog } from '#web/invitations/LazyInviteDialog.tsx'
import { Button } from '#web/ui/Button.tsx'

/** Invites one creator; the form is loaded when the button is pressed. */
export function LazyInviteButton({ creator }: { creator: PublicProfile }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="tonal" size="sm" onClick={() => setOpen(true)}>
        Invite<span className="sr"> {creator.name}</span>
      </Button>
      {isOpen ? <LazyInviteDialog creator={creator} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
