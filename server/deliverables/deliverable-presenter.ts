import type { Deliverable, DeliverableWithTitle } from '#contract/deliverable-schemas.ts'
import { PRIVATE_RENDITIONS } from '#contract/uploads.ts'
import type { Config } from '#server/config/config.ts'
import { signedFileUrl } from '#server/uploads/signed-link.ts'
import type { DeliverableRow } from './deliverable-store.ts'

/** A deliverable for someone who may read it: its links work for them for a few minutes (decisions P24, P25). */
export function presentDeliverable(config: Config, row: DeliverableRow, now: Date): Deliverable {
  return {
    id: row.id,
    application_id: row.application_id,
    project_id: row.project_id,
    creator_id: row.creator_id,
    file_url: signedFileUrl(config, row.file_id, now),
    poster_url: rendition(config, row, 'poster.', now),
    preview_url: rendition(config, row, 'preview.', now),
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
    review_from: row.review_from,
    review_outcome: config.reviewWindowOutcome,
    created_at: row.created_at,
  }
}

/** A link to the rendition whose name starts like this; null if there is none (yet). */
function rendition(config: Config, row: DeliverableRow, kind: string, now: Date): string | null {
  const name = PRIVATE_RENDITIONS.find(
    (one) => one.startsWith(kind) && row.renditions.includes(one),
  )
  return name === undefined ? null : signedFileUrl(config, row.file_id, now, name)
}

/** The same, in a list over several projects. */
export const presentWithTitle = (
  config: Config,
  row: DeliverableRow,
  now: Date,
): DeliverableWithTitle => ({
  ...presentDeliverable(config, row, now),
  project_title: row.project_title,
})
