import {
  CREATOR_SHARE_PERCENT,
  formatCents,
  PLATFORM_FEE_PERCENT,
  splitPrice,
} from '#contract/money.ts'
import { cx } from './cx.ts'
import styles from './PriceBreakdown.module.css'

interface Props {
  /** The price in cents; null while what was typed is no price yet. */
  priceCents: number | null
  /** "Proposed price" unless said otherwise ("Agreed price"). */
  priceLabel?: string
  /** "You receive" unless said otherwise ("Maya receives"); the percentage is added. */
  receiveLabel?: string
  /** Announce changes: for a price that is being typed. */
  live?: boolean
  /** On a sunken ground, as in the application form. */
  well?: boolean
}

/** Price, platform fee and what the creator receives, to the cent, by the function the ledger uses. */
export function PriceBreakdown(props: Props) {
  const {
    priceCents,
    priceLabel = 'Proposed price',
    receiveLabel = 'You receive',
    live,
    well,
  } = props
  const split = splitPrice(priceCents ?? 0)
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
          <dt>Platform fee ({PLATFORM_FEE_PERCENT}%)</dt>
          <dd>
            {priceCents === null ? '' : '−'}
            {formatCents(split.feeCents)}
          </dd>
        </div>
        <div className={styles.total}>
          <dt>
            {receiveLabel} ({CREATOR_SHARE_PERCENT}%)
          </dt>
          <dd>{formatCents(split.creatorCents)}</dd>
        </div>
      </dl>
      <SplitBar />
    </div>
  )
}

/** The bar of 85 to 15; decorative, the words beside it say it. */
export function SplitBar() {
  return (
    <div className={styles.split} aria-hidden="true">
      <i />
      <i />
    </div>
  )
}
