import { useState } from 'react'
import { messageOf } from '#web/api/errors.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useToast } from '#web/ui/toast.ts'
import { resendConfirmation } from './ways-in.ts'

/** The state of an address's confirmation, as far as this window knows. */
export type Confirmation =
  | { state: 'mailed'; email: string }
  | { state: 'unconfirmed'; email: string }
  | { state: 'expired' }
  | { state: 'confirmed' }

interface Props {
  confirmation: Confirmation
  /** The address in the form below, validated; null when invalid, which is then reported at its field. */
  typedEmail: () => Promise<string | null>
  onSent: (email: string) => void
}

/** The form that was just sent is gone, and the focus with it: keyboard users continue from here. */
function takeFocus(notice: HTMLDivElement | null): void {
  if (document.activeElement === document.body) notice?.focus()
}

/** Says what to do about an unconfirmed address, and resends the mail. */
export function ConfirmationNotice({ confirmation, typedEmail, onSent }: Props) {
  const toast = useToast()
  const [busy, setBusy] = useState(false)

  async function sendAgain() {
    const email = 'email' in confirmation ? confirmation.email : await typedEmail()
    if (email === null) return
    setBusy(true)
    try {
      await resendConfirmation(email)
      toast.success(
        'Email sent',
        `If ${email} is waiting to be confirmed, a new link is there now.`,
      )
      onSent(email)
    } catch (error) {
      toast.error(messageOf(error))
    }
    setBusy(false)
  }

  if (confirmation.state === 'confirmed') {
    return (
      <Notice tone="green" title="Email verified" role="status">
        Your account is ready. Please sign in to continue.
      </Notice>
    )
  }
  const sendButton = (
    <Button size="sm" busy={busy} busyText="Sending..." onClick={() => void sendAgain()}>
      Send the confirmation again
    </Button>
  )
  switch (confirmation.state) {
    case 'mailed':
      return (
        <div ref={takeFocus} tabIndex={-1}>
          <Notice title="Check your email" role="status" actions={sendButton}>
            We sent a link to {confirmation.email}. Open it once, then sign in here.
          </Notice>
        </div>
      )
    case 'unconfirmed':
      return (
        <Notice tone="yellow" title="Confirm your email first" role="status" actions={sendButton}>
          We sent a link to {confirmation.email} when you signed up. Open it once, then sign in
          here.
        </Notice>
      )
    case 'expired':
      return (
        <Notice
          tone="yellow"
          title="Email link is invalid or has expired"
          role="alert"
          actions={sendButton}
        >
          If you have confirmed your email already, just sign in. Otherwise enter it below and get a
          new link.
        </Notice>
      )
  }
}
