import type { OperatorAmendment } from '#contract/operator-project-schemas.ts'
import { sql, type Statement } from '#server/db/sql.ts'

/** A deal has at most twenty changes (AMENDMENT_LIMITS). */
const MOST = 100

/** A proposed change; money is integer cents. */
export type AmendmentListRow = Omit<OperatorAmendment, 'net'>

/** The changes proposed to a project's deal, as the console shows them; their moments are `created_at`. */
export const amendmentsOfProject = (projectId: string): Statement =>
  sql`select amendments.id, number, by, deliver_by, amendments.price, amendments.returned, amendments.extra,
      brief is not null as changes_brief, rounds, against_rounds,
      amendments.brief_version, amendments.status, amendments.created_at
    from amendments join applications on applications.id = amendments.application_id
    where applications.project_id = ${projectId}
    order by amendments.created_at desc, amendments.id desc limit ${MOST}`
