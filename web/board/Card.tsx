import type { DragEvent } from 'react'
import { Link } from 'react-router'
import type { BoardMove } from '#contract/board.ts'
import { formatUsd } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { PieceStill } from '#web/profiles/PieceStill.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { cx } from '#web/ui/cx.ts'
import { Menu, type MenuItem } from '#web/ui/Menu.tsx'
import styles from './Card.module.css'
import type { BoardItem } from './board-items.ts'
import { ACT_WORDS, boardWords as say } from './board-words.ts'
import { SelectCard } from './SelectCard.tsx'

/** What the brand does with a card. */
export interface CardActs {
  move: (item: BoardItem, move: BoardMove) => void
  decline: (item: BoardItem) => void
  /** Null where nothing can be selected. */
  select: { has: (item: BoardItem) => boolean; set: (item: BoardItem, on: boolean) => void } | null
  drag: (item: BoardItem | null) => void
}

interface Props {
  item: BoardItem
  acts: CardActs
  isDragged: boolean
}

/** The creator, their work, the price, the state, and the next step. */
export function Card({ item, acts, isDragged }: Props) {
  const { name, first, next } = item
  const titleId = `card-${item.key}`
  return (
    // The card takes the focus of the keys that walk over the board; its link, button and menu take it too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      className={cx(styles.card, item.isMine && styles.mine, isDragged && styles.dragged)}
      aria-labelledby={titleId}
      tabIndex={-1}
      data-card={item.key}
      draggable={item.moves.length > 0}
      onDragStart={(event) => startDrag(event, item, acts.drag)}
      onDragEnd={() => acts.drag(null)}
    >
      <div className={styles.head}>
        <Avatar name={name} src={item.avatar} size={36} />
        <span className={styles.who}>
          <h3 id={titleId} className={styles.name}>
            <Link to={item.to} draggable={false}>
              {name}
            </Link>
          </h3>
          <span className="num sm">{formatUsd(item.price)}</span>
        </span>
        <Menu
          label={say.menu(name)}
          className={buttonClass({ variant: 'quiet', size: 'sm', iconOnly: true }, styles.menu)}
          items={menuOf(item, acts)}
        >
          <span className={styles.dots} aria-hidden="true" />
        </Menu>
      </div>
      <CardWork item={item} />
      <p className={cx('sm', item.isMine ? null : 'muted', styles.says)}>{item.says}</p>
      <div className={styles.foot}>
        {next?.move ? (
          <Button
            size="sm"
            variant="tonal"
            aria-label={`${next.label}: ${first}`}
            onClick={() => acts.move(item, next.move)}
          >
            {next.label}
          </Button>
        ) : next ? (
          <ButtonLink size="sm" variant="tonal" to={next.to} aria-label={`${next.label}: ${first}`}>
            {next.label}
          </ButtonLink>
        ) : null}
        {acts.select && item.application ? (
          <SelectCard
            name={name}
            checked={acts.select.has(item)}
            onChange={(on) => acts.select?.set(item, on)}
          />
        ) : null}
      </div>
    </article>
  )
}

/** The newest delivery, or pieces of the portfolio; nothing where there is neither. */
function CardWork({ item: { still, works, deal, name } }: { item: BoardItem }) {
  if (deal?.work) {
    const { file_name: file } = deal.work
    return still ? (
      <img
        className={styles.still}
        src={still}
        alt={say.delivered(file)}
        loading="lazy"
        draggable={false}
      />
    ) : (
      <p className={`sm faint ${styles.file}`}>{file}</p>
    )
  }
  const shown = works.filter((url) => url.startsWith('/') || url.startsWith('http'))
  if (shown.length === 0) return null
  return (
    <div className={styles.works} role="group" aria-label={say.work(name)}>
      {shown.map((url) => (
        <PieceStill key={url} url={url} sizes="72px" alt="" />
      ))}
    </div>
  )
}

function menuOf(item: BoardItem, acts: CardActs): MenuItem[] {
  return [
    ...item.moves.map((move) => ({
      label: ACT_WORDS[move.act],
      onSelect: () => acts.move(item, move),
    })),
    ...(item.application ? [{ label: say.decline, onSelect: () => acts.decline(item) }] : []),
    item.application
      ? { label: say.profile, to: paths.publicProfile(item.key), line: true }
      : { label: say.project, to: item.to, line: item.moves.length > 0 },
  ]
}

function startDrag(event: DragEvent, item: BoardItem, drag: CardActs['drag']): void {
  event.dataTransfer.effectAllowed = 'move'
  // Firefox does not drag without data.
  event.dataTransfer.setData('text/plain', item.name)
  drag(item)
}
