import { itemName } from '#contract/brief-item-words.ts'
import { OFFER_STATUS_WORDS } from '#contract/offer-words.ts'
import type { OperatorOffer } from '#contract/operator-project-schemas.ts'
import { Time } from '#web/ui/Time.tsx'
import styles from './Console.module.css'
import { PersonLink, PriceWithNet } from './RecordCells.tsx'
import type { Column } from './RecordTable.tsx'

/** An offer in a table of the console. */
export const offerColumns: readonly Column<OperatorOffer>[] = [
  {
    name: 'Application',
    kind: 'wide',
    cell: ({ creator, number, by }) => (
      <>
        <PersonLink person={creator} />
        <span className={styles.sub}>
          Offer {number}, by the {by === 'seller' ? 'brand' : 'creator'}
        </span>
      </>
    ),
  },
  { name: 'State', cell: ({ status }) => OFFER_STATUS_WORDS[status] },
  { name: 'Deliver by', cell: ({ deliver_by }) => <Time value={deliver_by} /> },
  { name: 'Rounds', kind: 'number', cell: ({ rounds }) => rounds },
  {
    name: 'Items',
    cell: ({ items }) => (items === null ? 'As in the brief' : items.map(itemName).join(', ')),
  },
  {
    name: 'Made',
    cell: ({ created_at, expires_at }) => (
      <>
        <Time value={created_at} exact />
        <span className={styles.sub}>
          Open until <Time value={expires_at} exact />
        </span>
      </>
    ),
  },
  { name: 'Price', kind: 'number', cell: (offer) => <PriceWithNet {...offer} /> },
]
