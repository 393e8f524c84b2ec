import { createHash } from 'node:crypto'
import type { Brief } from '#contract/briefs.ts'

/** Returns JSON with sorted keys and no spaces: equal values give the same text, whatever order they were stored in. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, entry]) => `${JSON.stringify(key)}:${canonicalJson(entry)}`)
  return `{${entries.join(',')}}`
}

/** Returns the SHA-256 of a brief, in hex: two briefs are the same exactly if their hashes are. */
export const briefHash = (brief: Brief): string =>
  createHash('sha256').update(canonicalJson(brief)).digest('hex')
