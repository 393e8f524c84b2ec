import { Link } from 'react-router'
import { formatUsd } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { useNet } from '#web/offers/use-net.ts'
import { shopName } from '#web/projects/project-words.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Order.module.css'
import { orderStatusWords, orderWords } from './order-words.ts'
import { useWaitingOrders } from './use-orders.ts'

/**
 * Orders that wait for an answer; renders nothing when there are none. Renders nothing on failure either: notifications
 * also link to each of them.
 */
export function WaitingOrders({ side }: { side: 'creator' | 'seller' }) {
  const { data: orders = [] } = useWaitingOrders()
  const net = useNet()
  if (orders.length === 0) return null
  return (
    <section className={`stack ${styles.waiting}`}>
      <h2>Orders</h2>
      <ul className="card rows">
        {orders.map((order) => (
          <li key={order.id} className={styles.row}>
            <div>
              <h3 className="strong">
                <Link to={paths.packageOrder(order.id)}>{order.terms.title}</Link>
              </h3>
              <p className="sm muted">
                {side === 'creator' ? shopName(order.seller) : order.creator.name},{' '}
                <span className="num">
                  {side === 'creator'
                    ? orderWords.priceForYou(order.price, net(order.price))
                    : formatUsd(order.price)}
                </span>
                . {orderWords.lapsesAt} <Time value={order.answer_by} exact />.
              </p>
            </div>
            <Badge tone={orderStatusWords.waiting.tone} glyph="clock">
              {orderStatusWords.waiting.word}
            </Badge>
            <ButtonLink size="sm" to={paths.packageOrder(order.id)}>
              View<span className="sr"> order of {order.terms.title}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
