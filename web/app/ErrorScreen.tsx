import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { logFailure } from '../console-lines.ts'
import { Button } from '../ui/Button.tsx'
import { usePageHead } from './head.ts'
import { Unjoined } from './Unjoined.tsx'

/** What a page that broke shows in its place: the rest of the app keeps working. */
export function ErrorScreen() {
  const error = useRouteError()
  usePageHead({ title: 'Something broke' })
  useEffect(() => {
    logFailure('This page failed', error)
  }, [error])
  return (
    <Unjoined
      title="Something came loose"
      text="This page could not be shown. Nothing you saved is lost; loading it again usually helps."
      action={
        <Button variant="primary" size="lg" onClick={() => window.location.reload()}>
          Load again
        </Button>
      }
    />
  )
}
