import { usdFromCents } from '#contract/money.ts'
import type { Project } from '#contract/project-schemas.ts'
import { raw } from '#server/db/sql.ts'
import type { ProjectRow } from './project-store.ts'

type ExcerptField =
  | 'id'
  | 'title'
  | 'category'
  | 'budget'
  | 'deadline'
  | 'status'
  | 'product_images'

/** What lists show of an application's or invitation's project. `budget` is integer cents. */
export type ProjectExcerptRow = Pick<ProjectRow, ExcerptField>

/**
 * A `ProjectExcerptRow` as one JSON column for the creator in the named column, read from the joined projects: the agreed
 * date for the creator who was accepted, the posted one for everyone else.
 */
export const projectExcerpt = (
  creator: 'applications.creator_id' | 'project_invitations.creator_id',
) =>
  raw(
    `json_build_object('id', projects.id, 'title', projects.title, 'category', projects.category,
  'budget', projects.budget, 'deadline', case when exists (select from applications hired
      where hired.project_id = projects.id and hired.creator_id = ${creator} and hired.status = 'accepted')
    then projects.deadline else coalesce(projects.posted_deadline, projects.deadline) end, 'status', projects.status,
  'product_images', projects.product_images)`,
  )

export const presentProjectExcerpt = (row: ProjectExcerptRow): Pick<Project, ExcerptField> => ({
  id: row.id,
  title: row.title,
  category: row.category,
  budget: usdFromCents(row.budget),
  deadline: row.deadline,
  status: row.status,
  product_images: row.product_images,
})
