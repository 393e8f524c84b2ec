import type { ProjectBrief } from '#contract/brief-schemas.ts'
import type { RecordedEvent } from '#contract/operator-record-schemas.ts'
import type { FeeTerms } from '#contract/money.ts'
import { OPERATOR_PAGE } from '#contract/operator.ts'
import type { PaymentStatus } from '#contract/payments.ts'
import type { PersonCard } from '#contract/profile-schemas.ts'
import type { ProjectStatus } from '#contract/projects.ts'
import { briefOfProject } from '#server/briefs/brief-store.ts'
import { listInJson } from '#server/db/json-rows.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, unprepared, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import { dealTermsInJson } from '#server/fees/fee-terms-store.ts'
import { shownStatusSql } from '#server/payments/record/turned-away-store.ts'
import { personCardOf } from '#server/profiles/profile-store.ts'
import { roundFacts } from '#server/projects/project-detail-store.ts'
import { everyoneApplied, hiredCount } from '#server/projects/project-store.ts'
import { committedTo } from '#server/projects/listing-store.ts'
import { pageLimit, cursorTime, typedFor } from '#server/operator/acts/operator-pages.ts'
import { type AmendmentListRow, amendmentsOfProject } from './amendments-store.ts'
import { type OfferListRow, offersOfProject } from './offers-store.ts'
import { ORDER_MOMENTS, orderOfProjectForOperator, type OrderListRow } from './orders-store.ts'
import { eventsOfProject } from './recorded-events-store.ts'

/** A project as the console lists it. Money is integer cents. */
export interface ProjectListRow {
  id: string
  title: string
  status: ProjectStatus
  budget: number
  deadline: string
  created_at: string
  seller: PersonCard
  creator: PersonCard | null
  payment_status: PaymentStatus | null
  accepted_price: number | null
  listing_id: string | null
  seats: number
  hired: number
}

/** The list's filters; `person` is its seller or its accepted creator, `listing` the project that split it off. */
export interface ProjectsSearch {
  q?: string | undefined
  status?: ProjectStatus | undefined
  person?: string | undefined
  listing?: string | undefined
  after?: string | undefined
}

const columns =
  raw(`projects.id, projects.title, projects.status, projects.budget, projects.deadline, projects.created_at,
  ${personCardOf('seller').text} as seller,
  case when creator.id is not null then ${personCardOf('creator').text} end as creator,
  (select ${shownStatusSql.text} from payments where project_id = projects.id and purpose = 'deal' order by created_at desc limit 1) as payment_status,
  accepted.proposed_price as accepted_price, projects.listing_id, projects.seats, ${hiredCount} as hired`)
const people = raw(`join profiles seller on seller.id = projects.seller_id
  left join applications accepted on accepted.project_id = projects.id and accepted.status = 'accepted'
  left join profiles creator on creator.id = accepted.creator_id`)

/** The open market, the closed projects, and the deals of one listing. Each part has its own index. */
type Part = 'active' | 'left' | 'split'

const PARTS: Record<Part, string> = {
  active: `projects.status = 'active'`,
  left: `projects.status <> 'active'`,
  split: 'projects.listing_id is not null',
}

/** A page of one part of the projects, newest first, plus one row. */
export function projectsStatement(search: ProjectsSearch, part: Part): Statement {
  const { q, status = null, person = null, listing = null, after } = search
  const { id: wantedId, words: wanted } = typedFor(q)
  const { time, id } = cursorTime(after)
  return unprepared(sql`select ${columns} from projects ${people}
    where ${raw(PARTS[part])}
      and (projects.created_at, projects.id) < (${time}::timestamptz, ${id}::uuid)
      and (${wantedId}::uuid is null or projects.id = ${wantedId})
      and (${wanted}::text is null or search_fold(projects.title) like search_pattern(${wanted}))
      and (${status}::text is null or projects.status = ${status})
      and (${listing}::uuid is null or projects.listing_id = ${listing})
      and (${person}::uuid is null or projects.id in (
        select id from projects where seller_id = ${person}
        union all select project_id from applications where creator_id = ${person} and status = 'accepted'))
    order by projects.created_at desc, projects.id desc limit ${pageLimit}`)
}

/** A page of projects in every state, newest first, plus one row. */
export async function findProjects(
  db: Queryable,
  search: ProjectsSearch,
): Promise<ProjectListRow[]> {
  const found = await Promise.all(
    partsOf(search).map((part) => rows<ProjectListRow>(db, projectsStatement(search, part))),
  )
  return found
    .flat()
    .toSorted(newestFirst)
    .slice(0, OPERATOR_PAGE + 1)
}

/** A deal that was split off may be in any state, but there are few of them, so they are read by their listing. */
function partsOf({ status, listing }: ProjectsSearch): Part[] {
  if (listing !== undefined) return ['split']
  if (status !== undefined) return [status === 'active' ? 'active' : 'left']
  return ['active', 'left']
}

/** In the database's order: times have one format, so their texts compare the same way. */
const newestFirst = (one: ProjectListRow, other: ProjectListRow) =>
  compare(other.created_at, one.created_at) || compare(other.id, one.id)
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** One project with what its console page shows besides payments. */
export interface ProjectDetailRow extends ProjectListRow {
  description: string
  description_generated: boolean
  listing: { id: string; title: string } | null
  /** Whether it wants several creators, or once did and hired. */
  splits: boolean
  hiring_until: string | null
  budget_total: number | null
  committed: number
  /** For the accepted application: its fee, what was added to its price since, and whether the money is held. */
  fee_terms: FeeTerms | null
  extras: number[]
  held: boolean
  offered_rounds: number | null
  used_rounds: number
  product_details: string | null
  category: string
  applications: number
  deliverables: number
  events: RecordedEvent[]
  offers: OfferListRow[]
  amendments: AmendmentListRow[]
  orders: OrderListRow[]
  brief: ProjectBrief | null
}

export const projectForOperator = (db: Queryable, id: string) =>
  maybeRow<ProjectDetailRow>(
    db,
    sql`select ${columns}, projects.description, projects.description_generated, projects.product_details, projects.category,
        (select json_build_object('id', listings.id, 'title', listings.title) from projects listings
          where listings.id = projects.listing_id) as listing,
        projects.seats > 1 or exists (select from projects deals where deals.listing_id = projects.id) as splits,
        projects.hiring_until, projects.budget_total, ${committedTo(raw('projects.id'))} as committed, ${roundFacts},
        (select ${dealTermsInJson} from applications where applications.id = accepted.id) as fee_terms,
        array_to_json(array(select amount from payments where payments.application_id = accepted.id and purpose = 'extra'
          and funded_at is not null order by created_at, id)) as extras,
        exists (select from payments where payments.application_id = accepted.id and purpose = 'deal'
          and status = 'held_in_escrow') as held,
        ${everyoneApplied} as applications,
        (select count(*) from deliverables where project_id = projects.id) as deliverables,
        ${briefOfProject} as brief,
        ${listInJson(offersOfProject(id), 'created_at', 'expires_at')} as offers,
        ${listInJson(amendmentsOfProject(id), 'created_at')} as amendments,
        ${listInJson(orderOfProjectForOperator(id), ...ORDER_MOMENTS)} as orders,
        ${listInJson(eventsOfProject(id), 'at')} as events
      from projects ${people} where projects.id = ${id}`,
  )
