import { connectionWords } from '#web/connection/connection-words.ts'
import { checkReach } from '#web/connection/reach.ts'
import { Button } from '#web/ui/Button.tsx'
import { usePageHead } from './head.ts'
import { Unjoined } from './Unjoined.tsx'

/** Replaces a page that could not be loaded. The page retries by itself. */
export function ConnectionLost() {
  usePageHead({ title: connectionWords.title })
  return (
    <div role="status" data-tells-connection="">
      <Unjoined
        title={connectionWords.title}
        text={connectionWords.text}
        action={
          <Button variant="primary" size="lg" onClick={() => void checkReach()}>
            Try again
          </Button>
        }
      />
    </div>
  )
}
