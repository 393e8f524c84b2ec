import { creatorPercent, feeWords, takesMinimum } from '#contract/fee-words.ts'
import { type FeeTerms, formatCents, type PriceSplit, splitPrice } from '#contract/money.ts'
import { cx } from './cx.ts'
import styles from './PriceBreakdown.module.css'

interface Props {
  /** The price in cents; null while the typed text is not a price yet. */
  priceCents: number | null
  /** The deal's own terms, or the current ones for a future deal. */
  terms: FeeTerms
  /** If the price is paid in several payments: the total of their splits, instead of its own. */
  split?: PriceSplit
  /** Amounts subtracted before: label and amount, as they are shown. */
  before?: readonly (readonly [label: string, amount: string])[]
  /** "Proposed price" unless said otherwise ("Agreed price"). */
  priceLabel?: string
  /** "You receive" by default ("Maya receives"); the percentage is appended. */
  receiveLabel?: string
  /** Announces changes: for a price that is being typed. */
  live?: boolean
  /** On a sunken background, as in the application form. */
  well?: boolean
}

/** Price, platform fee and the creator's share, to the cent, by the function the ledger uses. */
export function PriceBreakdown(props: Props) {
  const {
    priceCents,
    terms,
    before = [],
    split = splitPrice(priceCents ?? 0, terms),
    priceLabel = 'Proposed price',
    receiveLabel = 'You receive',
    live,
    well,
  } = props
  const say = feeWords(terms)
  return (
    <div
      className={cx(well && styles.well)}
      aria-live={live ? 'polite' : undefined}
      aria-atomic={live || undefined}
    >
      <PriceRows
        rows={[
          ...before,
          [priceLabel, formatCents(priceCents ?? 0)],
          [`Platform fee (${say('fee')})`, formatCents(-split.feeCents)],
        ]}
        total={[
          `${receiveLabel}${takesMinimum(priceCents ?? 0, terms) ? '' : ` (${creatorPercent(terms)})`}`,
          formatCents(split.creatorCents),
        ]}
        none={priceCents === null}
      />
      <SplitBar columns={say('columns')} />
    </div>
  )
}

/** The bar of the two shares, as tracks of a grid; decorative, because the text beside it says the same. */
export function SplitBar({ columns }: { columns: string }) {
  return (
    <div className={styles.split} style={{ gridTemplateColumns: columns }} aria-hidden="true">
      <i />
      <i />
    </div>
  )
}

type PriceRow = readonly [label: string, amount: string]

/** Amounts that add up to a total, each as it is shown. `none` while there is no amount yet. */
export function PriceRows({
  rows,
  total,
  none,
}: {
  rows: readonly PriceRow[]
  total: PriceRow
  none?: boolean
}) {
  return (
    <dl className={cx(styles.price, none && styles.none)}>
      {rows.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
      <div className={styles.total}>
        <dt>{total[0]}</dt>
        <dd>{total[1]}</dd>
      </div>
    </dl>
  )
}
