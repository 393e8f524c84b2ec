import { AMENDMENT_STATUS_WORDS, changeText, roundsAdded } from '#contract/amendment-words.ts'
import { formatUsd } from '#contract/money.ts'
import type { OperatorAmendment } from '#contract/operator-project-schemas.ts'
import { Time } from '#web/ui/Time.tsx'
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
  { name: 'Price', kind: 'number', cell: ({ price }) => (price === null ? '–' : formatUsd(price)) },
  {
    name: 'Back to the card',
    kind: 'number',
    cell: ({ returned }) => (returned === null ? '–' : formatUsd(returned)),
  },
  {
    name: 'Added to pay',
    kind: 'number',
    cell: ({ extra }) => (extra === null ? '–' : formatUsd(extra)),
  },
  { name: 'Brief', cell: ({ brief_version: version }) => version ?? '–' },
  { name: 'Made', cell: ({ created_at }) => <Time value={created_at} exact /> },
]
