import { useEffect, useState } from 'react'
import { useRouteError } from 'react-router'
import { checkReach, whenReached } from '#web/connection/reach.ts'
import { logFailure } from './console-lines.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConnectionLost } from './ConnectionLost.tsx'
import { usePageHead } from './head.ts'
import { Unjoined } from './Unjoined.tsx'

/** Replaces a page that crashed: the rest of the app keeps working. */
export function ErrorScreen() {
  const error = useRouteError()
  const [waits, setWaits] = useState(false)
  usePageHead({ title: 'Something broke' })
  useEffect(() => {
    logFailure('This page failed', error)
  }, [error])

  async function loadAgain() {
    // Without a connection the browser would replace the app with its own error page.
    if (!(await checkReach())) {
      setWaits(true)
      await whenReached()
    }
    window.location.reload()
  }

  if (waits) return <ConnectionLost />
  return (
    <Unjoined
      title="Something came loose"
      text="This page could not be shown. Nothing you saved is lost; loading it again usually helps."
      action={
        <Button variant="primary" size="lg" onClick={() => void loadAgain()}>
          Load again
        </Button>
      }
    />
  )
}
