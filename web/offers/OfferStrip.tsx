import { useState } from 'react'
import { formatUsd } from '#contract/money.ts'
import type { Negotiation, Offer } from '#contract/offer-schemas.ts'
import { OFFER_STATUS_WORDS, offerWords as say } from '#contract/offer-words.ts'
import { OFFER_LIMITS, type OfferSide, offerTransitions } from '#contract/offers.ts'
import { mayMove } from '#contract/transitions.ts'
import { useOneAct } from '#web/api/use-one-act.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Offer.module.css'
import { columnWords } from './offer-sides.ts'
import { OfferTerms } from './OfferTerms.tsx'
import { useNet } from './use-net.ts'
import { type OfferAct, useAnswerOffer } from './use-offers.ts'

const NoteShield = lazyComponent(
  async () => (await import('#web/safety/NoteShield.tsx')).NoteShield,
  null,
  'members',
)

interface Props {
  negotiation: Negotiation
  reader: OfferSide
  /** False once the application was answered: then the strip only shows what was offered. */
  mayAnswer: boolean
  onCounter: () => void
}

/**
 * The newest offer about an application beside the terms it answers, with its actions; earlier offers are folded below.
 */
export function OfferStrip({ negotiation, reader, mayAnswer, onCounter }: Props) {
  const { offers } = negotiation
  const net = useNet()
  const newest = offers.at(-1)
  if (newest === undefined) return null
  const earlier = offers.slice(0, -1).toReversed()
  return (
    <div className={styles.strip} data-status={newest.status}>
      <div className={styles.head}>
        <span className="strong">{columnWords(newest, reader).offer}</span>
        <span className="sm muted">
          {newest.status === 'open' ? (
            <>
              {say.openUntil} <Time value={newest.expires_at} exact />
            </>
          ) : (
            OFFER_STATUS_WORDS[newest.status]
          )}
        </span>
      </div>
      <OfferTerms offer={newest} reader={reader} briefItems={negotiation.brief_items} />
      {newest.note ? <p className={`quote ${styles.note}`}>{newest.note}</p> : null}
      {newest.note && newest.by !== reader && newest.status === 'open' ? (
        <NoteShield text={newest.note} reader={reader} />
      ) : null}
      {newest.status === 'open' && mayAnswer ? (
        // Keyed by offer: a question about one offer must not become a question about the next.
        <Acts
          key={newest.id}
          offer={newest}
          reader={reader}
          briefItems={negotiation.brief_items}
          left={OFFER_LIMITS.most - offers.length}
          onCounter={onCounter}
        />
      ) : null}
      {earlier.length > 0 ? (
        <details className="sm">
          <summary>{say.earlier(earlier.length)}</summary>
          <ul className={styles.earlier}>
            {earlier.map((offer) => (
              <li key={offer.id}>
                {columnWords(offer, reader).offer} <b>{formatUsd(offer.price)}</b>{' '}
                <span className="muted">
                  {say.netOf(reader, net(offer.price))}. {OFFER_STATUS_WORDS[offer.status]},{' '}
                  <Time value={offer.created_at} exact />
                </span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  )
}

interface ActsProps {
  offer: Offer
  reader: OfferSide
  briefItems: Negotiation['brief_items']
  /** The number of offers that can still be made. */
  left: number
  onCounter: () => void
}

function Acts({ offer, reader, briefItems, left, onCounter }: ActsProps) {
  const [asking, setAsking] = useState(false)
  const answer = useAnswerOffer()
  const { act, acting } = useOneAct(
    (given: OfferAct) => answer.mutateAsync({ id: offer.id, act: given }),
    say,
    () => setAsking(false),
  )
  const actor = offer.by === reader ? 'author' : 'recipient'
  const may = (move: keyof typeof offerTransitions) =>
    mayMove(offerTransitions, move, offer.status, actor)
  const price = formatUsd(offer.price)
  const net = useNet()(offer.price)
  return (
    <>
      <p className="sm muted">{hintOf(offer, reader)}</p>
      <div className={styles.acts}>
        {may('accept') ? (
          <Button variant="tonal" onClick={() => setAsking(true)}>
            {say.accept(price)}
          </Button>
        ) : null}
        {may('counter') && left > 0 ? <Button onClick={onCounter}>{say.counter}</Button> : null}
        {may('decline') ? (
          <Button busy={acting === 'decline'} onClick={() => act('decline')}>
            {say.decline}
          </Button>
        ) : null}
        {may('withdraw') ? (
          <Button busy={acting === 'withdraw'} onClick={() => act('withdraw')}>
            {say.withdraw}
          </Button>
        ) : null}
      </div>
      {may('counter') && left === 0 ? <p className="sm muted">{say.none}</p> : null}
      <ConfirmDialog
        open={asking}
        title={say.acceptTitle(say.priceFor(reader, price, net))}
        confirm={say.accept(price)}
        busy={acting === 'accept'}
        busyText={say.accepting}
        onConfirm={() => act('accept')}
        onClose={() => setAsking(false)}
      >
        <OfferTerms offer={offer} reader={reader} briefItems={briefItems} />
        <p>{offer.hire_at_once ? say.acceptHires[reader] : say.acceptAsks}</p>
        {reader === 'seller' ? <p className="muted">{say.others}</p> : null}
      </ConfirmDialog>
    </>
  )
}

function hintOf(offer: Offer, reader: OfferSide): string {
  if (offer.by === reader) return offer.hire_at_once ? say.waits : `${say.waits} ${say.theyConfirm}`
  return offer.hire_at_once ? say.hires : say.confirms
}
