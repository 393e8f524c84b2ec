import { REVIEW_WINDOW_TEXT } from '#contract/review-words.ts'
import { useReviewWords } from '#web/page/use-review-words.ts'
import { useFeeWords } from '#web/page/use-fee-words.ts'
import { StatusBadge } from '#web/ui/Badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { EscrowTrack, type TrackStep } from '#web/ui/EscrowTrack.tsx'
import { SplitBar } from '#web/ui/PriceBreakdown.tsx'
import { example, reel } from './example.ts'
import { PlayLength } from '#web/ui/PlayLength.tsx'
import styles from './Landing.module.css'

/** A deal's life in seven stops, from the brand's side, at the moment of review. */
const steps: readonly TrackStep[] = [
  { label: 'Project posted', when: 'Brand', state: 'done' },
  { label: 'Creators apply', when: 'Creators', state: 'done' },
  { label: 'Brand selects', when: 'Brand', state: 'done' },
  { label: 'Funds held', when: 'Escrow', state: 'done', held: true },
  { label: 'Work delivered', when: 'Creator', state: 'done', held: true },
  { label: 'Brand approves', when: 'or asks for a revision', state: 'yours', held: true },
  { label: 'Creator paid', when: 'Escrow released', state: 'todo' },
]

/** How the money travels, and each party's share of it. */
export function EscrowSection() {
  const say = useFeeWords()
  const words = useReviewWords()
  return (
    <section className={cx(styles.section, 'wrap wide')} id="escrow">
      <div className={styles.sectionHead}>
        <h2>The money holds the two&nbsp;sides together.</h2>
        <p>
          A brand funds the project before the work starts. Nobody can touch the money until the
          brand approves the deliverables, and every step is visible to both sides.
        </p>
      </div>
      <div className={cx('card', styles.escrow)}>
        <EscrowTrack steps={steps} fold={false} large />
        <div className={styles.escrowFoot}>
          <div>
            <h3>Funds released only when the seller approves deliverables.</h3>
            <p>
              Submissions are approved or rejected within {REVIEW_WINDOW_TEXT} of delivery, so a
              finished project never hangs in the air. {words('silence')}
            </p>
          </div>
          <div>
            <div className="row between sm">
              <span className="strong">Creator receives {say('creator')}</span>
              <span className="muted">Platform fee {say('fee')}</span>
            </div>
            <SplitBar columns={say('columns')} />
            <div className="row between num">
              <span className={cx('display', styles.share)}>
                {say('share', example.priceCents)}
              </span>
              <span className="muted">{say('kept', example.priceCents)}</span>
            </div>
          </div>
        </div>
      </div>
    </section>
  )
}

/** Faces and work, side by side; scrolls by touch, wheel and keyboard. */
export function CreatorReel() {
  return (
    <section className={styles.section} id="creators">
      <div className="wrap wide">
        <div className={styles.sectionHead}>
          <h2>Every creator has a face, a price and a portfolio.</h2>
          <p>
            Creators are curated and verified before they can take a project. You see their work and
            their rates first, then you choose.
          </p>
        </div>
      </div>
      {/* A region that scrolls must be reachable by keyboard (DESIGN §10). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.reel} tabIndex={0} role="region" aria-label="Creators">
        {reel.map((creator) => (
          <figure key={creator.name}>
            <div className={styles.frame}>
              <img src={creator.picture} alt="" loading="lazy" />
              <PlayLength>{creator.length}</PlayLength>
            </div>
            <figcaption>
              <span className="strong">{creator.name}</span>
              <br />
              <span className="sm muted">{creator.niches}</span>
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  )
}

/** Conversation and revisions, each shown with a piece of the product. */
export function PaceSection() {
  return (
    <section className={cx(styles.section, 'wrap wide')} id="pace">
      <div className={styles.duo}>
        <div>
          <div className={styles.fragment}>
            <div className={styles.chat}>
              <div className={cx(styles.bubble, styles.first, styles.last)}>
                The set arrived this morning. I have north light until four, so I'm filming the
                opening today.
              </div>
              <div className={cx(styles.bubble, styles.own, styles.first)}>
                Wonderful. Please keep the maker's mark in frame for a second or two.
              </div>
              <div className={cx(styles.bubble, styles.own, styles.last)}>
                No rush on the glaze close-up.
              </div>
              <div className={cx(styles.bubble, styles.first, styles.last)}>
                Rough cut by tonight.
              </div>
            </div>
          </div>
          <h2>Fast turnaround</h2>
          <p className={styles.duoText}>
            A conversation opens the moment you accept a creator. Questions, samples and rough cuts
            move in one place, next to the deadline.
          </p>
        </div>
        <div>
          <div className={styles.fragment}>
            <div className={cx('card', styles.review)}>
              <div className={styles.file}>
                <img src="/art/v-stack.svg" alt="" loading="lazy" />
                <div>
                  <div className="fname">reel-02-unboxing.mp4</div>
                  <div className="sm faint num">Jun 15, 2026</div>
                </div>
                <StatusBadge kind="deliverable" status="rejected" />
              </div>
              <div className={cx('quote red', styles.note)}>
                <span className="by">
                  {example.owner} at {example.shop}
                </span>
                Lovely light. Please slow the opening down and keep the maker's mark in frame.
              </div>
              <div className={styles.file}>
                <img src="/art/v-mugs.svg" alt="" loading="lazy" />
                <div>
                  <div className="fname">reel-02-unboxing-v2.mp4</div>
                  <div className="sm faint num">Jun 17, 2026</div>
                </div>
                <StatusBadge kind="deliverable" status="approved" />
              </div>
            </div>
          </div>
          <h2>Revision rounds and dispute resolution</h2>
          <p className={styles.duoText}>
            Not right yet? Say what to change and it goes back with your note. If you can't agree,
            we step in while the money stays where it is.
          </p>
        </div>
      </div>
    </section>
  )
}
