import { Button } from '#web/ui/Button.tsx'
import { GoogleMark } from './GoogleMark.tsx'

/** Busy from the click until the page leaves for Google, or until the attempt fails. */
export interface GoogleProps {
  busy: boolean
  onClick: () => void
}

/** "Continue with Google", the same on both tabs. */
export function GoogleButton({ busy, onClick }: GoogleProps) {
  return (
    <Button block busy={busy} onClick={onClick}>
      <GoogleMark />
      Continue with Google
    </Button>
  )
}
