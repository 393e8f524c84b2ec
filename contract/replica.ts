/**
 * The header of a page that changed something a moment ago: its reads must show the change, so no replica serves them
 * (docs/scale.md). Its value is the time since the change, in whole ms, rounded down.
 */
export const OWN_CHANGES_HEADER = 'x-own-changes'

/** How long after a change the header is sent, in ms. Longer than a replica may lag. */
export const OWN_CHANGES_MS = 10_000
