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

/** A `ProjectExcerptRow` as one JSON column, read from the joined projects. */
export const projectExcerpt = raw(
  `json_build_object('id', projects.id, 'title', projects.title, 'category', projects.category,
  'budget', projects.budget, 'deadline', projects.deadline, 'status', projects.status,
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
