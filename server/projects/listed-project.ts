import { timeInJson, usdInJson } from '#server/db/json-rows.ts'
import { raw } from '#server/db/sql.ts'

/**
 * A project with its brand as lists show it (the contract's `projectWithSeller`), serialized to JSON by PostgreSQL: the
 * busiest response of the product. Reads projects, and profiles joined as seller.
 */
export const listedProject = raw(
  `(select row_to_json(listed) from (select projects.id, projects.seller_id, projects.title, projects.description,
    projects.product_details, projects.category, ${usdInJson('projects.budget').text} as budget, projects.deadline,
    projects.product_images, projects.status, ${timeInJson('projects.created_at').text} as created_at,
    (select row_to_json(card) from (select seller.id, seller.name, seller.role, seller.avatar_url,
      seller.company_name) card) as seller) listed)::text as listed`,
)

/** A row of a list: the project as JSON, its rank among the best matches, and the total. */
export interface ListedProjectRow {
  listed: string
  score?: number
  total?: number
}
