import type { OperatorDeliverable } from '#contract/operator-project-schemas.ts'
import type { Deps } from '#server/deps/deps.ts'
import { rows as read } from '#server/db/sql.ts'
import { placeOf } from '#server/deliverables/deliverable-presenter.ts'
import { numberedPage } from '#server/operator/acts/operator-pages.ts'
import { type DeliverableListRow, deliverablesStatement } from './deliverables-store.ts'

/** A page of what was handed in for a project, newest version first; empty for an unknown id. */
export async function deliverables(deps: Deps, projectId: string, after: string | undefined) {
  const found = await read<DeliverableListRow>(deps.pool, deliverablesStatement(projectId, after))
  const { rows, next } = numberedPage(found)
  return { rows: rows.map(presentDeliverable), next }
}

/** Field by field: a field that is not named here, such as a reason or a link, does not leave the server. */
function presentDeliverable(row: DeliverableListRow): OperatorDeliverable {
  return {
    id: row.id,
    version: row.number,
    status: row.status,
    superseded_at: row.superseded_at,
    decided: row.decided,
    created_at: row.created_at,
    reviewed_at: row.reviewed_at,
    brief_version: row.brief_version,
    files: row.files.map((file) => ({
      position: file.position,
      item_name: placeOf(file).item_name,
      file_name: file.file_name,
      file_type: file.file_type,
      file_size: file.file_size,
    })),
    checks: row.checks.map(({ check_id, text, kind, must, machine, found, ticked, holds }) => ({
      check_id,
      text,
      kind,
      must,
      machine,
      found,
      ticked,
      holds,
    })),
  }
}
