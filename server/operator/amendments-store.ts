import { usdInJson } from '#server/db/json-rows.ts'
import { sql, type Statement } from '#server/db/sql.ts'

/** What was proposed to change in a project's deal, as the console shows it; its moments are `created_at`. */
export const amendmentsOfProject = (projectId: string): Statement =>
  sql`select amendments.id, number, by, deliver_by, ${usdInJson('amendments.price')} as price, ${usdInJson('amendments.returned')} as returned, ${usdInJson('amendments.extra')} as extra,
      brief is not null as changes_brief, rounds, against_rounds,
      amendments.brief_version, amendments.status, amendments.created_at
    from amendments join applications on applications.id = amendments.application_id
    where applications.project_id = ${projectId}
    order by amendments.created_at desc, amendments.id desc`
