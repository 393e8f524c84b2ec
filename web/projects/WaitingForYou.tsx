import { Image } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { dealState } from '#contract/deal-state.ts'
import { dealHeadline } from '#contract/deal-words.ts'
import { paths } from '#contract/paths.ts'
import type { ListedDeal } from '#contract/listed-deal-schemas.ts'
import { WAITING_ACTS, waitingWords } from '#contract/waiting.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { cx } from '#web/ui/cx.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { tellListed } from './listed-deal.ts'
import { useWaitingDeals } from './use-projects.ts'
import styles from './WaitingForYou.module.css'

/** The number of rows shown above the brand's projects before "more" is needed. */
const FIRST_ROWS = 4

/**
 * What waits for the brand, the most urgent first (DESIGN §1.3); renders nothing when nothing waits. Until that is
 * known, the content below is hidden, because it would be pushed down; after a first failure the page no longer waits.
 */
export function WaitingForYou() {
  const { data, isError, isPending, failureCount } = useWaitingDeals()
  const [showsAll, setShowsAll] = useState(false)
  if (isPending && failureCount === 0) return <div className={cx('pending', styles.unknown)} />
  if (isError && data === undefined) return <p className="muted">{waitingWords.failed}</p>
  if (data === undefined || data.length === 0) return null
  const shown = showsAll ? data : data.slice(0, FIRST_ROWS)
  const more = data.length - shown.length
  return (
    <section className={styles.section} aria-labelledby="waiting">
      <div className="row between">
        <h2 id="waiting">{waitingWords.title}</h2>
        {data.filter((deal) => stateOf(deal) === 'review').length > 1 ? (
          <Link className="link sm" to={paths.reviewQueue()}>
            {REVIEW_ALL}
          </Link>
        ) : null}
      </div>
      <ul className={`card ${styles.list}`}>
        {shown.map((deal) => (
          <WaitingRow key={deal.project.id} deal={deal} />
        ))}
      </ul>
      {more > 0 ? (
        <Button variant="quiet" size="sm" onClick={() => setShowsAll(true)}>
          {waitingWords.more(more)}
        </Button>
      ) : null}
    </section>
  )
}

/** Leads into the review queue, where more than one waits. */
const REVIEW_ALL = 'Review one after another'

const stateOf = (deal: ListedDeal) => dealState(tellListed(deal, 'owner').facts)

function WaitingRow({ deal }: { deal: ListedDeal }) {
  const { project } = deal
  const told = tellListed(deal, 'owner')
  const state = dealState(told.facts)
  const way = WAITING_ACTS.find((one) => one.state === state)
  const picture = project.product_images[0]
  return (
    <li className={styles.row}>
      <span className={styles.shot}>
        {picture ? (
          <Picture src={picture} sizes="56px" alt="" loading="lazy" />
        ) : (
          <Image size={20} aria-hidden="true" />
        )}
      </span>
      <span className={styles.text}>
        <span className="strong">{project.title}</span>
        <span className="muted">{dealHeadline(told)}</span>
      </span>
      {way ? (
        <ButtonLink
          size="sm"
          variant="tonal"
          to={way.tab ? paths.projectTab(project.id, way.tab) : addressOf(deal)}
          aria-label={`${way.act}: ${project.title}`}
        >
          {way.act}
        </ButtonLink>
      ) : null}
    </li>
  )
}

/** A draft is finished in its editor; everything else at the top of its own page. */
const addressOf = ({ project }: ListedDeal): string =>
  project.status === 'draft' ? paths.editProject(project.id) : paths.project(project.id)
