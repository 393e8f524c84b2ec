import { useState } from 'react'
import type { ReviewVersion } from '#contract/review-note-schemas.ts'
import { type MediaKind, mediaKind } from '#web/deliverables/media.ts'

/** The link through which a reader may see a version, or null while there is nothing to look at. */
export const linkOf = (version: ReviewVersion): string | null =>
  version.preview_url ?? version.file_url

/** Whether what is on the stage can be drawn on: not a text, and not where there is nothing to see. */
export const canBeDrawnOn = (version: ReviewVersion): boolean =>
  linkOf(version) !== null && DRAWN_ON.includes(mediaKind(version.file_type))
const DRAWN_ON: readonly MediaKind[] = ['video', 'image', 'pdf']

/**
 * Keeps a version's link for as long as it works: a newer link to the same file would restart its film. When it fails,
 * the newest link replaces it; if there is none, new ones are fetched.
 */
export function useSource(version: ReviewVersion, renew: () => void) {
  const newest = linkOf(version)
  const [source, setSource] = useState(newest)
  /** The newest link at the time of the failure: only a different one is worth another try. */
  const [failed, setFailed] = useState<string | null>(null)
  // A copy made since then takes the place of a missing source, or of the original.
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
