import type { ReactNode } from 'react'
import type { BriefItem } from '#contract/briefs.ts'
import { formatUsd } from '#contract/money.ts'
import { itemText } from '#contract/brief-item-words.ts'
import type { DealTerms, Negotiation, Offer } from '#contract/offer-schemas.ts'
import { offerWords as say } from '#contract/offer-words.ts'
import type { OfferSide } from '#contract/offers.ts'
import { Time } from '#web/ui/Time.tsx'
import { columnWords } from './offer-sides.ts'
import styles from './Offer.module.css'
import { useNet } from './use-net.ts'

interface Props {
  offer: Offer
  reader: OfferSide
  /** The items that the brief asks for, where the terms leave them to it; null without a brief. */
  briefItems: Negotiation['brief_items']
}

/**
 * The requested and the offered terms side by side, with differing cells marked and the creator's net beside every
 * price.
 */
export function OfferTerms({ offer, reader, briefItems }: Props) {
  const words = columnWords(offer, reader)
  const netOf = useNet()
  const net = ({ price }: DealTerms) => netOf(price)
  const { against } = offer
  const itemsOf = ({ items }: DealTerms) => items ?? briefItems ?? []
  const namesItems = (against.items ?? offer.items) !== null
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
        {namesItems ? (
          <Row
            name={say.items}
            differs={JSON.stringify(itemsOf(against)) !== JSON.stringify(itemsOf(offer))}
          >
            <Items items={itemsOf(against)} />
            <Items items={itemsOf(offer)} />
          </Row>
        ) : null}
      </tbody>
    </table>
  )
}

const Items = ({ items }: { items: readonly BriefItem[] }) => (
  <ul className={styles.items}>
    {items.map((item) => (
      <li key={item.id}>{itemText(item)}</li>
    ))}
  </ul>
)

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
