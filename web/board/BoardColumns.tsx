import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { BOARD_COLUMNS, type BoardColumn } from '#contract/board.ts'
import type { Board } from '#contract/board-schemas.ts'
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx'
import { useWide } from '#web/ui/use-wide.ts'
import styles from './Board.module.css'
import type { BoardItem } from './board-items.ts'
import { keyWish, moveTo } from './board-keys.ts'
import { boardWords as say, COLUMN_WORDS } from './board-words.ts'
import type { CardActs } from './Card.tsx'
import { Column } from './Column.tsx'

interface Props {
  board: Board
  items: readonly BoardItem[]
  acts: Omit<CardActs, 'drag'>
  /** Announces a change that is otherwise only visible. */
  announce: (words: string) => void
}

/** All columns side by side, or one at a time on phones. */
export function BoardColumns({ board, items, acts, announce }: Props) {
  const wide = useWide()
  const [dragged, setDragged] = useState<BoardItem | null>(null)
  const all: CardActs = { ...acts, drag: setDragged }
  const of = (column: BoardColumn) => items.filter((item) => item.column === column)

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const wish = keyWish(event)
    if (wish === null) return
    event.preventDefault()
    if ('focus' in wish) {
      wish.focus.focus()
      wish.focus.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      return
    }
    const item = items.find(({ key }) => key === wish.carry)
    if (!item) return
    const move = moveTo(item, wish.way)
    if (move) acts.move(item, move)
    else announce(say.stays(item.first, wish.way))
  }

  if (!wide) return <OneColumn {...{ board, of, acts: all, onKeyDown }} />
  return (
    <>
      <p className={`sm faint ${styles.keys}`}>{say.keys}</p>
      {/* A sideways scroller takes the keyboard focus, and its keys move from card to card. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        className={styles.columns}
        role="group"
        aria-label={say.columns}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {BOARD_COLUMNS.map((column) => (
          <Column
            key={column}
            board={board}
            column={column}
            items={of(column)}
            acts={all}
            dragged={dragged}
          />
        ))}
      </div>
    </>
  )
}

interface OneProps {
  board: Board
  of: (column: BoardColumn) => readonly BoardItem[]
  acts: CardActs
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** The first column that waits for its brand is open; without one, the first that has a card. */
function OneColumn({ board, of, acts, onKeyDown }: OneProps) {
  const [column, setColumn] = useState<BoardColumn>(
    () =>
      BOARD_COLUMNS.findLast((one) => of(one).some(({ isMine }) => isMine)) ??
      BOARD_COLUMNS.find((one) => of(one).length > 0) ??
      'applied',
  )
  // Nine tabs are wider than a phone: the tab that opens by itself is scrolled into view.
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current
      ?.querySelector('[role="tab"][aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  return (
    <div ref={place}>
      <Tabs
        label={say.columns}
        value={column}
        onValueChange={(value) => setColumn(value as BoardColumn)}
        tabs={BOARD_COLUMNS.map((one) => ({
          value: one,
          label: COLUMN_WORDS[one],
          count: countOf(board, one),
          waiting: of(one).some(({ isMine }) => isMine),
        }))}
      >
        <TabPanel value={column} className={styles.one}>
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
          <div onKeyDown={onKeyDown}>
            <Column
              bare
              board={board}
              column={column}
              items={of(column)}
              acts={acts}
              dragged={null}
            />
          </div>
        </TabPanel>
      </Tabs>
    </div>
  )
}

const countOf = (board: Board, column: BoardColumn): number =>
  column === 'applied' || column === 'shortlisted' || column === 'offered'
    ? board[column].count
    : board.deals.filter((one) => one.column === column).length
