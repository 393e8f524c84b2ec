import { HandCoins } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { formatUsd } from '#contract/money.ts'
import type { PaymentWithProject } from '#contract/payment-schemas.ts'
import { PURPOSE_LABELS } from '#contract/payment-purpose-words.ts'
import { paymentFailures } from '#contract/payments.ts'
import { LoadedList } from '#web/loading/LoadedList.tsx'
import { MoreRows } from '#web/loading/MoreRows.tsx'
import { logFailure } from '#web/page/console-lines.ts'
import { paths } from '#contract/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { Time } from '#web/ui/Time.tsx'
import { toast } from '#web/ui/toast.ts'
import { PaymentBadges } from './PaymentBadges.tsx'
import styles from './PaymentsCard.module.css'
import { boardAmount } from './payment-words.ts'
import { stateSince } from './state-since.ts'
import { usePayments } from './use-payments.ts'

/** A person's payments, newest first: what a seller paid, or what a creator gets (SPEC §7). */
export function PaymentsCard({ side }: { side: 'seller' | 'creator' }) {
  return (
    <section className="card pad" aria-labelledby="payments">
      <h2 id="payments">Payments</h2>
      <div className={styles.list}>
        <Payments side={side} />
      </div>
    </section>
  )
}

function Payments({ side }: { side: 'seller' | 'creator' }) {
  const payments = usePayments()
  const { error } = payments
  useEffect(() => {
    if (!error) return
    logFailure(paymentFailures.load, error)
    toast.error(paymentFailures.load)
  }, [error])
  return (
    <LoadedList
      query={payments}
      pending={
        <SkeletonGroup>
          <Skeleton height={56} />
        </SkeletonGroup>
      }
      failed={() => paymentFailures.load}
      empty={
        <EmptyState
          icon={HandCoins}
          title="No payments yet"
          text={
            side === 'seller'
              ? 'A payment appears here when you fund a project.'
              : 'A payment appears here when a brand funds your project.'
          }
        />
      }
    >
      {(rows) => (
        <>
          <ul>
            {rows.map((payment) => (
              <PaymentRow key={payment.id} payment={payment} side={side} />
            ))}
          </ul>
          <MoreRows query={payments} />
        </>
      )}
    </LoadedList>
  )
}

function PaymentRow({
  payment,
  side,
}: {
  payment: PaymentWithProject
  side: 'seller' | 'creator'
}) {
  const to = paths.project(payment.project_id)
  return (
    <li className={styles.row}>
      <div className="grow">
        <Link className="strong" to={side === 'seller' ? `${to}?tab=payment` : to}>
          {payment.project_title}
        </Link>
        <div className="sm muted">
          {payment.counterpart_name}
          {PURPOSE_LABELS[payment.purpose] === null ? null : (
            <>
              <span className="sep"> · </span>
              {PURPOSE_LABELS[payment.purpose]}
            </>
          )}
          <span className="sep"> · </span>
          <Time value={stateSince(payment)} />
        </div>
      </div>
      <div className={styles.state}>
        <PaymentBadges payment={payment} />
      </div>
      <div className={`num strong ${styles.amount}`}>
        {formatUsd(
          side === 'seller' ? boardAmount(payment.amount, payment) : payment.creator_amount,
        )}
      </div>
    </li>
  )
}
