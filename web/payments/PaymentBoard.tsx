import { Clock } from 'lucide-react'
import { UNFUNDED_STATE } from '#contract/deal-sentences.ts'
import type { DealTold } from '#contract/deal-told.ts'
import { type FeeTerms, formatUsd } from '#contract/money.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import { PAYMENT_LABELS } from '#contract/payments.ts'
import { useReviewWords } from '#web/page/use-review-words.ts'
import { StatusBadge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Statement } from '#web/ui/Statement.tsx'
import styles from './Payment.module.css'
import { FundingDialog } from './FundingDialog.tsx'
import { DisputedBadge } from './PaymentBadges.tsx'
import { boardAmount, DESERTED, keyOf, sentenceOf, shownStatus } from './payment-words.ts'
import { useFunding } from './use-funding.ts'
import { WhereItGoes } from './WhereItGoes.tsx'

interface Props {
  projectId: string
  /** Of the accepted application; null until it is known. */
  applicationId: string | null
  payment: Payment | null
  /** The deal, for its texts. */
  told: DealTold
  /** On a cancelled project nothing can be paid or released any more. */
  cancelled: boolean
  /** Nor for a deal whose creator has left without delivering anything. */
  deserted: boolean
  /** USD: the agreed price. */
  price: number
  /** From the payment, or from the accepted application. */
  terms: FeeTerms
  creatorName: string
  justFunded: boolean
  onRelease: () => void
}

/** The board: the state and its one action, with the money's destination beside it. */
export function PaymentBoard(props: Props) {
  const {
    projectId,
    applicationId,
    payment,
    told,
    cancelled,
    deserted,
    price,
    terms,
    creatorName,
    justFunded,
    onRelease,
  } = props
  const funding = useFunding({
    project_id: projectId,
    application_id: applicationId,
    amount: price,
  })
  const status = payment?.status ?? 'none'
  const words = useReviewWords()

  return (
    <Statement
      keyState={keyOf(status)}
      icon={status === 'pending' ? <Clock size={17} aria-hidden="true" /> : undefined}
      state={<StateWord payment={payment} />}
      amount={formatUsd(boardAmount(price, payment))}
      text={deserted ? DESERTED : sentenceOf(told, payment, words)}
      justFunded={justFunded}
      action={
        cancelled || deserted ? null : status === 'none' || status === 'failed' ? (
          <Button
            variant="on-board"
            busy={funding.busy}
            busyText="Opening Stripe..."
            disabled={!funding.ready}
            onClick={funding.start}
          >
            Fund Escrow
          </Button>
        ) : status === 'pending' && !payment?.charging ? (
          // Not a second way to pay: it leads back to a checkout tab that was closed (DESIGN §7: no button).
          <button
            type="button"
            className={`link ${styles.onBoard}`}
            disabled={funding.busy}
            onClick={funding.reopen}
          >
            Open the checkout page again
          </button>
        ) : status === 'held_in_escrow' &&
          !payment?.disputed &&
          !payment?.decided &&
          !payment?.deal_dispute_id &&
          !payment?.release_after ? (
          <Button
            variant="on-board"
            busy={payment?.moving === 'release'}
            busyText="Releasing..."
            disabled={payment?.moving === 'refund' || payment?.moving === 'agreed_refund'}
            onClick={onRelease}
          >
            Release Payment
          </Button>
        ) : null
      }
    >
      <WhereItGoes payment={payment} price={price} terms={terms} creatorName={creatorName} />
      <FundingDialog funding={funding} amount={price} />
    </Statement>
  )
}

function StateWord({ payment }: { payment: Payment | null }) {
  if (payment === null) return UNFUNDED_STATE
  if (payment.status === 'refunded' || payment.status === 'failed') {
    return <StatusBadge kind="payment" status={shownStatus(payment)} />
  }
  return (
    <>
      {PAYMENT_LABELS[payment.status]}
      <DisputedBadge payment={payment} />
    </>
  )
}
