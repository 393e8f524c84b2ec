import type { KeyboardEvent } from 'react'
import { BOARD_COLUMNS, type BoardMove } from '#contract/board.ts'
import type { BoardItem } from './board-items.ts'

/** How a key moves over the board: between columns, or between the cards of one. */
const STEPS: Readonly<Record<string, readonly [columns: number, cards: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const cardsIn = (column: Element): HTMLElement[] => [
  ...column.querySelectorAll<HTMLElement>('[data-card]'),
]

/** What a key requests of the board. */
export type KeyWish = { focus: HTMLElement } | { carry: string; way: 'left' | 'right' } | null

/**
 * What a key does to the card that has the focus: arrows go to the next card, past empty columns; with Shift they move
 * the card left or right. Null for keys that belong to something else: in fields, in open menus, in dialogs.
 */
export function keyWish(event: KeyboardEvent<HTMLElement>): KeyWish {
  const step = STEPS[event.key]
  const { target, currentTarget, ctrlKey, metaKey, altKey, shiftKey } = event
  if (step === undefined || ctrlKey || metaKey || altKey) return null
  if (!(target instanceof Element)) return null
  if (target.closest('input, textarea, select, dialog, [role="menu"]')) return null
  const card = target.closest<HTMLElement>('[data-card]')
  if (card === null) return null
  const [columns, cards] = step
  // The menu's own button opens with the up and down keys.
  if (columns === 0 && target.closest('[aria-haspopup="menu"]')) return null
  if (shiftKey)
    return columns === 0
      ? null
      : { carry: card.dataset['card'] ?? '', way: columns < 0 ? 'left' : 'right' }

  const all = [...currentTarget.querySelectorAll('[data-column]')]
  const at = all.findIndex((column) => column.contains(card))
  const here = all[at]
  if (here === undefined) return null
  if (columns === 0) {
    const list = cardsIn(here)
    const next = list[list.indexOf(card) + cards]
    return next ? { focus: next } : null
  }
  const row = cardsIn(here).indexOf(card)
  for (let to = at + columns; to >= 0 && to < all.length; to += columns) {
    const column = all[to]
    const list = column ? cardsIn(column) : []
    const next = list[Math.min(row, list.length - 1)]
    if (next) return { focus: next }
  }
  return null
}

/** The nearest move of a card to one side; null if there is none. */
export function moveTo(item: BoardItem, way: 'left' | 'right'): BoardMove | null {
  const at = BOARD_COLUMNS.indexOf(item.column)
  const distance = ({ to }: BoardMove) => BOARD_COLUMNS.indexOf(to) - at
  const [nearest] = item.moves
    .filter((move) => (way === 'right' ? distance(move) > 0 : distance(move) < 0))
    .toSorted((one, other) => Math.abs(distance(one)) - Math.abs(distance(other)))
  return nearest ?? null
}
