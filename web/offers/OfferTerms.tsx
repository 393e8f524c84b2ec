import type { ReactNode } from 'react'
import { centsFromUsd, formatCents, formatUsd, splitPrice } from '#contract/money.ts'
import type { DealTerms, Offer } from '#contract/offer-schemas.ts'
import { offerWords as say } from '#contract/offer-words.ts'
import type { OfferSide } from '#contract/offers.ts'
import { useFeeTerms } from '#web/page/use-fee-terms.ts'
import { Time } from '#web/ui/Time.tsx'
import { columnWords } from './offer-sides.ts'
import styles from './Offer.module.css'

/** What was asked and what is offered, side by side, differing cells marked, the creator's net beside every price. */
export function OfferTerms({ offer, reader }: { offer: Offer; reader: OfferSide }) {
  const words = columnWords(offer, reader)
  const fee = useFeeTerms()
  const net = ({ price }: DealTerms) =>
    formatCents(splitPrice(centsFromUsd(price), fee).creatorCents)
  const { against } = offer
  return (
    <table className={styles.terms}>
      <caption className="sr">{say.caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">{say.term}</span>
          </th>
          <th scope="col">{words.against}</th>
          <th scope="col">{words.offer}</th>
        </tr>
      </thead>
      <tbody>
        <Row name={say.price} differs={against.price !== offer.price}>
          {formatUsd(against.price)}
          {formatUsd(offer.price)}
        </Row>
        <Row
          name={say.net[reader === 'creator' ? 'you' : 'they']}
          differs={against.price !== offer.price}
        >
          {net(against)}
          {net(offer)}
        </Row>
        <Row name={say.deliverBy} differs={against.deliver_by !== offer.deliver_by}>
          <Time value={against.deliver_by} />
          <Time value={offer.deliver_by} />
        </Row>
        <Row name={say.rounds} differs={against.rounds !== offer.rounds}>
          {against.rounds}
          {offer.rounds}
        </Row>
      </tbody>
    </table>
  )
}

function Row({
  name,
  differs,
  children: [left, right],
}: {
  name: string
  differs: boolean
  children: [ReactNode, ReactNode]
}) {
  return (
    <tr data-differs={differs || undefined}>
      <th scope="row">{name}</th>
      <td>{left}</td>
      <td>
        {right}
        {differs ? <span className="sr"> {say.differs}</span> : null}
      </td>
    </tr>
  )
}
