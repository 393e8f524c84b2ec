import { LICENCE_WORDS } from '#contract/licence-words.ts'
import { formatUsd } from '#contract/money.ts'
import type { ShownPackage } from '#contract/package-schemas.ts'
import type { PaymentMethod } from '#contract/payment-schemas.ts'
import type { ShownProfile } from '#contract/profile-schemas.ts'
import { packageWords } from '#web/packages/package-words.ts'
import { cardName } from '#web/payment-methods/card-words.ts'
import { Notice } from '#web/ui/Notice.tsx'
import styles from '#web/orders/Order.module.css'
import { orderWords } from '#web/orders/order-words.ts'
import type { Told } from './TellStep.tsx'

interface Props {
  creator: ShownProfile
  offer: ShownPackage
  chosen: readonly string[]
  told: Told
  totals: { price: number; days: number }
  cards: readonly PaymentMethod[]
  /** The card that is charged on acceptance; null when the order is paid afterwards. */
  card: string | null
  onCard: (id: string | null) => void
}

/** A summary of everything, when money moves, and the consent to a charge. */
export function CheckStep({ creator, offer, chosen, told, totals, cards, card, onCard }: Props) {
  const added = offer.add_ons.filter(({ id }) => chosen.includes(id))
  return (
    <>
      <section className={styles.part}>
        <dl className="kv">
          <dt>Creator</dt>
          <dd>{creator.name}</dd>
          <dt>Package</dt>
          <dd>
            {offer.title}, <span className="num">{formatUsd(offer.price)}</span>
          </dd>
          {added.map((one) => (
            <div key={one.id} className={styles.contents}>
              <dt>Added</dt>
              <dd>
                {one.label}, <span className="num">{formatUsd(one.price)}</span>
              </dd>
            </div>
          ))}
          <dt>Delivered</dt>
          <dd>{packageWords.days(totals.days)} after acceptance</dd>
          <dt>{LICENCE_WORDS.title}</dt>
          <dd>{packageWords.licence}</dd>
          <dt>Your words</dt>
          <dd className={styles.words}>{told.words}</dd>
        </dl>
      </section>
      <Notice tone="info" title={orderWords.nothing}>
        {orderWords.answer(creator.name)}
      </Notice>
      <fieldset className={styles.part}>
        <legend>How you pay</legend>
        {cards.length === 0 ? <p>{orderWords.noCard}</p> : null}
        {cards.map((one) => (
          <label key={one.id} className={styles.choice}>
            <input
              type="radio"
              name="pay-by"
              checked={card === one.id}
              onChange={() => onCard(one.id)}
            />
            <span>{orderWords.consent(cardName(one), formatUsd(totals.price))}</span>
          </label>
        ))}
        {cards.length > 0 ? (
          <label className={styles.choice}>
            <input
              type="radio"
              name="pay-by"
              checked={card === null}
              onChange={() => onCard(null)}
            />
            <span>{orderWords.later}</span>
          </label>
        ) : null}
      </fieldset>
    </>
  )
}
