import { useState } from 'react'
import { INVITATION_LIMITS } from '#contract/invitations.ts'
import type { PublicProfile } from '#contract/profile-schemas.ts'

/** A creator chosen on a page, with what a dialog shows of them. */
export type Chosen = Pick<PublicProfile, 'id' | 'name' | 'avatar_url'>

/** Creators chosen on a page, in the order they were. */
export interface Selection {
  chosen: readonly Chosen[]
  has: (id: string) => boolean
  /** As many as one act takes: no other can be chosen. */
  isFull: boolean
  toggle: (creator: Chosen) => void
  clear: () => void
}

/** Creators that are chosen until the page is left. */
export function useSelection(): Selection {
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  return {
    chosen,
    has: (id) => chosen.some((one) => one.id === id),
    isFull: chosen.length >= INVITATION_LIMITS.many,
    toggle: ({ id, name, avatar_url }) =>
      setChosen((before) =>
        before.some((one) => one.id === id)
          ? before.filter((one) => one.id !== id)
          : [...before, { id, name, avatar_url }].slice(0, INVITATION_LIMITS.many),
      ),
    clear: () => setChosen([]),
  }
}
