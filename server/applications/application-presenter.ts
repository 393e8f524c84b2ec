import type {
  Application,
  OwnersApplication,
  ApplicationWithCreator,
  ApplicationWithProject,
  ListedApplication,
} from '#contract/application-schemas.ts'
import { WORKS_SHOWN } from '#contract/applications.ts'
import { usdFromCents } from '#contract/money.ts'
import type { ProjectRow } from '#server/projects/project-store.ts'
import { presentRecord } from '#server/track-records/track-record-presenter.ts'
import { presentProjectExcerpt } from '#server/projects/project-excerpt.ts'
import { statusForOwner, undoRefusal } from './application-policy.ts'
import type {
  ApplicationRow,
  ApplicationWithCreatorRow,
  ApplicationWithProjectRow,
  ListedApplicationRow,
} from './application-store.ts'

export function presentApplication(row: ApplicationRow): Application {
  return {
    id: row.id,
    project_id: row.project_id,
    creator_id: row.creator_id,
    message: row.message,
    proposed_price: usdFromCents(row.proposed_price),
    first_price: usdFromCents(row.first_price),
    status: row.status,
    fee_terms: row.fee_terms,
    reject_note: row.status === 'rejected' ? row.reject_note : null,
    created_at: row.created_at,
  }
}

/** Presents an application for the owner of its project, which is in this state. */
export const presentForOwner = (
  row: ApplicationRow,
  project: Pick<ProjectRow, 'status' | 'seats'>,
  now: Date,
): OwnersApplication => ({
  ...presentApplication(row),
  status: statusForOwner(row),
  undo_until: undoRefusal(row, project, now) === null ? row.reject_at : null,
})

/**
 * The context in which a list is presented: the state of its project, this site's address without a trailing slash, and
 * the time.
 */
interface ListFacts {
  project: Pick<ProjectRow, 'status' | 'seats'>
  origin: string
  now: Date
}

/** The same in the owner's list, with their own mark. */
export const presentListedApplication = (
  row: ListedApplicationRow,
  { project, origin, now }: ListFacts,
): ListedApplication => ({
  ...presentForOwner(row, project, now),
  creator: presentApplicant(row.creator, origin),
  shortlisted_at: row.shortlisted_at,
  offer_count: row.offer_count,
  record: presentRecord(row.record, 'creator'),
})

/** The accepted application, for either side. There is no rejection to undo. */
export const presentAccepted = (
  row: ApplicationWithCreatorRow,
  origin: string,
): ApplicationWithCreator => ({
  ...presentApplication(row),
  undo_until: null,
  creator: presentApplicant(row.creator, origin),
})

function presentApplicant(
  { portfolio_urls: pieces, ...creator }: ApplicationWithCreatorRow['creator'],
  origin: string,
): ApplicationWithCreator['creator'] {
  return { ...creator, works: worksOf(pieces, origin) }
}

/** Works on this site can be shown beside the name. A page elsewhere only fills a remaining place. */
export function worksOf(pieces: readonly string[], origin: string): string[] {
  const isOurs = (url: string) => url.startsWith('/') || url.startsWith(`${origin}/`)
  return [...pieces.filter(isOurs), ...pieces.filter((url) => !isOurs(url))].slice(0, WORKS_SHOWN)
}

export const presentApplicationWithProject = (
  row: ApplicationWithProjectRow,
): ApplicationWithProject => ({
  ...presentApplication(row),
  project: presentProjectExcerpt(row.project),
})
