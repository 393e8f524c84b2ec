import { useState } from 'react'
import type { Amendment, DealAmendments } from '#contract/amendment-schemas.ts'
import {
  AMENDMENT_STATUS_WORDS,
  amendmentWords as say,
  changeText,
  roundsAdded,
} from '#contract/amendment-words.ts'
import { type AmendmentSide, isOutOfProposals, isPending } from '#contract/amendments.ts'
import { formatUsd } from '#contract/money.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { RailCard } from '#web/projects/RailCard.tsx'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Time } from '#web/ui/Time.tsx'
import { useKeptFocus } from '#web/ui/use-kept-focus.ts'
import styles from './Amendment.module.css'
import { AmendmentPanel, isOtherGone, panelId } from './AmendmentPanel.tsx'
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
  /** The page already has its own primary action, so paying for a change is not a second one. */
  besidePrimary?: boolean
}

/** Changes to a running deal, in one of the two places of its page. */
export function Amendments({ projectId, reader, otherName, place, besidePrimary }: Props) {
  const query = useAmendments(projectId)
  const { data } = query
  if (data === undefined)
    return query.isError && place === 'rail' ? (
      <FailedNotice query={query} failed={() => say.loadFailed} />
    ) : null
  const open = data.amendments.find(({ status }) => isPending(status))
  if (place === 'main')
    return open ? (
      // A question about one proposal must not turn into a question about the next.
      <AmendmentPanel
        key={open.id}
        amendment={open}
        deal={data}
        reader={reader}
        otherName={otherName}
        besidePrimary={besidePrimary}
      />
    ) : null
  return <Rail {...{ deal: data, open, reader, otherName }} />
}

/** When a change was answered or expired; null where only its own record holds the time. */
function endOf({ status, answered_at, created_at, expires_at, pay_by }: Amendment): string | null {
  switch (status) {
    case 'expired':
      return expires_at
    case 'lapsed':
      return pay_by
    case 'called_off':
    case 'closed':
      return null
    default:
      return answered_at ?? created_at
  }
}

const Ended = ({ at }: { at: string | null }) =>
  at === null ? null : (
    <>
      , <Time value={at} />
    </>
  )

interface RailProps extends Pick<Props, 'reader' | 'otherName'> {
  deal: DealAmendments
  open: Amendment | undefined
}

function Rail({ deal, open, reader, otherName }: RailProps) {
  const [proposing, setProposing] = useState(false)
  const earlier = deal.amendments.filter((one) => one !== open).toReversed()
  const own = deal.amendments.filter(({ by }) => by === reader)
  const isOut = isOutOfProposals(own.length)
  const isGone = isOtherGone(deal)
  const mayPropose = (deal.closed === null || isGone) && open === undefined
  // After proposing, focus moves to the proposal; after an answer, to how it ended. The buttons that were pressed are
  // gone.
  const card = useKeptFocus<HTMLDivElement>(`${mayPropose || proposing} ${earlier.length}`, () =>
    open ? document.getElementById(panelId(open)) : null,
  )
  if (!mayPropose && earlier.length === 0 && !proposing) return null
  return (
    <div ref={card} tabIndex={-1} role="group" aria-label={say.changes}>
      <RailCard title={say.changes}>
        {earlier.length > 0 ? (
          <ul className={styles.earlier}>
            {earlier.map((one) => (
              <li key={one.id} className="sm">
                {changeText({
                  price: one.price !== null,
                  rounds: roundsAdded(one),
                  date: one.deliver_by !== null,
                  brief: one.changes_brief,
                })}
                <span className="muted">
                  {one.price === null ? null : `${formatUsd(one.price)} · `}
                  {AMENDMENT_STATUS_WORDS[one.status]}
                  <Ended at={endOf(one)} />
                </span>
              </li>
            ))}
          </ul>
        ) : null}
        {mayPropose || proposing ? (
          <>
            <p className={`sm muted ${styles.hint}`}>
              {isGone ? say.gone(otherName) : isOut ? say.noMore(otherName) : hintOf(deal)}
            </p>
            {isGone || isOut ? null : (
              <div className={styles.propose}>
                <Button size="sm" onClick={() => setProposing(true)}>
                  {say.propose}
                </Button>
              </div>
            )}
          </>
        ) : null}
        {proposing ? (
          <ProposeDialog
            deal={deal}
            reader={reader}
            otherName={otherName}
            onClose={() => setProposing(false)}
          />
        ) : null}
      </RailCard>
    </div>
  )
}
