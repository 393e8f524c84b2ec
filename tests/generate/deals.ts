import type { AiPart } from '#contract/ai-parts.ts'
import type { FeeTermsRow } from '#server/fees/fee-terms-store.ts'
import { BRIEFS, briefOf, checkedBy, hasBrief } from './briefs.ts'
import { below, idOf, oneOf, share } from './draw.ts'
import {
  creatorId,
  type GeneratedDeal,
  type GeneratedProject,
  type Market,
  projectOf,
} from './market.ts'
import { day, type GeneratedTable, line, moment } from './table.ts'
import { DETAILS, GOODS, INVITES, OPENINGS, PITCHES, SYLLABLES, TASKS, WORKS } from './words.ts'

const MINUTE = 60_000

/** Walks the whole market, newest project first. */
export function* everyProject(market: Market): Generator<GeneratedProject> {
  for (let n = 0; n < market.projects; n++) yield projectOf(market, n)
}

/** Walks the deals: projects whose application was accepted. */
export function* everyDeal(market: Market): Generator<[GeneratedProject, GeneratedDeal]> {
  for (const project of everyProject(market)) {
    if (project.deal !== null) yield [project, project.deal]
  }
}

/** Projects, applications and invitations; the accepted ones are on the terms `agreed`. */
export function projectTables(market: Market, agreed: FeeTermsRow): GeneratedTable[] {
  return [
    {
      name: 'projects',
      columns: [
        'id',
        'seller_id',
        'title',
        'description',
        'product_details',
        'category',
        'budget',
        'deadline',
        'status',
        'created_at',
        'brief_version',
      ],
      *lines() {
        for (const project of everyProject(market)) yield projectLine(project)
      },
    },
    {
      name: 'project_briefs',
      columns: ['project_id', 'version', 'brief', 'hash', 'created_at'],
      *lines() {
        for (const project of everyProject(market)) {
          if (!hasBrief(project)) continue
          const brief = briefOf(project)
          yield line(project.id, 1, brief.json, brief.hash, moment(project.createdAt))
        }
      },
    },
    {
      // One brand in four has a saved brief to start from.
      name: 'brief_templates',
      columns: ['id', 'seller_id', 'name', 'brief', 'hash', 'created_at'],
      *lines() {
        for (let seller = 0; seller < market.sellers; seller++) {
          if (share(seller, 65) >= 0.25) continue
          const brief = oneOf(BRIEFS, seller, 66)
          const id = idOf('template', seller)
          const since = moment(market.now)
          yield line(id, idOf('person', seller), 'Our usual brief', brief.json, brief.hash, since)
        }
      },
    },
    {
      name: 'applications',
      columns: [
        'id',
        'project_id',
        'creator_id',
        'message',
        'proposed_price',
        'status',
        'fee_terms_id',
        'created_at',
        'brief_version',
      ],
      *lines() {
        for (const project of everyProject(market)) {
          for (const { n, creator, cents, at, status } of project.applications) {
            const person = creatorId(market, creator)
            const pitch = oneOf(PITCHES, n, 40)
            const terms = status === 'accepted' ? agreed.id : null
            const id = idOf('application', n)
            const version = status === 'accepted' && hasBrief(project) ? 1 : null
            yield line(id, project.id, person, pitch, cents, status, terms, moment(at), version)
          }
        }
      },
    },
    {
      name: 'offers',
      columns: [
        'id',
        'application_id',
        'number',
        'by',
        'price',
        'deliver_by',
        'rounds',
        'hire_at_once',
        'against_price',
        'against_deliver_by',
        'against_rounds',
        'status',
        'created_at',
        'expires_at',
        'answered_at',
        // Written as a trigger would write them: it does not run where references are correct by construction.
        'listing_id',
        'waits_for',
      ],
      *lines() {
        for (const project of everyProject(market))
          for (const { n, creator, cents: today, at, status } of project.applications) {
            // A brand bargains with one applicant in five.
            if (share(n, 60) > 0.2) continue
            const cents = status === 'accepted' ? (project.deal?.firstCents ?? today) : today
            const isOpen = status === 'pending' && project.status === 'active'
            const outcome = status === 'accepted' ? 'accepted' : isOpen ? 'open' : 'declined'
            const made = moment(at + MINUTE)
            const due = day(project.deadline)
            // Every other open offer is the creator's own, and waits for the brand.
            const by = isOpen && share(n, 62) < 0.5 ? 'creator' : 'seller'
            const waitsFor = by === 'seller' ? creatorId(market, creator) : project.sellerId
            // The agreed price is the application's price; the application first asked for a little more.
            const asked = status === 'accepted' ? cents + 1_000 : cents
            yield line(
              idOf('offer', n),
              idOf('application', n),
              1,
              by,
              Math.max(100, outcome === 'accepted' ? cents : Math.round(cents * 0.9)),
              due,
              1 + Math.floor(share(n, 61) * 3),
              true,
              asked,
              due,
              2,
              outcome,
              made,
              moment(isOpen ? market.now + 3 * 24 * 60 * MINUTE : at + 3 * 24 * 60 * MINUTE),
              isOpen ? null : moment(at + 2 * MINUTE),
              project.id,
              waitsFor,
            )
          }
      },
    },
    {
      name: 'project_invitations',
      columns: [
        'id',
        'project_id',
        'creator_id',
        'seller_id',
        'message',
        'status',
        'created_at',
        'updated_at',
      ],
      *lines() {
        for (const project of everyProject(market)) {
          if (project.status === 'draft' || share(project.n, 41) > 0.3) continue
          const open =
            project.status === 'active' && project.createdAt > market.now - 5 * 24 * 60 * MINUTE
          const person = creatorId(market, below(project.n, 42, market.creators))
          const at = moment(project.createdAt)
          const status = open ? 'pending' : oneOf(['accepted', 'declined'], project.n, 43)
          const text = oneOf(INVITES, project.n, 44)
          yield line(
            idOf('invitation', project.n),
            project.id,
            person,
            project.sellerId,
            text,
            status,
            at,
            at,
          )
        }
      },
    },
  ]
}

/** The words of titles and descriptions, which are the same in every market. */
export const PROJECT_WORDS = [...WORKS, ...GOODS, ...OPENINGS, ...TASKS]

/** The name of a project's product line: some recur often, most hardly ever. */
export function lineName({ n }: GeneratedProject): string {
  const drawn = Math.floor(share(n, 54) ** 2 * SYLLABLES.length ** 3)
  const part = (place: number) =>
    SYLLABLES[Math.floor(drawn / SYLLABLES.length ** place) % SYLLABLES.length] ?? ''
  const name = part(0) + part(1) + part(2)
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

export const titleOf = (project: GeneratedProject): string =>
  `${oneOf(WORKS, project.n, 45)} ${oneOf(GOODS, project.n, 46)} by ${lineName(project)}`

function projectLine(project: GeneratedProject): string {
  const { n } = project
  return line(
    project.id,
    project.sellerId,
    titleOf(project),
    `${oneOf(OPENINGS, n, 47)} ${oneOf(TASKS, n, 48)} Reference ${n}.`,
    share(n, 49) < 0.3 ? oneOf(DETAILS, n, 50) : null,
    project.category,
    project.budgetCents,
    day(project.deadline),
    project.status,
    moment(project.createdAt),
    hasBrief(project) ? 1 : null,
  )
}

/**
 * Delivered files and their reviews. The files have no bytes; a trigger, or `fillDatabase`, adds the first file of
 * each.
 */
export function workTables(market: Market): GeneratedTable[] {
  return [
    {
      name: 'files',
      columns: [
        'id',
        'bucket',
        'owner_id',
        'project_id',
        'path',
        'file_name',
        'file_type',
        'size',
        'created_at',
        'prepared_at',
      ],
      *lines() {
        for (const [project, deal] of everyDeal(market)) {
          for (const { n, at } of deliveries(project, deal)) {
            for (const id of filesOf(n, deal)) {
              const path = `deliverable-files/${deal.creatorId}/${id}.mp4`
              const since = moment(at)
              yield line(
                id,
                'deliverable-files',
                deal.creatorId,
                project.id,
                path,
                'reel.mp4',
                'video/mp4',
                4_000_000 + below(n, 51, 40_000_000),
                since,
                since,
              )
            }
          }
        }
      },
    },
    {
      name: 'deliverables',
      columns: [
        'id',
        'application_id',
        'project_id',
        'reviewer_id',
        'creator_id',
        'file_id',
        'ai_parts',
        'reviewer_notes',
        'status',
        'version',
        'reviewed_at',
        'created_at',
        'brief_version',
      ],
      *lines() {
        for (const [project, deal] of everyDeal(market)) {
          for (const { n, version, status, at, reviewedAt } of deliveries(project, deal)) {
            yield line(
              idOf('deliverable', n),
              idOf('application', deal.application.n),
              project.id,
              project.sellerId,
              deal.creatorId,
              idOf('file', n),
              oneOf(DECLARED, n, 59),
              status === 'rejected' ? 'Please slow the opening down.' : null,
              status,
              version,
              moment(reviewedAt),
              moment(at),
              checkedBy(project) === null ? null : 1,
            )
          }
        }
      },
    },
    {
      name: 'deliverable_files',
      columns: ['deliverable_id', 'position', 'file_id', 'item_id'],
      *lines() {
        for (const [project, deal] of everyDeal(market))
          for (const { n } of deliveries(project, deal))
            for (const [place, file] of filesOf(n, deal).entries())
              if (place > 0)
                yield line(
                  idOf('deliverable', n),
                  place + 1,
                  file,
                  checkedBy(project)?.videoItem ?? null,
                )
      },
    },
  ]
}

/** What creators declare about parts that AI made; deliveries from before the question existed declare nothing. */
const DECLARED: readonly (readonly AiPart[] | null)[] = [
  null,
  ['none'],
  ['none'],
  ['voice'],
  ['voice', 'image'],
]

/** The first file of a version and its additional files, in order. */
export const filesOf = (delivery: number, { moreFiles }: GeneratedDeal): string[] => [
  idOf('file', delivery),
  ...Array.from({ length: moreFiles }, (_, place) => idOf('piece', delivery * 4 + place)),
]

/** One delivered version. */
interface Delivery {
  /** Numbered across the whole market. */
  n: number
  version: number
  status: 'pending' | 'approved' | 'rejected'
  at: number
  reviewedAt: number | null
}

export function deliveries(project: GeneratedProject, deal: GeneratedDeal): Delivery[] {
  if (deal.deliveredAt === null) return []
  const { deliveredAt, approvedAt, revised } = deal
  const last = {
    n: project.n * 2 + 1,
    version: revised ? 2 : 1,
    status: approvedAt === null ? ('pending' as const) : ('approved' as const),
    at: deliveredAt + (revised ? 60 * MINUTE : 0),
    reviewedAt: approvedAt,
  }
  if (!revised) return [last]
  const first = { n: project.n * 2, version: 1, status: 'rejected' as const, at: deliveredAt }
  return [{ ...first, reviewedAt: deliveredAt + 30 * MINUTE }, last]
}
