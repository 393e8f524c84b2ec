import { useState } from 'react'
import type { Chosen } from '#web/seats/BulkHire.tsx'
import type { BoardItem } from './board-items.ts'

const NONE: ReadonlySet<string> = new Set()

/** Which applications are selected. One that was answered meanwhile is none of them. */
export function useSelected(items: readonly BoardItem[]) {
  const [keys, setKeys] = useState(NONE)
  const chosen = items.flatMap(({ key, name, application }): Chosen[] =>
    application && keys.has(key) ? [{ id: application.id, name, price: application.price }] : [],
  )
  return {
    chosen,
    has: ({ key }: BoardItem) => keys.has(key),
    set: ({ key }: BoardItem, on: boolean) =>
      setKeys((before) => {
        const next = new Set(before)
        if (on) next.add(key)
        else next.delete(key)
        return next
      }),
    clear: () => setKeys(NONE),
  }
}
