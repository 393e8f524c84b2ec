import type { WaitingOffer } from '#contract/offer-schemas.ts'
import { notApartFrom } from '#server/apart/apart.ts'
import type { Role } from '#contract/profiles.ts'
import type { Queryable } from '#server/db/pool.ts'
import { type Fragment, raw, rows, sql } from '#server/db/sql.ts'
import type { Viewer } from '#server/http/viewer.ts'

/** An offer that is waiting for someone's answer. `price` is integer cents. */
export type WaitingOfferRow = WaitingOffer

/** The maximum number listed. Someone with more open offers answers these first. */
const MOST = 50

/** The side that made the offer. */
const OTHER: Record<Role, Fragment> = {
  creator: raw('projects.seller_id'),
  seller: raw('applications.creator_id'),
}

const FROM: Record<Role, Fragment> = {
  creator: raw('coalesce(other.company_name, other.name)'),
  seller: raw('other.name'),
}

/** Where a brand may answer. A creator's own application can be answered as long as it is pending. */
const STILL_OPEN: Record<Role, Fragment> = {
  creator: raw('true'),
  seller: raw("projects.status = 'active' and applications.reject_at is null"),
}

/** Open offers from the other side that are waiting for the viewer's answer, the soonest to expire first. */
export const waitingOffers = (db: Queryable, { id, role }: Viewer, now: Date) =>
  rows<WaitingOfferRow>(
    db,
    sql`select offers.id, offers.application_id, offers.price, offers.deliver_by, offers.expires_at,
        json_build_object('id', projects.id, 'title', projects.title) as project, ${FROM[role]} as "from"
      from offers
      join applications on applications.id = offers.application_id and applications.status = 'pending'
      join projects on projects.id = applications.project_id
      join profiles other on other.id = ${OTHER[role]}
      where offers.waits_for = ${id} and offers.status = 'open' and offers.expires_at > ${now}
        and ${STILL_OPEN[role]} and ${notApartFrom(OTHER[role], id)}
      order by offers.expires_at limit ${MOST}`,
  )
