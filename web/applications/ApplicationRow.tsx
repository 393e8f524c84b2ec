import { type ComponentType, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { ApplicationWithCreator, ListedApplication } from '#contract/application-schemas.ts'
import { applicationTransitions } from '#contract/applications.ts'
import { centsFromUsd, formatUsd } from '#contract/money.ts'
import { NICHE_BADGES_SHOWN } from '#contract/profiles.ts'
import { MAKE_OFFER } from '#contract/offers.ts'
import { mayMove } from '#contract/transitions.ts'
import { paths } from '#contract/paths.ts'
import { firstName } from '#web/projects/project-words.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { StatusBadge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Time } from '#web/ui/Time.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { useKeptFocus } from '#web/ui/use-kept-focus.ts'
import styles from './Application.module.css'
import { answerWords } from './answer-words.ts'
import { nextStep } from './next-step.ts'
import { againstBudget } from './price-facts.ts'
import { priceSince } from './price-words.ts'
import { ShortlistButton } from './ShortlistButton.tsx'
import type { ApplicationAnswer } from './use-applications.ts'

const Offers = lazyComponent(
  async () => (await import('#web/offers/Offers.tsx')).Offers,
  null,
  'seller',
)

const UndoReject = lazyComponent(
  async () => (await import('./UndoReject.tsx')).UndoReject,
  null,
  'seller',
)

const RecordLine = lazyComponent(
  async () => (await import('#web/track-records/RecordLine.tsx')).RecordLine,
  null,
  'seller',
)

/** Only where several are hired. */
const SelectBox = lazyComponent(
  async () => (await import('#web/seats/SelectBox.tsx')).SelectBox,
  null,
  'nobody',
)

const NoteShield = lazyComponent(
  async () => (await import('#web/safety/NoteShield.tsx')).NoteShield,
  null,
  'seller',
)

/** What the row may be doing: sending one of the answers, or undoing one. */
export type Answering = ApplicationAnswer | 'undo'

/** A row of the list. The accepted application has no shortlist mark when it was fetched by itself. */
export type RowApplication = ApplicationWithCreator &
  Partial<Pick<ListedApplication, 'shortlisted_at' | 'offer_count' | 'record'>>

/** A few works beside a name, each of which opens enlarged. */
export type Tiles = ComponentType<{ works: readonly string[]; owner: string }>

interface Props {
  application: RowApplication
  Tiles: Tiles
  /** USD. */
  budget: number
  mayAccept: boolean
  /** The answer being sent. */
  answering: Answering | null
  onAnswer: (answer: Answering) => void
  /** The time to undo is over. */
  onCounted: () => void
  /** Where several are hired: whether this one is among those to be hired at once. */
  select?: { checked: boolean; onChange: (on: boolean) => void } | undefined
}

/** One application: the creator, their message, the price against the budget, and the answers. */
export function ApplicationRow(props: Props) {
  const { application, Tiles, budget, mayAccept, answering, onAnswer, onCounted, select } = props
  const { creator, status, undo_until: undoUntil } = application
  const profile = paths.publicProfile(creator.id)
  const open = mayMove(applicationTransitions, 'reject', status, 'owner')
  const [offering, setOffering] = useState(false)
  // Focus moves to it, so it must be loaded when Reject is pressed.
  useEffect(() => UndoReject.preload(), [])
  const row = useKeptFocus(open ? 'open' : undoUntil, () =>
    status === 'accepted' ? nextStep() : null,
  )
  return (
    <article ref={row} tabIndex={-1} className={styles.row} aria-label={creator.name}>
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
        {application.record ? (
          <div className={styles.record}>
            <RecordLine record={application.record} />
          </div>
        ) : null}
      </div>
      {creator.works.length > 0 ? (
        <div className={styles.works}>
          <Tiles works={creator.works} owner={creator.name} />
        </div>
      ) : null}
      <div className={styles.cost}>
        <div className={styles.bid}>{formatUsd(application.first_price)}</div>
        <div className={`sm faint ${styles.against}`}>
          {priceSince(application) ??
            againstBudget(centsFromUsd(application.first_price), centsFromUsd(budget))}
        </div>
      </div>
      <p className={styles.message}>{application.message}</p>
      {status === 'pending' ? (
        <div className={styles.shield}>
          <NoteShield text={application.message} reader="seller" />
        </div>
      ) : null}
      {application.offer_count || offering ? (
        <div className={styles.offers}>
          <Offers
            applicationId={application.id}
            reader="seller"
            otherName={firstName(creator) ?? creator.name}
            isOpen={open && mayAccept}
            onAsked={offering ? () => setOffering(false) : undefined}
          />
        </div>
      ) : null}
      {undoUntil ? (
        <div className={styles.acts} data-acts="">
          <UndoReject
            key={undoUntil}
            until={undoUntil}
            who={firstName(creator) ?? creator.name}
            busy={answering === 'undo'}
            onUndo={() => onAnswer('undo')}
            onOver={onCounted}
          />
        </div>
      ) : null}
      {open ? (
        <div className={styles.acts} data-acts="">
          {mayAccept ? (
            <Button
              variant="tonal"
              busy={answering === 'accept'}
              onClick={() => onAnswer('accept')}
            >
              {application.offer_count
                ? answerWords.acceptAt(formatUsd(application.proposed_price))
                : 'Accept'}
            </Button>
          ) : null}
          <Button busy={answering === 'reject'} onClick={() => onAnswer('reject')}>
            Reject
          </Button>
          {mayAccept && !application.offer_count ? (
            <Button onClick={() => setOffering(true)}>{MAKE_OFFER}</Button>
          ) : null}
          {select ? <SelectBox name={creator.name} {...select} /> : null}
          <ShortlistButton
            application={{ id: application.id, shortlisted_at: application.shortlisted_at ?? null }}
          />
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
