import { useState } from 'react'
import type { Board } from '#contract/board-schemas.ts'
import type { Chosen } from '#web/seats/BulkHire.tsx'
import { type BoardItem, itemNow } from './board-items.ts'

const NONE: ReadonlyMap<string, BoardItem> = new Map()

/** Which applications are selected. One that was answered meanwhile is dropped from the selection. */
export function useSelected(board: Board, items: readonly BoardItem[]) {
  const [picked, setPicked] = useState(NONE)
  const chosen = [...picked.values()].flatMap((one): Chosen[] => {
    const now = itemNow(board, items, one)
    return now?.application
      ? [{ id: now.application.id, name: now.name, price: now.application.price }]
      : []
  })
  return {
    chosen,
    has: ({ key }: BoardItem) => picked.has(key),
    set: (item: BoardItem, on: boolean) =>
      setPicked((before) => {
        const next = new Map(before)
        if (on) next.set(item.key, item)
        else next.delete(item.key)
        return next
      }),
    clear: () => setPicked(NONE),
  }
}
