import type { WaitingOffer } from '#contract/offer-schemas.ts'
import { notApartFrom } from '#server/apart/apart.ts'
import type { Queryable } from '#server/db/pool.ts'
import { raw, rows, sql } from '#server/db/sql.ts'
import type { Viewer } from '#server/http/viewer.ts'

/** An offer that waits for someone's answer. `price` is integer cents. */
export type WaitingOfferRow = WaitingOffer

/** The most that are listed: someone with more answers these first. */
const MOST = 50

/** Open offers of the other side that wait for the viewer, the soonest to expire first. */
export const waitingOffers = (db: Queryable, { id, role }: Viewer, now: Date) =>
  role === 'creator'
    ? rows<WaitingOfferRow>(
        db,
        sql`select offers.id, offers.application_id, offers.price, offers.deliver_by, offers.expires_at,
            json_build_object('id', projects.id, 'title', projects.title) as project,
            coalesce(brand.company_name, brand.name) as "from"
          from applications
          join offers on offers.application_id = applications.id and offers.status = 'open' and offers.by = 'seller'
            and offers.expires_at > ${now}
          join projects on projects.id = applications.project_id
          join profiles brand on brand.id = projects.seller_id
          where applications.creator_id = ${id} and applications.status = 'pending'
            and ${notApartFrom(raw('projects.seller_id'), id)}
          order by offers.expires_at limit ${MOST}`,
      )
    : rows<WaitingOfferRow>(
        db,
        sql`select offers.id, offers.application_id, offers.price, offers.deliver_by, offers.expires_at,
            json_build_object('id', projects.id, 'title', projects.title) as project, creator.name as "from"
          from projects
          join applications on applications.project_id = projects.id and applications.status = 'pending'
            and applications.reject_at is null
          join offers on offers.application_id = applications.id and offers.status = 'open' and offers.by = 'creator'
            and offers.expires_at > ${now}
          join profiles creator on creator.id = applications.creator_id
          where projects.seller_id = ${id} and projects.status = 'active'
            and ${notApartFrom(raw('applications.creator_id'), id)}
          order by offers.expires_at limit ${MOST}`,
      )
