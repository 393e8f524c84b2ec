import { useState } from 'react'
import type { OfferSide } from '#contract/offers.ts'
import { formatUsd } from '#contract/money.ts'
import { Time } from '#web/ui/Time.tsx'
import { offerWords as say } from '#contract/offer-words.ts'
import { columnWords, openOffer } from './offer-sides.ts'
import { Offers } from './Offers.tsx'
import styles from './ThreadOffer.module.css'
import { useOffers } from './use-offers.ts'

interface Props {
  applicationId: string
  reader: OfferSide
  /** The other side's name. */
  otherName: string
}

/** Above a conversation: the open offer in one line, which unfolds to its terms and what can be answered. */
export function ThreadOffer({ applicationId, reader, otherName }: Props) {
  const { data } = useOffers(applicationId)
  // Smaller windows keep their room for the messages.
  const [hasRoom] = useState(() => matchMedia('(min-width: 720px) and (min-height: 840px)').matches)
  const open = openOffer(data?.offers ?? [])
  if (open === undefined) return null
  return (
    <details className={styles.thread} open={hasRoom}>
      <summary>
        <span className="strong">
          {columnWords(open, reader).offer} {formatUsd(open.price)}
        </span>{' '}
        <span className="sm muted">
          {say.openUntil} <Time value={open.expires_at} exact />
        </span>
      </summary>
      <Offers {...{ applicationId, reader, otherName }} isOpen />
    </details>
  )
}
