import type { FundedRow } from '#contract/seat-schemas.ts'
import { rows, sql } from '#server/db/sql.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { FundedPayment } from '#server/payments/fund/open-checkout.ts'
import { fundApplication } from '#server/payments/fund/payment-fund.ts'
import { assertOwnListing } from './each-application.ts'

/** What to charge: a deal of the project, and the USD that its brand was shown. */
interface Wanted {
  project_id: string
  expected_amount: number
}

/**
 * Charges a saved card for several deals that a project split off, one charge each and one after the other: whatever
 * happens to one, even a chargeback, does not affect the others. A repeated request charges nothing twice. Throws 404
 * for anyone but the owner, project.hires_one.
 */
export async function fundSeveral(
  deps: Deps,
  viewer: Viewer,
  id: string,
  wish: { payment_method_id: string; deals: readonly Wanted[] },
): Promise<FundedRow[]> {
  await assertOwnListing(deps, viewer, id)
  const applications = await applicationsIn(deps, id)
  const done = new Map<string, FundedRow>()
  for (const deal of wish.deals) {
    if (done.has(deal.project_id)) continue
    try {
      const applicationId = applications.get(deal.project_id)
      if (applicationId === undefined) throw new AppError('request.not_found')
      const { payment_method_id } = wish
      const paid = await fundApplication(deps, viewer, {
        ...deal,
        application_id: applicationId,
        payment_method_id,
      })
      done.set(deal.project_id, outcomeOf(deal.project_id, paid))
    } catch (error) {
      // Any other error ends the call: what was charged stays, and a repeated request resumes from there.
      if (!(error instanceof AppError)) throw error
      done.set(deal.project_id, refused(deal.project_id, error))
    }
  }
  return [...done.values()]
}

/** Returns the accepted application of each deal that a project split off. */
async function applicationsIn({ pool }: Deps, id: string): Promise<Map<string, string>> {
  const found = await rows<{ project_id: string; id: string }>(
    pool,
    sql`select project_id, id from applications where listing_id = ${id} and status = 'accepted'`,
  )
  return new Map(found.map((one) => [one.project_id, one.id]))
}

function outcomeOf(project_id: string, payment: FundedPayment): FundedRow {
  const row = { project_id, message: null, checkout_url: null }
  if (payment.status === 'failed')
    return { ...row, outcome: 'unfunded', message: payment.failure ?? null }
  if (payment.status !== 'pending') return { ...row, outcome: 'funded' }
  const { checkout_url } = payment
  return { ...row, outcome: checkout_url === null ? 'charging' : 'confirm', checkout_url }
}

const refused = (project_id: string, { code, message }: AppError): FundedRow =>
  code === 'payment.already_funded'
    ? { project_id, outcome: 'funded', message: null, checkout_url: null }
    : { project_id, outcome: 'unfunded', message, checkout_url: null }
