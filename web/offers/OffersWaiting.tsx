import { useQuery } from '@tanstack/react-query'
import { formatUsd } from '#contract/money.ts'
import type { WaitingOffer } from '#contract/offer-schemas.ts'
import { offerWords, waitingOfferWords as say } from '#contract/offer-words.ts'
import type { OfferSide } from '#contract/offers.ts'
import { paths } from '#contract/paths.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { cx } from '#web/ui/cx.ts'
import { Time } from '#web/ui/Time.tsx'
import styles from './OffersWaiting.module.css'
import { useNet } from './use-net.ts'

/** The other side's open offers that wait for one's answer; a `changed` event refetches them. */
export const useWaitingOffers = () => useQuery({ ...apiQuery('offers.waiting'), staleTime: 0 })

/**
 * The offers that wait for one's answer, the soonest to expire first; renders nothing while there are none. Until that
 * is known, the content below is hidden, because it would be pushed down; after a first failure the page waits no
 * longer.
 */
export function OffersWaiting({ reader }: { reader: OfferSide }) {
  const { data, isPending, failureCount } = useWaitingOffers()
  const net = useNet()
  if (isPending && failureCount === 0) return <div className={cx('pending', styles.unknown)} />
  if (data === undefined || data.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="offers-waiting">
      <h2 id="offers-waiting">{say.title}</h2>
      <ul className={`card ${styles.list}`}>
        {data.map((offer) => (
          <li key={offer.id} className={styles.row}>
            <span className={styles.text}>
              <span className="strong">{say.what(offer.from, formatUsd(offer.price))}</span>
              <span className="muted">
                {offerWords.netOf(reader, net(offer.price))}. {offer.project.title}. {say.openUntil}{' '}
                <Time value={offer.expires_at} exact />
              </span>
            </span>
            <ButtonLink
              size="sm"
              variant="tonal"
              to={pageOf(offer, reader)}
              aria-label={`${say.answer}: ${offer.project.title}`}
            >
              {say.answer}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Where the offer is answered: in the brand's list of applications, or beside one's own application. */
const pageOf = ({ project }: WaitingOffer, reader: OfferSide): string =>
  reader === 'seller' ? paths.projectTab(project.id, 'applications') : paths.project(project.id)
