import { Clock } from 'lucide-react'
import { centsFromUsd, formatUsd } from '#contract/money.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import { PAYMENT_LABELS } from '#contract/payments.ts'
import { SelectPaymentMethodDialog } from '../payment-methods/SelectPaymentMethodDialog.tsx'
import { StatusBadge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { PriceBreakdown } from '../ui/PriceBreakdown.tsx'
import { Statement } from '../ui/Statement.tsx'
import styles from './Payment.module.css'
import { keyOf, sentenceOf } from './payment-words.ts'
import { useFunding } from './use-funding.ts'

interface Props {
  projectId: string
  /** Of the accepted application; null until it is known. */
  applicationId: string | null
  payment: Payment | null
  /** USD: the agreed price. */
  price: number
  creatorName: string
  justFunded: boolean
  onRelease: () => void
}

/** The statement: the state and the one act that goes with it on the board, where the money goes beside it. */
export function PaymentBoard(props: Props) {
  const { projectId, applicationId, payment, price, creatorName, justFunded, onRelease } = props
  const funding = useFunding({ project_id: projectId, application_id: applicationId })
  const status = payment?.status ?? 'none'

  return (
    <Statement
      keyState={keyOf(status)}
      icon={status === 'pending' ? <Clock size={17} aria-hidden="true" /> : undefined}
      state={<StateWord payment={payment} />}
      amount={formatUsd(price)}
      text={sentenceOf(payment, creatorName)}
      justFunded={justFunded}
      action={
        status === 'none' || status === 'failed' ? (
          <Button
            variant="on-board"
            busy={funding.busy}
            busyText="Opening Stripe..."
            disabled={applicationId === null}
            onClick={funding.start}
          >
            Fund Escrow
          </Button>
        ) : status === 'pending' && !payment?.charging ? (
          // No second way to pay, but the way back to a checkout tab that was closed (DESIGN §7: no button).
          <button
            type="button"
            className={`link ${styles.onBoard}`}
            disabled={funding.busy}
            onClick={funding.reopen}
          >
            Open the checkout page again
          </button>
        ) : status === 'held_in_escrow' && !payment?.disputed ? (
          <Button
            variant="on-board"
            busy={payment?.moving === 'release'}
            busyText="Releasing..."
            disabled={payment?.moving === 'refund'}
            onClick={onRelease}
          >
            Release Payment
          </Button>
        ) : null
      }
    >
      <h2>Where it goes</h2>
      <div className={styles.breakdown}>
        <PriceBreakdown
          priceCents={centsFromUsd(price)}
          priceLabel="Agreed price"
          receiveLabel={`${creatorName} ${status === 'released' ? 'received' : 'receives'}`}
        />
      </div>
      {payment?.payment_method ? (
        <p className={`sm faint ${styles.method}`}>Paid with {payment.payment_method}</p>
      ) : null}
      <SelectPaymentMethodDialog
        open={funding.choosing}
        amount={price}
        methods={funding.methods}
        busy={funding.busy}
        onChoose={funding.pay}
        onClose={funding.cancel}
      />
    </Statement>
  )
}

function StateWord({ payment }: { payment: Payment | null }) {
  if (payment === null) return 'Not funded yet'
  if (payment.status === 'refunded' || payment.status === 'failed') {
    return <StatusBadge kind="payment" status={payment.status} />
  }
  return PAYMENT_LABELS[payment.status]
}
