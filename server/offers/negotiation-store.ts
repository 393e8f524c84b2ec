import type { BriefItem } from '#contract/briefs.ts'
import { applicationColumns, type ApplicationRow } from '#server/applications/application-store.ts'
import { briefedItems, briefedRounds } from '#server/briefs/brief-store.ts'
import { listInJson } from '#server/db/json-rows.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, sql } from '#server/db/sql.ts'
import { shownApplication } from '#server/projects/project-store.ts'
import { type OfferRow, offersOf } from '#server/offers/record/offer-store.ts'

/**
 * An application with all offers about it, and the rounds and items of its project's brief, which are null without one.
 */
export interface ApplicationWithOffers extends ApplicationRow {
  offers: OfferRow[]
  briefed_rounds: number | null
  briefed_items: BriefItem[] | null
  /** The posted date, if the project's current date was agreed on with someone else; null otherwise. */
  posted_deadline: string | null
  /** Its two sides have the deal together, or are not apart. */
  in_reach: boolean
}

/** Everything stored about a negotiation, in one statement. */
export const applicationWithOffers = (db: Queryable, id: string) =>
  maybeRow<ApplicationWithOffers>(
    db,
    sql`select ${applicationColumns}, ${briefedRounds} as briefed_rounds, ${briefedItems} as briefed_items,
        (select posted_deadline from projects where projects.id = applications.project_id
          and applications.status <> 'accepted') as posted_deadline,
        (select ${shownApplication} from projects where projects.id = applications.project_id) as in_reach,
        ${listInJson(offersOf(id), 'expires_at', 'created_at', 'answered_at')} as offers
      from applications where applications.id = ${id}`,
  )
