import { Link } from 'react-router'
import { itemText } from '#contract/brief-item-words.ts'
import { centsFromUsd, formatUsd } from '#contract/money.ts'
import type { PackageOrder } from '#contract/package-order-schemas.ts'
import { paths } from '#contract/paths.ts'
import { useAuth } from '#web/api/session.tsx'
import { LicenceLine } from '#web/licences/LicenceLine.tsx'
import { useBelongsTo } from '#web/page/belongs-to.ts'
import { packageWords } from '#web/packages/package-words.ts'
import { useFeeTerms } from '#web/page/use-fee-terms.ts'
import { shopName } from '#web/projects/project-words.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { PriceBreakdown } from '#web/ui/PriceBreakdown.tsx'
import { Time } from '#web/ui/Time.tsx'
import { OrderActs } from './OrderActs.tsx'
import styles from './Order.module.css'
import { orderStatusWords, orderWords } from './order-words.ts'

/** What was ordered, the order's state, and the reader's actions. */
export function OrderDetails({ order }: { order: PackageOrder }) {
  const { profile } = useAuth()
  const isCreator = profile?.id === order.creator.id
  const terms = useFeeTerms()
  useBelongsTo(isCreator ? paths.dashboard : paths.myProjects)
  const { word, tone, brand, creator } = orderStatusWords[order.status]
  const added = order.terms.add_ons.filter(({ id }) => order.add_ons.includes(id))
  const other = isCreator ? order.seller : order.creator
  return (
    <div className={styles.order}>
      <BackLink to={isCreator ? paths.dashboard : paths.myProjects}>
        {isCreator ? 'My Work' : 'My Projects'}
      </BackLink>
      <div className="page-head">
        <div>
          <h1>{order.terms.title}</h1>
          <p>
            {isCreator ? 'Ordered by ' : 'Ordered from '}
            <Link className="link" to={paths.publicProfile(other.id)}>
              {isCreator ? shopName(other) : other.name}
            </Link>
          </p>
        </div>
        <Badge tone={tone} glyph={order.status === 'accepted' ? 'check' : 'clock'}>
          {word}
        </Badge>
      </div>
      <p>{isCreator ? creator : brand}</p>
      {order.status === 'waiting' ? (
        <p className="sm muted">
          {orderWords.lapsesAt} <Time value={order.answer_by} exact />.
        </p>
      ) : null}
      <OrderActs order={order} isCreator={isCreator} />
      <section className={styles.part}>
        <h2>{isCreator ? orderWords.deliver : orderWords.choose}</h2>
        <ul className={styles.items}>
          {order.terms.items.map((item) => (
            <li key={item.id}>{itemText(item)}</li>
          ))}
          {added.map((one) => (
            <li key={one.id}>{one.label}</li>
          ))}
          <li>{packageWords.rounds(order.terms.rounds)}</li>
        </ul>
        <dl className="kv">
          <dt>Delivered</dt>
          <dd>{packageWords.days(order.days)} after acceptance</dd>
          {isCreator ? null : (
            <>
              <dt>Price</dt>
              <dd className="num">{formatUsd(order.price)}</dd>
            </>
          )}
        </dl>
        {isCreator ? (
          <PriceBreakdown
            priceCents={centsFromUsd(order.price)}
            terms={terms}
            priceLabel="Price"
            well
          />
        ) : null}
        <LicenceLine />
      </section>
      <section className={styles.part}>
        <h2>{isCreator ? 'What the brand says' : 'What you wrote'}</h2>
        <p className={styles.words}>{order.words}</p>
        {order.links.length > 0 ? (
          <ul className={styles.items}>
            {order.links.map((link) => (
              <li key={link}>
                <a className="link" href={link} target="_blank" rel="noopener noreferrer nofollow">
                  {link}
                </a>
              </li>
            ))}
          </ul>
        ) : null}
        {order.question === null ? null : (
          <p>
            <span className="strong">{orderWords.question}:</span> {order.question}
          </p>
        )}
      </section>
    </div>
  )
}
