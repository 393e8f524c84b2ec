import type { Deliverable, DeliverableWithTitle } from '#contract/deliverable-schemas.ts'
import { mayReadOriginal, type OriginalReader } from '#contract/originals.ts'
import type { Config } from '#server/config/config.ts'
import { previewState, workLinks } from '#server/uploads/file-links.ts'
import { signedFileUrl } from '#server/uploads/signed-link.ts'
import type { DeliverableRow } from './deliverable-store.ts'

/** Whom an answer is for; the links in it are theirs. */
export interface DeliverableReader {
  id: string
  as: OriginalReader
}

/** Which side of a delivery someone is who may read it and is no operator. */
export const sideOfDelivery = (
  { id }: { id: string },
  row: Pick<DeliverableRow, 'creator_id'>,
): DeliverableReader => ({ id, as: id === row.creator_id ? 'creator' : 'brand' })

/** Whether this reader may open the original: the one question of contract/originals.ts. */
export const isOpenTo = (
  { as }: DeliverableReader,
  { money }: Pick<DeliverableRow, 'money'>,
): boolean => mayReadOriginal(as, money)

/** A deliverable for someone who may read it: its links work for them for a few minutes (decisions P24, P25). */
export function presentDeliverable(
  config: Config,
  row: DeliverableRow,
  reader: DeliverableReader,
  now: Date,
): Deliverable {
  const file = { id: row.file_id, renditions: row.renditions }
  const mayOpen = isOpenTo(reader, row)
  return {
    id: row.id,
    application_id: row.application_id,
    project_id: row.project_id,
    creator_id: row.creator_id,
    ...workLinks(config, file, now, { id: reader.id, mayOpen }),
    original_open: mayOpen,
    preview_state: mayReadOriginal('brand', row.money)
      ? 'ready'
      : previewState({ ...file, prepared: row.file_prepared }),
    openings: reader.as === 'brand' ? [] : row.openings.map(({ name, at }) => ({ name, at })),
    file_name: row.file_name,
    file_type: row.file_type,
    file_size: row.file_size,
    post_url: row.post_url,
    screenshot_url:
      row.screenshot_id === null ? null : signedFileUrl(config, row.screenshot_id, now),
    screenshot_name: row.screenshot_name,
    notes: row.notes,
    reviewer_notes: row.reviewer_notes,
    status: row.status,
    version: row.version,
    reviewed_at: row.reviewed_at,
    superseded_at: row.superseded_at,
    review_from: row.review_from,
    review_outcome: config.reviewWindowOutcome,
    created_at: row.created_at,
    open_changes: row.open_changes,
    brief_version: row.brief_version,
  }
}

/** The same, in a list over several projects. */
export const presentWithTitle = (
  config: Config,
  row: DeliverableRow,
  reader: DeliverableReader,
  now: Date,
): DeliverableWithTitle => ({
  ...presentDeliverable(config, row, reader, now),
  project_title: row.project_title,
})
