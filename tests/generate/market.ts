import { CATEGORIES, type Category, type ProjectStatus } from '#contract/projects.ts'
import { below, idOf, oneOf, share } from './draw.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The market's whole past. Deals older than `RUNNING_DAYS` have ended, in one way or another. */
const PAST_DAYS = 240
const RUNNING_DAYS = 60
/** Review reminders start on the third day. */
const RECENT_DAYS = 2.5
/** Payment reminders start on the second day. */
const UNPAID_DAYS = 1.5

/** The size of the market, and the moment at which it is viewed. */
export interface Market {
  projects: number
  sellers: number
  creators: number
  /** Milliseconds. */
  now: number
}

/** A market of that many projects: one brand for every ten, one creator for every four. */
export const marketOf = (projects: number, now: Date): Market => ({
  projects,
  sellers: Math.max(4, Math.floor(projects / 10)),
  creators: Math.max(12, Math.floor(projects / 4)),
  now: now.getTime(),
})

/** People are numbered: brands first, then creators. */
export const sellerId = (n: number) => idOf('person', n)
export const creatorId = (market: Market, n: number) => idOf('person', market.sellers + n)

/** One person's application to a project. */
export interface GeneratedApplication {
  /** Numbered across the whole market. */
  n: number
  creator: number
  cents: number
  at: number
  status: 'pending' | 'accepted' | 'rejected'
}

/** Everything that follows from a project's number. Times in milliseconds; null for what has not happened. */
export interface GeneratedProject {
  n: number
  id: string
  seller: number
  sellerId: string
  category: Category
  budgetCents: number
  status: ProjectStatus
  createdAt: number
  deadline: number
  applications: GeneratedApplication[]
  /** The first application, if it was accepted. */
  deal: GeneratedDeal | null
}

/** How far an accepted application has come. */
export interface GeneratedDeal {
  creatorId: string
  application: GeneratedApplication
  acceptedAt: number
  fundedAt: number | null
  deliveredAt: number | null
  /** The first version was returned and a second one delivered. */
  revised: boolean
  approvedAt: number | null
  messages: number
  /** The price that the deal began with; the application has the current one. */
  firstCents: number
  /** The amount that one deal in twenty added once its money was held, paid separately; else 0. */
  extraCents: number
  /** The number of additional files in each version, besides its first. */
  moreFiles: number
}

const MOST_APPLICATIONS = 6

/** The n-th newest project, the same on every call. */
export function projectOf(market: Market, n: number): GeneratedProject {
  const ageDays = (n / market.projects) * PAST_DAYS + share(n, 1) * (PAST_DAYS / market.projects)
  const createdAt = market.now - ageDays * DAY
  const status = statusOf(n, ageDays)
  // Some brands post every week, most a few times a year.
  const seller = Math.floor(share(n, 2) ** 1.5 * market.sellers)
  const budgetCents = 15_000 + below(n, 3, 480) * 250
  const ended = status === 'completed' || status === 'cancelled'
  const project: GeneratedProject = {
    n,
    id: idOf('project', n),
    seller,
    sellerId: sellerId(seller),
    category: oneOf(CATEGORIES, n, 4),
    budgetCents,
    status,
    createdAt,
    deadline: ended ? createdAt + 40 * DAY : market.now + (12 + below(n, 5, 60)) * DAY,
    applications: [],
    deal: null,
  }
  project.applications = applicationsTo(market, project, ageDays)
  project.deal = dealOf(market, project, ageDays)
  return project
}

function statusOf(n: number, ageDays: number): ProjectStatus {
  const drawn = share(n, 6)
  if (ageDays < RUNNING_DAYS) {
    if (drawn < 0.6) return 'active'
    return drawn < 0.9 ? 'in_progress' : 'draft'
  }
  if (drawn < 0.2) return 'active'
  if (drawn < 0.85) return 'completed'
  return drawn < 0.95 ? 'cancelled' : 'draft'
}

function applicationsTo(
  market: Market,
  project: GeneratedProject,
  ageDays: number,
): GeneratedApplication[] {
  const { n, status } = project
  const dealt = status === 'in_progress' || status === 'completed'
  const count = status === 'draft' ? 0 : dealt ? 2 + below(n, 7, 4) : below(n, 7, MOST_APPLICATIONS)
  // A step that cannot return to the first application within six: no one applies twice.
  const first = below(n, 8, market.creators)
  const step = 1 + below(n, 9, Math.floor((market.creators - 1) / MOST_APPLICATIONS))
  return Array.from({ length: count }, (_, place) => ({
    n: n * MOST_APPLICATIONS + place,
    creator: (first + place * step) % market.creators,
    cents: Math.round((project.budgetCents * (80 + below(n * 8 + place, 10, 31))) / 100),
    at: project.createdAt + Math.min(ageDays, 3) * DAY * (0.05 + 0.1 * place),
    status: dealt
      ? place === 0
        ? 'accepted'
        : 'rejected'
      : status === 'active'
        ? 'pending'
        : 'rejected',
  }))
}

function dealOf(market: Market, project: GeneratedProject, ageDays: number): GeneratedDeal | null {
  const application = project.applications[0]
  if (application?.status !== 'accepted') return null
  const { n, createdAt, status } = project
  // A deal takes some two weeks; younger deals have come as far as their age allows.
  const span = Math.min(ageDays, 16) * DAY
  const at = (part: number) => createdAt + span * part
  const funded = status === 'completed' || share(n, 11) < 0.8
  const delivered = status === 'completed' || (funded && share(n, 12) < 0.5)
  // Nothing is overdue: pending reviews and unpaid deals are too recent for a reminder.
  const extraCents = funded && share(n, 290) < 0.05 ? 2_000 + below(n, 291, 20) * 100 : 0
  const recent = createdAt + ageDays * DAY - share(n, 56) * RECENT_DAYS * DAY
  return {
    creatorId: creatorId(market, application.creator),
    application,
    acceptedAt: funded
      ? at(0.5)
      : Math.max(at(0.5), market.now - share(n, 299) * UNPAID_DAYS * DAY),
    fundedAt: funded ? at(0.55) : null,
    deliveredAt: delivered ? (status === 'completed' ? at(0.8) : Math.max(at(0.8), recent)) : null,
    revised: status === 'completed' && share(n, 13) < 0.25,
    approvedAt: status === 'completed' ? at(0.95) : null,
    messages: 2 + below(n, 14, 10),
    firstCents: application.cents - extraCents,
    extraCents,
    moreFiles: share(n, 292) < 0.25 ? 1 + below(n, 293, 4) : 0,
  }
}
