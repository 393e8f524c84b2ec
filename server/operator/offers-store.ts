import type { OperatorOffer } from '#contract/operator-record-schemas.ts'
import { usdFromCents } from '#contract/money.ts'
import type { Queryable } from '#server/db/pool.ts'
import { rows, sql } from '#server/db/sql.ts'
import { personCardOf } from '#server/profiles/profile-store.ts'

/** A project that hundreds applied to may have thousands. */
const MOST = 100

/** The newest offers about a project's applications. */
export async function offersForOperator(
  db: Queryable,
  projectId: string,
): Promise<OperatorOffer[]> {
  const found = await rows<OperatorOffer>(
    db,
    sql`select offers.id, offers.number, offers.by, ${personCardOf('creator')} as creator, offers.price,
        offers.deliver_by, offers.rounds, offers.status, offers.created_at
      from offers join applications on applications.id = offers.application_id
      join profiles creator on creator.id = applications.creator_id
      where applications.project_id = ${projectId}
      order by offers.created_at desc, offers.id desc limit ${MOST}`,
  )
  return found.map(({ price, ...offer }) => ({ ...offer, price: usdFromCents(price) }))
}
