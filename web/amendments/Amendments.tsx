import { useState } from 'react'
import type { DealAmendments } from '#contract/amendment-schemas.ts'
import {
  AMENDMENT_STATUS_WORDS,
  amendmentWords as say,
  changeText,
} from '#contract/amendment-words.ts'
import type { AmendmentSide } from '#contract/amendments.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { RailCard } from '#web/projects/RailCard.tsx'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Amendment.module.css'
import { AmendmentPanel } from './AmendmentPanel.tsx'
import { useAmendments } from './use-amendments.ts'

const ProposeDialog = lazyComponent(
  async () => (await import('./ProposeDialog.tsx')).ProposeDialog,
  null,
  'nobody',
)

/** What can be proposed now. */
function hintOf({ price_fixed: fixed, held }: DealAmendments): string {
  if (fixed !== null) return say.hint
  return held === null ? say.hintWithPrice : say.hintWithLess
}

interface Props {
  projectId: string
  reader: AmendmentSide
  /** The other side's name. */
  otherName: string
  /** `main`: the proposal that waits for an answer. `rail`: the way to make one, and how earlier ones ended. */
  place: 'main' | 'rail'
}

/** Changes to a running deal, in one of the two places of its page. */
export function Amendments({ projectId, reader, otherName, place }: Props) {
  const query = useAmendments(projectId)
  const [proposing, setProposing] = useState(false)
  const { data } = query
  if (data === undefined)
    return query.isError && place === 'rail' ? (
      <FailedNotice query={query} failed={() => say.loadFailed} />
    ) : null
  const open = data.amendments.find(({ status }) => status === 'proposed')
  if (place === 'main')
    return open ? (
      // A question about one proposal must not become a question about the next.
      <AmendmentPanel
        key={open.id}
        amendment={open}
        deal={data}
        reader={reader}
        otherName={otherName}
      />
    ) : null
  const earlier = data.amendments.filter((one) => one !== open).toReversed()
  const mayPropose = data.closed === null && open === undefined
  if (!mayPropose && earlier.length === 0 && !proposing) return null
  return (
    <RailCard title={say.changes}>
      {earlier.length > 0 ? (
        <ul className={styles.earlier}>
          {earlier.map((one) => (
            <li key={one.id} className="sm">
              {changeText({
                price: one.price !== null,
                date: one.deliver_by !== null,
                brief: one.changes_brief,
              })}{' '}
              <span className="muted">
                {AMENDMENT_STATUS_WORDS[one.status]},{' '}
                <Time value={one.answered_at ?? one.created_at} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {mayPropose || proposing ? (
        <>
          <p className={`sm muted ${styles.hint}`}>{hintOf(data)}</p>
          <div className={styles.propose}>
            <Button size="sm" onClick={() => setProposing(true)}>
              {say.propose}
            </Button>
          </div>
        </>
      ) : null}
      {proposing ? (
        <ProposeDialog
          deal={data}
          reader={reader}
          otherName={otherName}
          onClose={() => setProposing(false)}
        />
      ) : null}
    </RailCard>
  )
}
