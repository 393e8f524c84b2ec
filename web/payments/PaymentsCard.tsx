import { HandCoins } from 'lucide-react'
import { Link } from 'react-router'
import { formatUsd } from '#contract/money.ts'
import type { PaymentWithProject } from '#contract/payment-schemas.ts'
import { messageOf } from '../api/errors.ts'
import { paths } from '../paths.ts'
import { Badge, StatusBadge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
import styles from './PaymentsCard.module.css'
import { usePayments } from './use-payments.ts'

/** All payments of a person, newest first: what a seller paid, what a creator gets (SPEC §7). */
export function PaymentsCard({ side }: { side: 'seller' | 'creator' }) {
  return (
    <section className="card pad" aria-labelledby="payments">
      <h2 id="payments">Payments</h2>
      <Payments side={side} />
    </section>
  )
}

function Payments({ side }: { side: 'seller' | 'creator' }) {
  const { data, isPending, isError, error, refetch } = usePayments()
  if (isPending) {
    return (
      <SkeletonGroup className={styles.list}>
        <Skeleton height={56} />
      </SkeletonGroup>
    )
  }
  if (isError) {
    return (
      <div className={styles.list}>
        <Notice
          tone="danger"
          role="alert"
          title="Failed to load payments"
          actions={
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {messageOf(error)}
        </Notice>
      </div>
    )
  }
  if (data.length === 0) {
    return (
      <div className={styles.list}>
        <EmptyState
          icon={HandCoins}
          title="No payments yet"
          text={
            side === 'seller'
              ? 'A payment appears here when you fund a project.'
              : 'A payment appears here when a seller funds your project.'
          }
        />
      </div>
    )
  }
  return (
    <ul className={styles.list}>
      {data.map((payment) => (
        <PaymentRow key={payment.id} payment={payment} side={side} />
      ))}
    </ul>
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
          <span className="sep"> · </span>
          <Time value={payment.created_at} />
        </div>
      </div>
      <div className={styles.state}>
        <StatusBadge kind="payment" status={payment.status} />
        {payment.disputed ? (
          <Badge tone="red" glyph="cross">
            Disputed
          </Badge>
        ) : null}
      </div>
      <div className={`num strong ${styles.amount}`}>
        {formatUsd(side === 'seller' ? payment.amount : payment.creator_amount)}
      </div>
    </li>
  )
}
