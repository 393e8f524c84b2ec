import type { ReactNode } from 'react'
import type { DealTold } from '#contract/deal-told.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import { RailCard } from '#web/projects/RailCard.tsx'
import styles from './Payment.module.css'
import { PaymentBadges } from './PaymentBadges.tsx'
import { shortSentence } from './payment-words.ts'

interface Props {
  /** Undefined while unknown; it is not mentioned then. */
  payment: Payment | null | undefined
  /** The deal, for its texts. */
  told: DealTold
  children?: ReactNode
}

/** Reserves the line until its sentence is known. */
const NO_WORDS = '\u00a0'

/** The deal's money in the rail: amount, state, and what happens next. */
export function PaymentCard({ payment, told, children }: Props) {
  return (
    <RailCard
      title="Payment"
      aside={
        payment ? (
          <span className={styles.badges}>
            <PaymentBadges payment={payment} />
          </span>
        ) : null
      }
    >
      {told.amount === null ? null : (
        <div className={`display num ${styles.railAmount}`}>{told.amount}</div>
      )}
      <p className={`sm muted ${styles.railText}`}>
        {payment === undefined ? NO_WORDS : shortSentence(told, payment)}
      </p>
      {children}
    </RailCard>
  )
}
