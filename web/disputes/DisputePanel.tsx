import { useState } from 'react'
import type { DealDispute } from '#contract/dispute-schemas.ts'
import { DISPUTE_REASONS } from '#contract/dispute-reasons.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { mayPass, messageOf } from '#web/api/errors.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { cx } from '#web/ui/cx.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Time } from '#web/ui/Time.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './Dispute.module.css'
import { DecisionCard, Statements } from './DisputeParts.tsx'
import {
  type DisputeReader,
  disputeBadges,
  isOpen,
  moveWords,
  openedWords,
} from './dispute-words.ts'
import { StatementForm } from './StatementForm.tsx'
import { useWithdrawDispute } from './use-disputes.ts'

const DisputeEvidence = lazyComponent(
  async () => (await import('./DisputeEvidence.tsx')).DisputeEvidence,
  <Loading />,
)

/** One dispute for one of its sides: whose move it is and by when, the statements, the evidence, the outcome. */
export function DisputePanel({
  dispute,
  reader,
  heading: Heading = 'h3',
}: {
  dispute: DealDispute
  reader: DisputeReader
  heading?: 'h2' | 'h3'
}) {
  const [showing, setShowing] = useState(false)
  const badge = disputeBadges[dispute.status]
  const open = isOpen(dispute)
  const yours = dispute.status === 'awaiting_answer' && dispute.respondent === reader.side
  const names = { [reader.side]: 'You', [other(reader)]: reader.otherName } as Record<
    'seller' | 'creator',
    string
  >
  return (
    <article className={`card ${styles.panel}`} aria-label={openedWords(dispute, reader)}>
      <div className={`row between ${styles.head}`}>
        <Heading>{openedWords(dispute, reader)}</Heading>
        <Badge tone={badge.tone} glyph={badge.glyph}>
          {badge.word}
        </Badge>
      </div>
      <div className={`meta ${styles.meta}`}>
        <span>{DISPUTE_REASONS[dispute.reason].label}</span>
        <span>
          <span>
            Opened <Time value={dispute.opened_at} exact />
          </span>
        </span>
      </div>
      {dispute.decision === null ? (
        <p className={cx(styles.move, yours && styles.yours)}>
          {moveWords(dispute, reader)}
          {dispute.status === 'awaiting_answer' ? (
            <>
              {' '}
              <Time value={dispute.answer_by} exact />. After that it is decided with what is there.
            </>
          ) : null}
        </p>
      ) : null}
      <DecisionCard
        dispute={dispute}
        creatorName={names.creator === 'You' ? 'To you' : reader.otherName}
      />
      <Statements dispute={dispute} names={names} />
      {open ? <StatementForm dispute={dispute} answers={yours} /> : null}
      <div className={styles.acts}>
        <Button size="sm" aria-expanded={showing} onClick={() => setShowing((shown) => !shown)}>
          {showing ? 'Hide the evidence' : 'Show the evidence'}
        </Button>
        {open && dispute.opened_by === reader.side ? <Withdraw dispute={dispute} /> : null}
      </div>
      {showing ? <DisputeEvidence disputeId={dispute.id} reader="side" names={names} /> : null}
    </article>
  )
}

const other = ({ side }: DisputeReader) => (side === 'seller' ? 'creator' : 'seller')

function Withdraw({ dispute }: { dispute: DealDispute }) {
  const [asking, setAsking] = useState(false)
  const withdraw = useWithdrawDispute(dispute.id)

  function confirm() {
    onSettled(withdraw.mutateAsync(), {
      onSuccess: () => toast.success('Dispute withdrawn', 'The money is held as before.'),
      onError: (error) =>
        toast.error(
          'The dispute could not be withdrawn',
          mayPass(error) ? undefined : messageOf(error),
        ),
      onSettled: () => setAsking(false),
    })
  }

  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => setAsking(true)}>
        Withdraw dispute
      </Button>
      <ConfirmDialog
        open={asking}
        title="Withdraw this dispute?"
        confirm="Withdraw dispute"
        busy={withdraw.isPending}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        <p className="muted">
          The money is held as before. A review that was waiting goes on with the time it had left.
        </p>
      </ConfirmDialog>
    </>
  )
}
