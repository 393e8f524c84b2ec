import { type DragEvent, type ReactNode, useId, useState } from 'react'
import type { BoardColumn, BoardMove, WaitingColumn } from '#contract/board.ts'
import type { Board } from '#contract/board-schemas.ts'
import { EarlierRows } from '#web/loading/EarlierRows.tsx'
import { MoreRows } from '#web/loading/MoreRows.tsx'
import { useNet } from '#web/offers/use-net.ts'
import { cx } from '#web/ui/cx.ts'
import styles from './Board.module.css'
import { boardHires, type BoardItem, waitingItem } from './board-items.ts'
import { boardWords as say, COLUMN_NEEDS, COLUMN_WORDS, countWords } from './board-words.ts'
import { Card, type CardActs } from './Card.tsx'
import { useColumn } from './use-board.ts'

interface Props {
  board: Board
  column: BoardColumn
  items: readonly BoardItem[]
  acts: CardActs
  /** The card that is being dragged. */
  dragged: BoardItem | null
  /** On phones the tab above names it. */
  bare?: boolean
}

/** One column of the board. A dragged card can be dropped only where one of its moves leads. */
export function Column(props: Props) {
  const { board, column, items, acts, dragged, bare } = props
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  const move = dragged?.moves.find(({ to }) => to === column)
  const drop = move && dragged ? dropOn(dragged, move) : {}
  const count = countWords(board, column)

  function dropOn(card: BoardItem, here: BoardMove) {
    return {
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move' as const
        setIsOver(true)
      },
      onDragLeave: (event: DragEvent) => {
        const to = event.relatedTarget
        if (!(to instanceof Node && event.currentTarget.contains(to))) setIsOver(false)
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setIsOver(false)
        acts.drag(null)
        acts.move(card, here)
      },
    }
  }

  return (
    <section
      className={cx(
        styles.column,
        items.length === 0 && styles.empty,
        move && styles.target,
        move && isOver && styles.over,
      )}
      aria-labelledby={id}
      data-column={column}
      {...drop}
    >
      <h2 id={id} className={bare ? 'sr' : styles.title}>
        {COLUMN_WORDS[column]} <span className="num faint">{count}</span>
      </h2>
      {move ? <p className={`sm ${styles.drop}`}>{say.dropHere(move.act)}</p> : null}
      {items.length === 0 && !move ? (
        <p className={`sm faint ${styles.needs}`}>{COLUMN_NEEDS[column]}</p>
      ) : null}
      <Cards board={board} column={column} items={items} acts={acts} dragged={dragged} />
    </section>
  )
}

/** The cards of a column; for a waiting column, with a way to load more than the board contains. */
function Cards({ board, column, items, acts, dragged }: Props) {
  if (column === 'applied' || column === 'shortlisted' || column === 'offered')
    return <WaitingCards {...{ board, column, items, acts, dragged }} />
  return <Stack items={items} acts={acts} dragged={dragged} />
}

function WaitingCards(props: Omit<Props, 'column'> & { column: WaitingColumn }) {
  const { board, column, items, acts, dragged } = props
  const [whole, setWhole] = useState(false)
  const pages = useColumn(board.project.id, column, whole)
  const net = useNet()
  const isWhole = whole && pages.data !== undefined
  const shown = isWhole
    ? (pages.data ?? []).map((card) => waitingItem(card, column, boardHires(board), net))
    : items
  return (
    <Stack items={shown} acts={acts} dragged={dragged}>
      {isWhole ? (
        <MoreRows query={pages} />
      ) : (
        <EarlierRows
          size="sm"
          query={{
            hasNextPage: board[column].next !== null,
            isFetchingNextPage: whole && pages.isFetching,
            isFetchNextPageError: pages.isError,
            async fetchNextPage() {
              if (whole) await pages.refetch()
              // The query is enabled, and loads by itself.
              else setWhole(true)
            },
          }}
        >
          {say.more}
        </EarlierRows>
      )}
    </Stack>
  )
}

function Stack({
  items,
  acts,
  dragged,
  children,
}: Pick<Props, 'items' | 'acts' | 'dragged'> & { children?: ReactNode }) {
  return (
    <>
      {items.map((item) => (
        <Card key={item.key} item={item} acts={acts} isDragged={dragged?.key === item.key} />
      ))}
      {children}
    </>
  )
}
