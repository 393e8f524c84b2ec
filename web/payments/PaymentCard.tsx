import type { ReactNode } from 'react'
import { formatUsd } from '#contract/money.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { firstName } from '#web/projects/project-words.ts'
import { RailCard } from '#web/projects/RailCard.tsx'
import styles from './Payment.module.css'
import { PaymentBadges } from './PaymentBadges.tsx'
import { shortSentence, wasTurnedAway } from './payment-words.ts'

interface Props {
  /** Undefined while unknown: then nothing is said about it. */
  payment: Payment | null | undefined
  project: ProjectDetail
  reader: 'owner' | 'creator'
  children?: ReactNode
}

const isPlainFailure = (payment: Payment): boolean =>
  payment.status === 'failed' && !wasTurnedAway(payment)

/** Reserves the sentence's line until there is one. */
const NO_WORDS = '\u00a0'

/** The deal's money in the rail: amount, state, and what happens next. */
export function PaymentCard({ payment, project, reader, children }: Props) {
  const price = payment?.amount ?? project.accepted_price
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
      {price === null ? null : (
        <div className={`display num ${styles.railAmount}`}>{formatUsd(price)}</div>
      )}
      <p className={`sm muted ${styles.railText}`}>
        {payment === undefined
          ? NO_WORDS
          : project.status === 'cancelled' && (payment === null || isPlainFailure(payment))
            ? 'Nothing was paid.'
            : shortSentence(payment, reader, firstName(project.creator) ?? 'The creator')}
      </p>
      {children}
    </RailCard>
  )
}
