import { useState } from 'react'
import { INVITATION_LIMITS } from '#contract/invitations.ts'
import type { PublicProfile } from '#contract/profile-schemas.ts'

/** A creator selected on a page, with the fields that a dialog shows. */
export type Chosen = Pick<PublicProfile, 'id' | 'name' | 'avatar_url'>

/** The creators selected on a page, in the order they were selected. */
export interface Selection {
  chosen: readonly Chosen[]
  has: (id: string) => boolean
  /** True at the maximum that one action takes: no further creator can be selected. */
  isFull: boolean
  toggle: (creator: Chosen) => void
  clear: () => void
}

/**
 * Holds the selected creators until the page is left. With `listed`, the creators on the page's list once they are
 * loaded, whoever leaves that list is dropped from the selection.
 */
export function useSelection(listed?: readonly { id: string }[]): Selection {
  const [picked, setPicked] = useState<readonly Chosen[]>([])
  const isListed = ({ id }: Chosen) => listed?.some((one) => one.id === id) ?? true
  const chosen = picked.filter(isListed)
  return {
    chosen,
    has: (id) => chosen.some((one) => one.id === id),
    isFull: chosen.length >= INVITATION_LIMITS.many,
    toggle: ({ id, name, avatar_url }) =>
      setPicked((before) =>
        before.some((one) => one.id === id)
          ? before.filter((one) => one.id !== id)
          : [...before.filter(isListed), { id, name, avatar_url }].slice(0, INVITATION_LIMITS.many),
      ),
    clear: () => setPicked([]),
  }
}
