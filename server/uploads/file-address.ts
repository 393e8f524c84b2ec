import { z } from 'zod'
import { PUBLIC_BUCKETS } from '#contract/uploads.ts'

const uuid = z.uuid()

/** Whether a part of an address can be an id of ours. */
export const isId = (text: string): boolean => uuid.safeParse(text).success

/**
 * The stored path of a public address's parts, or null when it cannot be one of ours. Nothing from
 * outside becomes a path before every part of it has been recognised.
 */
export function publicPath(bucket: string, owner: string, file: string): string | null {
  const id = /^([0-9a-f-]{36})\.webp$/.exec(file)?.[1]
  if (id === undefined || !isId(id) || !isId(owner)) return null
  const known = PUBLIC_BUCKETS.find((name) => name === bucket)
  return known === undefined ? null : `${known}/${owner}/${id}.webp`
}
