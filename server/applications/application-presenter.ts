import type {
  Application,
  ApplicationWithCreator,
  ApplicationWithProject,
} from '#contract/application-schemas.ts'
import { usdFromCents } from '#contract/money.ts'
import { presentProjectExcerpt } from '#server/projects/project-excerpt.ts'
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

export const presentApplicationWithCreator = (
  row: ApplicationWithCreatorRow,
): ApplicationWithCreator => ({
  ...presentApplication(row),
  creator: row.creator,
})

export const presentApplicationWithProject = (
  row: ApplicationWithProjectRow,
): ApplicationWithProject => ({
  ...presentApplication(row),
  project: presentProjectExcerpt(row.project),
})
