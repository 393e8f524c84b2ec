import { Link } from 'react-router'
import type { ApplicationWithCreator } from '#contract/application-schemas.ts'
import { applicationTransitions } from '#contract/applications.ts'
import { centsFromUsd, formatUsd } from '#contract/money.ts'
import { NICHE_BADGES_SHOWN } from '#contract/profiles.ts'
import { mayMove } from '#contract/transitions.ts'
import { paths } from '#contract/paths.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { StatusBadge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Application.module.css'
import { againstBudget } from './price-facts.ts'
import type { ApplicationAnswer } from './use-applications.ts'

interface Props {
  application: ApplicationWithCreator
  /** USD. */
  budget: number
  mayAccept: boolean
  /** The answer being sent. */
  answering: ApplicationAnswer | null
  onAnswer: (answer: ApplicationAnswer) => void
}

/** One application: who, their message, the price against the budget, and the answers. */
export function ApplicationRow({ application, budget, mayAccept, answering, onAnswer }: Props) {
  const { creator, status } = application
  const profile = paths.publicProfile(creator.id)
  const open = mayMove(applicationTransitions, 'reject', status, 'owner')
  return (
    <article className={styles.row} aria-label={creator.name}>
      <Avatar name={creator.name} src={creator.avatar_url} size={44} />
      <div className="grow">
        <div className={`row ${styles.who}`}>
          <h3 className={styles.name}>
            <Link to={profile}>{creator.name}</Link>
          </h3>
          <StatusBadge kind="application" status={status} />
        </div>
        <div className={`meta ${styles.meta}`}>
          {creator.niches.length > 0 ? <span>{nichesOf(creator.niches)}</span> : null}
          <span>
            <Time value={application.created_at} exact />
          </span>
          {creator.email ? (
            <span>
              <a className="link" href={`mailto:${creator.email}`}>
                {creator.email}
              </a>
            </span>
          ) : null}
        </div>
      </div>
      <div>
        <div className={styles.bid}>{formatUsd(application.proposed_price)}</div>
        <div className={`sm faint ${styles.against}`}>
          {againstBudget(centsFromUsd(application.proposed_price), centsFromUsd(budget))}
        </div>
      </div>
      <p className={styles.message}>{application.message}</p>
      {open ? (
        <div className={styles.acts}>
          {mayAccept ? (
            <Button
              variant="tonal"
              busy={answering === 'accept'}
              onClick={() => onAnswer('accept')}
            >
              Accept
            </Button>
          ) : null}
          <Button busy={answering === 'reject'} onClick={() => onAnswer('reject')}>
            Reject
          </Button>
          <ButtonLink variant="quiet" to={profile}>
            View Profile
          </ButtonLink>
        </div>
      ) : null}
    </article>
  )
}

function nichesOf(niches: readonly string[]): string {
  const more = niches.length - NICHE_BADGES_SHOWN
  return niches.slice(0, NICHE_BADGES_SHOWN).join(', ') + (more > 0 ? ` +${more} more` : '')
}
