import { useState, useSyncExternalStore } from 'react'
import type { OfferSide } from '#contract/offers.ts'
import { formatUsd } from '#contract/money.ts'
import { Time } from '#web/ui/Time.tsx'
import { offerWords as say } from '#contract/offer-words.ts'
import { columnWords, openOffer } from './offer-sides.ts'
import { Offers } from './Offers.tsx'
import styles from './ThreadOffer.module.css'
import { useNet } from './use-net.ts'
import { useOffers } from './use-offers.ts'

const noChanges = () => () => undefined

/** Room for the offer above the messages. */
const ROOM = '(min-width: 720px) and (min-height: 840px)'

interface Props {
  applicationId: string
  reader: OfferSide
  /** The other side's name. */
  otherName: string
  /** The form is open: it stays open even when the offer it answers is gone. Sending it then says so. */
  isMaking: boolean
  onMaking: (making: boolean) => void
}

/** Shown above a conversation: the open offer in one line, which expands to its terms and the possible answers. */
export function ThreadOffer({ applicationId, reader, otherName, isMaking, onMaking }: Props) {
  const { data } = useOffers(applicationId)
  const net = useNet()
  // The server does not know the window's size, so it renders the offer folded, and hydration leaves it that way: opening
  // it then would push the messages down, and a press on it at that moment would fold it again.
  const isNew = useSyncExternalStore(
    noChanges,
    () => true,
    () => false,
  )
  // Smaller windows keep their space for the messages.
  const [hasRoom] = useState(() => isNew && matchMedia(ROOM).matches)
  const open = openOffer(data?.offers ?? [])
  const shown = open ?? (isMaking ? data?.offers.at(-1) : undefined)
  if (shown === undefined) return null
  return (
    <details className={styles.thread} open={hasRoom}>
      <summary>
        <span className="strong">
          {columnWords(shown, reader).offer} {formatUsd(shown.price)}
        </span>{' '}
        <span className="sm">{say.netOf(reader, net(shown.price))}</span>{' '}
        {open ? (
          <span className="sm muted">
            {say.openUntil} <Time value={open.expires_at} exact />
          </span>
        ) : null}
      </summary>
      <Offers {...{ applicationId, reader, otherName, onMaking }} isOpen={open !== undefined} />
    </details>
  )
}
