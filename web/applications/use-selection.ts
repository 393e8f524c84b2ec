import { useState } from 'react'
import type { ListedApplication } from '#contract/application-schemas.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * Which applications are selected to be hired together. One that was answered meanwhile is dropped from the selection.
 */
export function useSelection(loaded: readonly ListedApplication[] | undefined) {
  const [ids, setIds] = useState(NONE)
  const open = (loaded ?? []).filter(({ status }) => status === 'pending')
  const chosen = open.filter(({ id }) => ids.has(id))
  return {
    chosen: chosen.map(({ id, creator, proposed_price: price }) => ({
      id,
      name: creator.name,
      price,
    })),
    of: (id: string) => ({
      checked: chosen.some((one) => one.id === id),
      onChange: (on: boolean) =>
        setIds((before) => {
          const next = new Set(before)
          if (on) next.add(id)
          else next.delete(id)
          return next
        }),
    }),
    clear: () => setIds(NONE),
  }
}
