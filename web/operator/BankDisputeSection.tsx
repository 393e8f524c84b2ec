import { useQuery } from '@tanstack/react-query'
import type { BankDispute } from '#contract/bank-dispute-schemas.ts'
import { bankDisputeStateWords, bankDisputeWords as words } from '#contract/bank-disputes.ts'
import { formatUsd } from '#contract/money.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { Loaded } from '#web/loading/Loaded.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Time } from '#web/ui/Time.tsx'
import { BankEvidenceForm } from './BankEvidenceForm.tsx'
import { Allowed } from './Allowed.tsx'
import styles from './Console.module.css'
import { plainWord } from './console-words.ts'
import { Facts } from './RecordCells.tsx'

/** What the card's bank says about a payment, and our response. */
export function BankDisputeSection({ paymentId }: { paymentId: string }) {
  const query = useQuery({
    ...apiQuery('operator.bank_dispute', { params: { id: paymentId } }),
    staleTime: 0,
  })
  return (
    <section className={styles.section}>
      <div className="sec-head">
        <h2>{words.title}</h2>
      </div>
      <Loaded query={query} pending={<Loading />}>
        {(dispute) => (
          <div className="stack">
            <Facts facts={factsOf(dispute)} />
            <p className="muted">{bankDisputeStateWords[dispute.state]}</p>
            {dispute.evidence === null ? null : (
              // Evidence that was sent without a response replaces the draft.
              <Allowed call="operator.send_bank_evidence" key={dispute.state}>
                <BankEvidenceForm
                  paymentId={paymentId}
                  evidence={dispute.evidence}
                  again={dispute.state === 'unanswered'}
                />
              </Allowed>
            )}
          </div>
        )}
      </Loaded>
    </section>
  )
}

const factsOf = ({ reason, amount, due_by, outcome, state, sent }: BankDispute) => [
  { name: words.reason, value: plainWord(reason) },
  { name: words.amount, value: formatUsd(amount) },
  {
    name: words.deadline,
    value: due_by === null ? words.noDeadline : <Time value={due_by} exact />,
  },
  {
    name: words.evidence,
    value:
      sent !== null ? (
        <>
          Sent on <Time value={sent.at} exact /> by {sent.by}
        </>
      ) : state === 'sent' ? (
        words.sentElsewhere
      ) : (
        words.notSent
      ),
  },
  ...(sent?.sha256
    ? [{ name: words.seal, value: <span className={styles.id}>{sent.sha256}</span> }]
    : []),
  ...(outcome === 'open' ? [] : [{ name: words.outcome, value: plainWord(outcome) }]),
]
