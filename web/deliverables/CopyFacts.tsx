import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { openedBy, PREVIEW_STATE_WORDS } from '#contract/original-words.ts'
import { Time } from '#web/ui/Time.tsx'

/** The number of lines of openings; older ones are in the export. */
const SHOWN = 3

/** What the creator of a delivery sees: the form in which the brand can view it, and who has opened the original. */
export function CopyFacts({
  deliverable,
  settled = false,
}: {
  deliverable: Deliverable
  settled?: boolean | undefined
}) {
  const { status, preview_state: state, openings, files } = deliverable
  return (
    <div className="sm muted">
      {status === 'pending' && !settled ? <div>{PREVIEW_STATE_WORDS[state]}</div> : null}
      {openings.slice(0, SHOWN).map(({ name, at, position }) => (
        <div key={`${at} ${position}`}>
          {openedBy(name, files.length > 1 ? position : null)} <Time value={at} />
        </div>
      ))}
    </div>
  )
}
