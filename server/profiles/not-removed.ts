import { PICTURE_REMOVED } from '#contract/picture-words.ts'
import { rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { AppError } from '#server/http/app-error.ts'

/** Public files are served under this path: what follows it names the file, whatever comes before or after. */
const PUBLIC = '/storage/public/'

/**
 * Returns what an address shows: a stored file by its path, anything else by its host and path. The rest of the address
 * is for the screens.
 */
export function keyOf(url: string): string {
  const { host, pathname } = new URL(url, 'https://here.invalid')
  return pathname.startsWith(PUBLIC) ? pathname : host + pathname.replace(/\/+$/, '')
}

/**
 * Throws upload.not_yours when one of the addresses shows what an operator took off this person's profile, however the
 * address is written. A successful appeal makes it available again.
 */
export async function assertNotRemoved(
  tx: Tx,
  { ownerId, urls, field }: { ownerId: string; urls: readonly string[]; field: string },
): Promise<void> {
  if (urls.length === 0) return
  const removed = await rows<{ picture: string }>(
    tx,
    sql`select picture from sanctions
      where person_id = ${ownerId} and subject = 'picture' and act = 'hide' and undone_at is null`,
  )
  const keys = new Set(removed.map(({ picture }) => keyOf(picture)))
  if (urls.some((url) => keys.has(keyOf(url))))
    throw new AppError('upload.not_yours', { fields: { [field]: PICTURE_REMOVED } })
}
