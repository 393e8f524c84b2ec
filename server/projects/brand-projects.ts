import { listPage, listPlace } from '#server/db/list-pages.ts'
import type { Queryable } from '#server/db/pool.ts'
import { raw, rows, sql } from '#server/db/sql.ts'
import { notApartFrom } from '#server/apart/apart.ts'
import { listedProject, type ListedProjectRow } from './listed-project.ts'
import { isPublic } from './project-store.ts'

/**
 * A page of a brand's active projects, newest first, by the same rules as the list of all projects. Empty for anyone
 * else's id.
 */
export const openProjectsOf = (
  db: Queryable,
  {
    sellerId,
    viewerId,
    after,
    now,
  }: { sellerId: string; viewerId: string; after: string | undefined; now: Date },
) => {
  const { time, id } = listPlace('newest', after)
  return rows<ListedProjectRow>(
    db,
    sql`select ${listedProject}
      from projects join profiles seller on seller.id = projects.seller_id
      where projects.seller_id = ${sellerId} and projects.status = 'active' and ${isPublic(now)}
        and ${notApartFrom(raw('projects.seller_id'), viewerId)}
        and (projects.created_at, projects.id) < (${time}::timestamptz, ${id}::uuid)
      order by projects.created_at desc, projects.id desc limit ${listPage}`,
  )
}
