import { useState } from 'react'
import type { ReviewVersion } from '#contract/review-note-schemas.ts'
import { type MediaKind, mediaKind } from '#web/deliverables/media.ts'

/** The link by which a reader may see a version, or null while there is nothing to look at. */
export const linkOf = (version: ReviewVersion): string | null =>
  version.preview_url ?? version.file_url

/** Whether something can be drawn on what is on the stage: not on a text, and not where there is nothing to see. */
export const canBeDrawnOn = (version: ReviewVersion): boolean =>
  linkOf(version) !== null && DRAWN_ON.includes(mediaKind(version.file_type))
const DRAWN_ON: readonly MediaKind[] = ['video', 'image', 'pdf']

/**
 * A version's link that stays while it works: a newer one of the same file would begin its film again. When it fails,
 * the newest replaces it, and otherwise new ones are fetched.
 */
export function useSource(version: ReviewVersion, renew: () => void) {
  const newest = linkOf(version)
  const [source, setSource] = useState(newest)
  /** The newest link when it failed: only another one is worth another try. */
  const [failed, setFailed] = useState<string | null>(null)
  // A copy made since then replaces nothing, or the original.
  const isBetter = newest !== null && (source === null || (isCopy(newest) && !isCopy(source)))
  if (isBetter || (failed !== null && failed !== newest)) {
    setFailed(null)
    setSource(newest)
  }
  return {
    source,
    broken: failed !== null,
    fail() {
      if (source !== newest) return setSource(newest)
      setFailed(newest)
      renew()
    },
  }
}

const isCopy = (url: string) => url.includes('rendition=')
