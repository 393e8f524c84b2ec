import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { replacedWords as say } from './replaced-words.ts'

type About = Pick<Deliverable, 'superseded_at' | 'version'>

/**
 * Shown above the answer to a delivery: says that a newer version replaced it meanwhile. Renders nothing while it still
 * waits.
 */
export function Replaced({ deliverable, text = say.text }: { deliverable: About; text?: string }) {
  if (deliverable.superseded_at === null) return null
  return (
    <Notice tone="your-move" title={say.title(deliverable.version + 1)}>
      {text}
    </Notice>
  )
}

/** Replaces the answer button: links to the newer version, which the tab then shows. */
export function LookAtNewer({ deliverable, onClick }: { deliverable: About; onClick: () => void }) {
  return (
    <Button variant="primary" onClick={onClick}>
      {say.look(deliverable.version + 1)}
    </Button>
  )
}
