import { formatUsd } from '#contract/money.ts'
import type { OperatorOrder } from '#contract/operator-project-schemas.ts'
import { orderStatusWords } from '#web/orders/order-words.ts'
import { packageWords } from '#web/packages/package-words.ts'
import { Time } from '#web/ui/Time.tsx'
import styles from './Console.module.css'
import { PersonLink, PriceWithNet } from './RecordCells.tsx'

/** The console's facts about a project's order. The text written with the order stays between the two parties. */
export const orderFacts = (order: OperatorOrder) => [
  { name: 'State', value: orderStatusWords[order.status].word },
  { name: 'Ordered from', value: <PersonLink person={order.creator} /> },
  { name: 'Package', value: order.package.title },
  { name: 'Package price', value: formatUsd(order.package.price) },
  { name: 'Add-ons', value: <AddOns of={order} /> },
  { name: 'Price', value: <PriceWithNet price={order.price} net={order.net} /> },
  { name: 'Days', value: packageWords.days(order.days) },
  { name: 'Payment', value: order.charges_card ? 'Saved card, on acceptance' : 'By the brand' },
  { name: 'Placed', value: <Time value={order.created_at} exact /> },
  { name: 'Answer by', value: <Time value={order.answer_by} exact /> },
  { name: 'Fund by', value: order.fund_by ? <Time value={order.fund_by} exact /> : '–' },
]

/** "Raw footage, $40.00, 2 more days", each on its own line. */
function AddOns({ of: { add_ons: chosen } }: { of: OperatorOrder }) {
  if (chosen.length === 0) return 'None'
  return chosen.map(({ id, label, price, days }) => (
    <span key={id} className={styles.line}>
      {[label, formatUsd(price), packageWords.addOnDays(days)].filter(Boolean).join(', ')}
    </span>
  ))
}
