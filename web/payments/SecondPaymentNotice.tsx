import { wasTurnedAway } from '#contract/deal-reading.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './Payment.module.css'
import { turnedAwayWords } from './payment-words.ts'

interface Props {
  payment: Payment | null
  reader: 'owner' | 'creator'
}

/** Says that another payment arrived and was sent back. If that is the payment already shown, its own text says so. */
export function SecondPaymentNotice({ payment, reader }: Props) {
  if (!payment?.turned_away || wasTurnedAway(payment)) return null
  return (
    <div className={styles.notice}>
      <Notice title="Another payment was returned">
        {turnedAwayWords(payment.turned_away, reader)}
      </Notice>
    </div>
  )
}
