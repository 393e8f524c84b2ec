import type { DeliverableStatus } from '#contract/deliverables.ts'
import type { DeliveryCheck } from '#contract/delivery-checks.ts'
import { shownChecks } from '#server/checks/check-store.ts'
import { sql, type Statement } from '#server/db/sql.ts'
import {
  type DeliveryFileRow,
  deliveryFilesColumn,
} from '#server/deliverables/delivery-file-store.ts'
import { decidedColumn } from '#server/deliverables/deliverable-store.ts'
import { cursorNumber, pageLimit } from '#server/operator/acts/operator-pages.ts'

/** A delivery as the console reads it; its version is its number in the list. */
export interface DeliverableListRow {
  id: string
  number: number
  status: DeliverableStatus
  superseded_at: string | null
  decided: boolean
  created_at: string
  reviewed_at: string | null
  brief_version: number | null
  files: DeliveryFileRow[]
  checks: DeliveryCheck[]
}

/** A page of what was handed in for a project, newest version first, plus one row. */
export const deliverablesStatement = (projectId: string, after: string | undefined): Statement =>
  sql`select deliverables.id, deliverables.version as number, deliverables.status, deliverables.superseded_at,
      ${decidedColumn}, deliverables.created_at, deliverables.reviewed_at, deliverables.brief_version, ${deliveryFilesColumn},
      ${shownChecks} as checks
    from deliverables cross join lateral (select deliverables.id) handed_in
    where deliverables.project_id = ${projectId} and deliverables.version < ${cursorNumber(after)}::bigint
    order by deliverables.version desc limit ${pageLimit}`
