import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'

interface Props {
  /** The server's refusal. */
  message: string
  /** Leads to what was saved. */
  open: ReactNode
  /** The label of the button that saves the form as something new. */
  anew: string
  onAnew: () => void
}

const TEXT =
  'Your first attempt was saved, but the confirmation did not reach you. What you see here is different.'

/**
 * Tells the reader that an earlier attempt, whose response was lost, saved the form with other content (decision 0118).
 * Scrolls into view: such a form is longer than most screens.
 */
export function SavedBefore({ message, open, anew, onAnew }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // It returns a promise in newer browsers, which React would call as the effect's clean-up.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place}>
      <Notice
        role="alert"
        title={message}
        actions={
          <>
            {open}
            <Button size="sm" onClick={onAnew}>
              {anew}
            </Button>
          </>
        }
      >
        {TEXT}
      </Notice>
    </div>
  )
}
