import { PICTURE_HIDDEN } from '#contract/picture-words.ts'
import { rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { AppError } from '#server/http/app-error.ts'
import { keyOf } from '#server/profiles/not-removed.ts'

/**
 * Throws upload.not_yours when one of the addresses, however it is written, points to a picture of another project of
 * this person that an operator hid (decision 0069). A hidden project keeps its own pictures; a successful appeal shows
 * it again.
 */
export async function assertNotHidden(
  tx: Tx,
  {
    ownerId,
    urls,
    projectId,
  }: { ownerId: string; urls: readonly string[]; projectId: string | null },
): Promise<void> {
  if (urls.length === 0) return
  const hidden = await rows<{ url: string }>(
    tx,
    sql`select unnest(product_images) as url from projects
      where seller_id = ${ownerId} and hidden_at is not null and id is distinct from ${projectId}`,
  )
  const keys = new Set(hidden.map(({ url }) => keyOf(url)))
  if (urls.some((url) => keys.has(keyOf(url))))
    throw new AppError('upload.not_yours', { fields: { product_images: PICTURE_HIDDEN } })
}
