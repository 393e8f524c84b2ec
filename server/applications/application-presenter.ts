import type {
  Application,
  OwnersApplication,
  ApplicationWithCreator,
  ApplicationWithProject,
} from '#contract/application-schemas.ts'
import { usdFromCents } from '#contract/money.ts'
import type { ProjectStatus } from '#contract/projects.ts'
import { presentProjectExcerpt } from '#server/projects/project-excerpt.ts'
import { statusForOwner, undoRefusal } from './application-policy.ts'
import type {
  ApplicationRow,
  ApplicationWithCreatorRow,
  ApplicationWithProjectRow,
} from './application-store.ts'

export function presentApplication(row: ApplicationRow): Application {
  return {
    id: row.id,
    project_id: row.project_id,
    creator_id: row.creator_id,
    message: row.message,
    proposed_price: usdFromCents(row.proposed_price),
    status: row.status,
    fee_terms: row.fee_terms,
    created_at: row.created_at,
  }
}

/** An application for the owner of its project, which is in this state. */
export const presentForOwner = (
  row: ApplicationRow,
  project: ProjectStatus,
  now: Date,
): OwnersApplication => ({
  ...presentApplication(row),
  status: statusForOwner(row),
  undo_until: undoRefusal(row, project, now) === null ? row.reject_at : null,
})

export const presentForOwnerWithCreator = (
  row: ApplicationWithCreatorRow,
  project: ProjectStatus,
  now: Date,
): ApplicationWithCreator => ({
  ...presentForOwner(row, project, now),
  creator: row.creator,
})

/** The accepted application, for either side: there is nothing to undo. */
export const presentAccepted = (row: ApplicationWithCreatorRow): ApplicationWithCreator => ({
  ...presentApplication(row),
  undo_until: null,
  creator: row.creator,
})

export const presentApplicationWithProject = (
  row: ApplicationWithProjectRow,
): ApplicationWithProject => ({
  ...presentApplication(row),
  project: presentProjectExcerpt(row.project),
})
