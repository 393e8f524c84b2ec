import type { ReactNode } from 'react'
import { feeWords } from '#contract/fee-words.ts'
import { type FeeTerms, formatCents, splitPrice } from '#contract/money.ts'
import { type ReviewSentence, REVIEW_WINDOW_TEXT } from '#contract/review-words.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { StatusBadge } from '#web/ui/Badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { PriceBreakdown } from '#web/ui/PriceBreakdown.tsx'
import { Statement } from '#web/ui/Statement.tsx'
import styles from './DemoDialog.module.css'
import { example } from './example.ts'
import landing from './Landing.module.css'

/** One stop of the demo. */
export interface DemoStop {
  title: string
  text: string
  /** Appended to the text, depending on this server's configuration. */
  adds?: ReviewSentence
  scene: ReactNode
}

const price = formatCents(example.priceCents)
const shareOf = (terms: FeeTerms) => formatCents(splitPrice(example.priceCents, terms).creatorCents)
const breakdown = (terms: FeeTerms, receiveLabel: string) => (
  <>
    <h3>Where it goes</h3>
    <PriceBreakdown
      priceCents={example.priceCents}
      terms={terms}
      priceLabel="Agreed price"
      receiveLabel={receiveLabel}
    />
  </>
)

/** The six stops, with the front page's deal on the given terms. */
export const demoStops = (terms: FeeTerms): readonly DemoStop[] => [
  {
    title: 'A brand posts a project',
    text: 'A title, a brief, a budget and a deadline. It shows up in Available Projects the moment it is posted.',
    scene: (
      <div className={cx('card', styles.picture)}>
        <img src="/art/h-shop.svg" alt="" />
        <div>
          <StatusBadge kind="project" status="active" />
          <h3 className={styles.title}>{example.title}</h3>
          <div className="meta">
            <span>
              Budget <b className="num strong">{formatCents(example.budgetCents)}</b>
            </span>
            <span>Due {example.due}</span>
          </div>
        </div>
      </div>
    ),
  },
  {
    title: 'Creators apply with their own price',
    text: 'They see what the platform keeps and what they receive before they send anything.',
    scene: (
      <div className={cx('card', styles.card)}>
        <div className="row gap3">
          <Avatar name={example.creator} src={example.creatorPicture} size={44} />
          <div className="grow">
            <div className="strong">{example.creator}</div>
            <div className="sm muted">Food, Home & Decor</div>
          </div>
          <StatusBadge kind="application" status="pending" />
        </div>
        <PriceBreakdown
          priceCents={example.priceCents}
          terms={terms}
          receiveLabel={`${example.creatorFirstName} receives`}
          well
        />
      </div>
    ),
  },
  {
    title: 'The brand picks one and they start talking',
    text: 'A conversation opens the moment a creator is accepted. Every other application is answered.',
    scene: (
      <div className={landing.chat}>
        <div className={cx(landing.bubble, landing.own, landing.first, landing.last)}>
          Your morning light is exactly what the mugs need. Shall I ship the set today?
        </div>
        <div className={cx(landing.bubble, landing.first)}>
          Yes please. I can film the opening on Tuesday.
        </div>
        <div className={cx(landing.bubble, landing.last)}>
          You will have a rough cut the same evening.
        </div>
      </div>
    ),
  },
  {
    title: 'The money is held before the work starts',
    text: 'The brand pays once. Nobody can use this money until the work is approved.',
    scene: (
      <Statement
        keyState="held"
        state="Held in Escrow"
        amount={price}
        text={`${example.creatorFirstName} sees it too, and starts.`}
      >
        {breakdown(terms, `${example.creatorFirstName} receives`)}
      </Statement>
    ),
  },
  {
    title: 'The work comes in and is reviewed',
    text: `Approve it, or say what to change and it comes back as a new version. A review takes at most ${REVIEW_WINDOW_TEXT}.`,
    adds: 'silence',
    scene: (
      <div className={cx('card', styles.card)}>
        <div className={styles.deliverable}>
          <img src="/art/v-mugs.svg" alt="" />
          <div className="stack">
            <div className="row between">
              <span className="fname">reel-02-unboxing-v2.mp4</span>
              <StatusBadge kind="deliverable" status="approved" />
            </div>
            <div className="quote">
              <span className="by">{example.creator}</span>
              Slower opening, and the maker's mark stays in frame for two seconds.
            </div>
          </div>
        </div>
      </div>
    ),
  },
  {
    title: 'Approval pays the creator',
    text: `${shareOf(terms)} goes to ${example.creatorFirstName}, the platform keeps ${feeWords(terms)('fee')}, and the project is complete.`,
    scene: (
      <Statement
        keyState="released"
        state="Payment Released"
        amount={price}
        text={`Released Jun 20, 2026. ${example.creatorFirstName} received ${shareOf(terms)}.`}
      >
        {breakdown(terms, `${example.creatorFirstName} received`)}
      </Statement>
    ),
  },
]
