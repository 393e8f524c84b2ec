import { creatorPercent, feeWords, takesMinimum } from '#contract/fee-words.ts'
import { type FeeTerms, formatCents, splitPrice } from '#contract/money.ts'
import { cx } from './cx.ts'
import styles from './PriceBreakdown.module.css'

interface Props {
  /** The price in cents; null while what was typed is no price yet. */
  priceCents: number | null
  /** The deal's own, or those valid now for a deal to come. */
  terms: FeeTerms
  /** "Proposed price" unless said otherwise ("Agreed price"). */
  priceLabel?: string
  /** "You receive" by default ("Maya receives"); the percentage is appended. */
  receiveLabel?: string
  /** Announce changes: for a price that is being typed. */
  live?: boolean
  /** On a sunken background, as in the application form. */
  well?: boolean
}

/** Price, platform fee and the creator's share, to the cent, by the function the ledger uses. */
export function PriceBreakdown(props: Props) {
  const {
    priceCents,
    terms,
    priceLabel = 'Proposed price',
    receiveLabel = 'You receive',
    live,
    well,
  } = props
  const split = splitPrice(priceCents ?? 0, terms)
  const say = feeWords(terms)
  return (
    <div
      className={cx(well && styles.well)}
      aria-live={live ? 'polite' : undefined}
      aria-atomic={live || undefined}
    >
      <dl className={cx(styles.price, priceCents === null && styles.none)}>
        <div>
          <dt>{priceLabel}</dt>
          <dd>{formatCents(priceCents ?? 0)}</dd>
        </div>
        <div>
          <dt>Platform fee ({say('fee')})</dt>
          <dd>
            {priceCents === null ? '' : '−'}
            {formatCents(split.feeCents)}
          </dd>
        </div>
        <div className={styles.total}>
          <dt>
            {receiveLabel}
            {takesMinimum(priceCents ?? 0, terms) ? null : ` (${creatorPercent(terms)})`}
          </dt>
          <dd>{formatCents(split.creatorCents)}</dd>
        </div>
      </dl>
      <SplitBar columns={say('columns')} />
    </div>
  )
}

/** The bar of the two shares, as tracks of a grid; decorative, because the words beside it say the same. */
export function SplitBar({ columns }: { columns: string }) {
  return (
    <div className={styles.split} style={{ gridTemplateColumns: columns }} aria-hidden="true">
      <i />
      <i />
    </div>
  )
}
