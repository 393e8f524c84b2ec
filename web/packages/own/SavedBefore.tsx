import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { savedBeforeWords as words } from './saved-before-words.ts'

interface Props {
  message: string
  onOpen: () => void
  onAnew: () => void
}

/**
 * An earlier attempt, whose response was lost, has saved the package with other content. Scrolls into view: the form is
 * longer than most screens.
 */
export function SavedBefore({ message, onOpen, onAnew }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // It returns a promise in newer browsers, which React would call as the effect's clean-up.
    place.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={place}>
      <Notice
        role="alert"
        title={message}
        actions={
          <>
            <Button size="sm" onClick={onOpen}>
              {words.open}
            </Button>
            <Button size="sm" onClick={onAnew}>
              {words.anew}
            </Button>
          </>
        }
      >
        {words.text}
      </Notice>
    </div>
  )
}
