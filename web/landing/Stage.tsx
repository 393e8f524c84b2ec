import { Film } from 'lucide-react'
import { formatCents } from '#contract/money.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Board, Boards, KeyPlate } from '#web/ui/Boards.tsx'
import { cx } from '#web/ui/cx.ts'
import styles from './Landing.module.css'
import { example } from './example.ts'

/** The hero: the brand's project and the creator's work, joined by the money held between them. */
export function Stage() {
  return (
    <Boards className={styles.stage}>
      <Board className={styles.stageBoard}>
        <img
          src="/art/h-shop.svg"
          alt="Two stoneware mugs and a bowl on a studio set"
          fetchPriority="high"
        />
        <span className={styles.roleTag}>The shop's project</span>
        <div className={styles.slip}>
          <div className="row gap3">
            <Avatar name={example.shop} src={example.shopPicture} kind="shop" size={28} />
            <span className="sm strong">{example.shop}</span>
            <span className={styles.end}>
              <Badge tone="blue" glyph="half-disc">
                In progress
              </Badge>
            </span>
          </div>
          <h2>{example.title}</h2>
          <div className="meta" style={{ marginTop: 'var(--space-1-5)' }}>
            <span>
              Budget <b className="num strong">{formatCents(example.budgetCents)}</b>
            </span>
            <span>Due {example.due}</span>
          </div>
        </div>
      </Board>
      <Board className={styles.stageBoard} clay>
        <img
          src="/art/h-creator.svg"
          alt="A creator filming the same mugs at her table"
          // On a phone it is below the first screen: the first picture must get all the bandwidth.
          loading="lazy"
        />
        <span className={cx(styles.roleTag, styles.roleTagRight)}>The creator's work</span>
        <div className={cx(styles.slip, styles.slipRight)}>
          <div className="row gap3">
            <Avatar name={example.creator} src={example.creatorPicture} size={28} />
            <span className="sm strong">{example.creator}</span>
            <span className={styles.end}>
              <Badge tone="green" glyph="check">
                Approved
              </Badge>
            </span>
          </div>
          <div className="row sm muted" style={{ marginTop: 'var(--space-2-5)' }}>
            <Film aria-hidden="true" />
            <span className="fname">reel-01-first-cup.mp4</span>
            <span className={cx('num', styles.end)}>0:32</span>
          </div>
        </div>
      </Board>
      <KeyPlate>
        <span className={styles.amount}>{formatCents(example.priceCents)}</span>
        <span className={styles.state}>Held in Escrow</span>
      </KeyPlate>
    </Boards>
  )
}
