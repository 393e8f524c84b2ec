import { AMENDMENT_STATUS_WORDS, changeText, roundsAdded } from '#contract/amendment-words.ts'
import { formatUsd } from '#contract/money.ts'
import type { OperatorAmendment } from '#contract/operator-project-schemas.ts'
import { Time } from '#web/ui/Time.tsx'
import styles from './Console.module.css'
import { PriceWithNet } from './RecordCells.tsx'
import type { Column } from './RecordTable.tsx'

/** A proposed change of a deal in a table of the console. */
export const amendmentColumns: readonly Column<OperatorAmendment>[] = [
  {
    name: 'Change',
    kind: 'wide',
    cell: ({ number, by, price, deliver_by: day, changes_brief: brief, ...rounds }) =>
      `${number}, by the ${by === 'seller' ? 'brand' : 'creator'}: ${changeText({ price: price !== null, date: day !== null, brief, rounds: roundsAdded(rounds) })}`,
  },
  { name: 'State', cell: ({ status }) => AMENDMENT_STATUS_WORDS[status] },
  {
    name: 'Deliver by',
    cell: ({ deliver_by: day }) => (day === null ? '–' : <Time value={day} />),
  },
  { name: 'Brief', cell: ({ brief_version: version }) => version ?? '–' },
  { name: 'Made', cell: ({ created_at }) => <Time value={created_at} exact /> },
  { name: 'Price', kind: 'number', cell: (change) => <Price change={change} /> },
]

function Price({ change }: { change: OperatorAmendment }) {
  const { price, net, returned, extra } = change
  if (price === null) return '–'
  return (
    <>
      {net === null ? formatUsd(price) : <PriceWithNet price={price} net={net} />}
      {returned === null ? null : (
        <span className={styles.sub}>{formatUsd(returned)} back to the card</span>
      )}
      {extra === null ? null : <span className={styles.sub}>{formatUsd(extra)} added to pay</span>}
    </>
  )
}
