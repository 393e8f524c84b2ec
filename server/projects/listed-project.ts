import { timeInJson, usdInJson } from '#server/db/json-rows.ts'
import { raw } from '#server/db/sql.ts'
import { hiredCount } from './project-store.ts'

const onePost = `(select row_to_json(listed) from (select projects.id, projects.seller_id, projects.title, projects.description,
    projects.product_details, projects.category, ${usdInJson('projects.budget').text} as budget, projects.deadline,
    projects.product_images, projects.status, ${timeInJson('projects.created_at').text} as created_at,
    (select row_to_json(card) from (select seller.id, seller.name, seller.role, seller.avatar_url,
      seller.company_name) card) as seller) listed)::text`

const hiring = `case when projects.seats > 1 then ',"hiring":' || (select row_to_json(hiring)
    from (select projects.seats as wanted, ${hiredCount} as hired, projects.hiring_until as until) hiring)::text else '' end`

const licence = `case when projects.licence_terms_hash is null then '' else ',"own_licence":true' end`

/**
 * A project with its brand as lists show it (the contract's `projectWithSeller`), serialized to JSON by PostgreSQL: the
 * busiest response of the product. The number of hires is included only where several are wanted, and a flag for a
 * stated licence only where there is one. Reads projects, and profiles joined as seller.
 */
export const listedProject = raw(
  `case when projects.seats = 1 and projects.licence_terms_hash is null then ${onePost}
    else left(${onePost}, -1) || ${licence} || ${hiring} || '}' end as listed`,
)

/** A row of a list: the project as JSON, its rank among the best matches, and the total count. */
export interface ListedProjectRow {
  listed: string
  score?: number
  total?: number
}
