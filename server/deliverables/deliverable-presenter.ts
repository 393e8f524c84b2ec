import { itemCalled } from '#contract/brief-item-words.ts'
import type {
  Deliverable,
  DeliverableWithTitle,
  DeliveryFile,
  ListedDeliverable,
} from '#contract/deliverable-schemas.ts'
import { mayReadOriginal, type OriginalReader } from '#contract/originals.ts'
import type { Config } from '#server/config/config.ts'
import { previewState, workLinks } from '#server/uploads/file-links.ts'
import { signedFileUrl } from '#server/uploads/signed-link.ts'
import type { DeliverableRow } from './deliverable-store.ts'
import type { DeliveryFileRow } from './delivery-file-store.ts'

/** The recipient of a response; the links in it are theirs. */
export interface DeliverableReader {
  id: string
  as: OriginalReader
}

/** Returns the side of a delivery that a person is on; they may read it and are not an operator. */
export const sideOfDelivery = (
  { id }: { id: string },
  row: Pick<DeliverableRow, 'creator_id'>,
): DeliverableReader => ({ id, as: id === row.creator_id ? 'creator' : 'brand' })

/** Whether this reader may open the original: the one rule of contract/originals.ts. */
export const isOpenTo = (
  { as }: DeliverableReader,
  { money }: Pick<DeliverableRow, 'money'>,
): boolean => mayReadOriginal(as, money)

/** A deliverable for someone who may read it: its links work for them for a few minutes (decisions P24, P25). */
export const presentDeliverable = (
  config: Config,
  row: DeliverableRow,
  reader: DeliverableReader,
  now: Date,
): Deliverable => ({
  ...presentListed(config, row, reader, now),
  files: row.files.map((file) => presentFile(config, row, { file, reader, now })),
})

/** A file's position in its delivery, and the item it is for. */
export const placeOf = ({
  position,
  item_id,
  item_what: what,
  item_label: label,
}: DeliveryFileRow) => ({
  position,
  item_id,
  item_name: what === null ? null : itemCalled({ what, label }),
})

/** One of a delivery's files. All of them open by the same rule: the deal's money decides, not the file. */
function presentFile(
  config: Config,
  row: Pick<DeliverableRow, 'money'>,
  { file, reader, now }: { file: DeliveryFileRow; reader: DeliverableReader; now: Date },
): DeliveryFile {
  const linked = { id: file.file_id, renditions: file.renditions }
  return {
    ...placeOf(file),
    file_name: file.file_name,
    file_type: file.file_type,
    file_size: file.file_size,
    ...workLinks(config, linked, now, { id: reader.id, mayOpen: isOpenTo(reader, row) }),
    preview_state: mayReadOriginal('brand', row.money) ? 'ready' : previewState(file),
  }
}

function presentListed(
  config: Config,
  row: DeliverableRow,
  reader: DeliverableReader,
  now: Date,
): ListedDeliverable {
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
    openings:
      reader.as === 'brand'
        ? []
        : row.openings.map(({ name, at, position }) => ({ name, at, position })),
    file_name: row.file_name,
    file_type: row.file_type,
    file_size: row.file_size,
    file_count: row.files.length,
    post_url: row.post_url,
    screenshot_url:
      row.screenshot_id === null ? null : signedFileUrl(config, row.screenshot_id, now),
    screenshot_name: row.screenshot_name,
    notes: row.notes,
    ai_parts: row.ai_parts,
    reviewer_notes: row.reviewer_notes,
    status: row.status,
    version: row.version,
    reviewed_at: row.reviewed_at,
    superseded_at: row.superseded_at,
    decided: row.decided,
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
  ...presentListed(config, row, reader, now),
  project_title: row.project_title,
})
