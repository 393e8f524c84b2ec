import { usdFromCents } from '#contract/money.ts'
import type { OperatorProject, OperatorProjectRow } from '#contract/operator-project-schemas.ts'
import type { Deps } from '#server/deps/deps.ts'
import { foundOr404 } from '#server/http/app-error.ts'
import { newestPage } from '#server/operator/acts/operator-pages.ts'
import { presentAgreed, presentRounds } from '#server/projects/project-presenter.ts'
import {
  netOfAgreed,
  presentAmendment,
  presentOffer,
  presentOrder,
} from './negotiated-presenter.ts'
import { payments } from './payments-service.ts'
import {
  findProjects,
  type ProjectDetailRow,
  projectForOperator,
  type ProjectListRow,
  type ProjectsSearch,
} from './projects-store.ts'

/** A page of projects in every state, newest first. */
export async function projects(deps: Deps, search: ProjectsSearch) {
  const { rows, next } = newestPage(await findProjects(deps.pool, search))
  return { rows: rows.map(presentProject), next }
}

/** One project with everything that happened in it; 404 for an unknown id. */
export async function project(deps: Deps, id: string): Promise<OperatorProject> {
  const found = foundOr404(await projectForOperator(deps.pool, id))
  const { rows } = await payments(deps, { project: id })
  const { brief, product_details, category } = found
  const { description } = { ...found, ...presentAgreed({ project: found, surroundings: found }) }
  const { applications, deliverables, events } = found
  const words = { description, brief, product_details, category }
  return {
    ...presentProject(found),
    ...words,
    listing: found.listing,
    hiring: found.splits ? presentHiring(found) : null,
    agreed_net: netOfAgreed(found.accepted_price, found),
    rounds: presentRounds(found),
    applications,
    deliverables,
    events,
    offers: found.offers.map(presentOffer),
    amendments: found.amendments.map((row) => presentAmendment(row, found)),
    orders: found.orders.map(presentOrder),
    payments: rows,
  }
}

function presentProject(row: ProjectListRow): OperatorProjectRow {
  const { id, title, status, deadline, created_at, seller, creator, payment_status } = row
  const { listing_id, seats, hired } = row
  return {
    id,
    title,
    status,
    budget: usdFromCents(row.budget),
    deadline,
    created_at,
    seller,
    creator,
    payment_status,
    agreed_price: row.accepted_price === null ? null : usdFromCents(row.accepted_price),
    listing_id,
    hiring: seats > 1 ? { wanted: seats, hired } : null,
  }
}

const presentHiring = (row: ProjectDetailRow): OperatorProject['hiring'] => ({
  wanted: row.seats,
  hired: row.hired,
  until: row.hiring_until,
  budget_total: row.budget_total === null ? null : usdFromCents(row.budget_total),
  committed: usdFromCents(row.committed),
})
