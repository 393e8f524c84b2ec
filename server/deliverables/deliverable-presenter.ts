import type { Deliverable, DeliverableWithTitle } from '#contract/deliverable-schemas.ts'
import type { Config } from '#server/config/config.ts'
import { fileLinks } from '#server/uploads/file-links.ts'
import { signedFileUrl } from '#server/uploads/signed-link.ts'
import type { DeliverableRow } from './deliverable-store.ts'

/** A deliverable for someone who may read it: its links work for them for a few minutes (decisions P24, P25). */
export function presentDeliverable(config: Config, row: DeliverableRow, now: Date): Deliverable {
  return {
    id: row.id,
    application_id: row.application_id,
    project_id: row.project_id,
    creator_id: row.creator_id,
    ...fileLinks(config, { id: row.file_id, renditions: row.renditions }, now),
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
  }
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
