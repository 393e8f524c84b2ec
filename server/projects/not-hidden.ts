import { PICTURE_HIDDEN } from '#contract/picture-words.ts'
import { rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { AppError } from '#server/http/app-error.ts'
import { keyOf } from '#server/profiles/not-removed.ts'

/**
 * Throws upload.not_yours when one of the addresses shows what an operator hid with another project of this person, in whatever way
 * it is written (decision 0069). A hidden project keeps its own pictures; an appeal that was right shows it again.
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
