/**
 * The header of a page that changed something a moment ago: its reads must show it, so no replica answers them
 * (docs/scale.md). Its value is how long ago that was, in whole ms, rounded down.
 */
export const OWN_CHANGES_HEADER = 'x-own-changes'

/** For how long after a change, in ms. Longer than a replica may be behind. */
export const OWN_CHANGES_MS = 10_000
