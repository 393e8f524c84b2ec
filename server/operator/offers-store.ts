import { sql, type Statement } from '#server/db/sql.ts'
import type { FeeTerms } from '#contract/money.ts'
import type { OperatorOffer } from '#contract/operator-project-schemas.ts'
import { dealTermsInJson } from '#server/fees/fee-terms-store.ts'
import { personCardOf } from '#server/profiles/profile-store.ts'

/** An offer; its price is integer cents, split by the terms of its deal. */
export type OfferListRow = Omit<OperatorOffer, 'net'> & { fee_terms: FeeTerms }

/** A project with hundreds of applications may have thousands of offers. */
const MOST = 100

/** The newest offers about a project's applications, as the console shows them; its moments are `created_at` and `expires_at`. */
export const offersOfProject = (projectId: string): Statement =>
  sql`select offers.id, offers.number, offers.by, ${personCardOf('creator')} as creator,
      offers.price, ${dealTermsInJson} as fee_terms, offers.deliver_by, offers.rounds, offers.items,
      offers.status, offers.created_at, offers.expires_at
    from offers join applications on applications.id = offers.application_id
    join profiles creator on creator.id = applications.creator_id
    where applications.project_id = ${projectId}
    order by offers.created_at desc, offers.id desc limit ${MOST}`
