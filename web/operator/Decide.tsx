import type { OperatorDispute } from '#contract/dispute-schemas.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Time } from '#web/ui/Time.tsx'
import { Allowed } from './Allowed.tsx'
import { ProposalCard } from './ProposalCard.tsx'
import { DecideDispute } from './DecideDispute.tsx'

/** The decision about an open dispute, or why it cannot be made: not yet, or not by this operator. */
export function Decide(props: { dispute: OperatorDispute; creatorName: string }) {
  const { dispute } = props
  if (dispute.status === 'awaiting_answer')
    return (
      <Notice title="Not to be decided yet">
        The other side may answer until <Time value={dispute.answer_by} exact />.
      </Notice>
    )
  if (dispute.bank_disputed)
    return (
      <Notice tone="yellow" title="The card's bank disputes the charge, too">
        Until it has decided, nobody else can.
      </Notice>
    )
  if (dispute.proposal !== null) return <ProposalCard proposal={dispute.proposal} />
  return (
    <Allowed
      call="operator.decide_dispute"
      otherwise={<p className="muted">Owners and Finance decide it. Your role does not.</p>}
    >
      <DecideDispute {...props} />
    </Allowed>
  )
}
