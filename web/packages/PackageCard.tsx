import type { ReactNode } from 'react'
import { itemText } from '#contract/brief-item-words.ts'
import { LICENCE_WORDS } from '#contract/licence-words.ts'
import { formatUsd } from '#contract/money.ts'
import type { ShownPackage } from '#contract/package-schemas.ts'
import styles from './PackageCard.module.css'
import { packageWords } from './package-words.ts'

type Shown = Pick<ShownPackage, 'title' | 'items' | 'price' | 'days' | 'rounds' | 'add_ons'>

/** The contents of a package: its items, price, days and rounds, and the available add-ons. */
export function PackageCard({
  offer,
  samples,
  action,
}: {
  offer: Shown
  /** The number of pieces of this kind. */
  samples?: ReactNode
  action?: ReactNode
}) {
  return (
    <article className={styles.card} aria-label={offer.title}>
      {samples}
      <div className={styles.cardHead}>
        <h3>{offer.title}</h3>
        <p className={`num ${styles.price}`}>{formatUsd(offer.price)}</p>
      </div>
      <p className="sm muted num">
        {packageWords.days(offer.days)} · {packageWords.rounds(offer.rounds)}
      </p>
      <ul className={styles.items}>
        {offer.items.map((item) => (
          <li key={item.id}>{itemText(item)}</li>
        ))}
      </ul>
      {offer.add_ons.length > 0 ? (
        <ul className={`sm muted ${styles.addOns}`} aria-label="Add-ons">
          {offer.add_ons.map((one) => (
            <li key={one.id}>
              + {one.label} <span className="num">{formatUsd(one.price)}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="sm muted">
        <span className="strong">{LICENCE_WORDS.title}:</span> {packageWords.licence}
      </p>
      {action ? <div className={styles.cardAction}>{action}</div> : null}
    </article>
  )
}
