import { describeBrief } from '#contract/brief-text.ts'
import { usdFromCents } from '#contract/money.ts'
import type { Project, ProjectDetail, ProjectWithCount } from '#contract/project-schemas.ts'
import { agreedRounds, type Rounds } from '#contract/rounds.ts'
import type { ProjectSurroundings } from './project-detail-store.ts'
import type { ProjectRow, ProjectStanding, ProjectWithCountRow } from './project-store.ts'

export function presentProject(row: ProjectRow): Project {
  return {
    id: row.id,
    seller_id: row.seller_id,
    title: row.title,
    description: row.description,
    product_details: row.product_details,
    category: row.category,
    budget: usdFromCents(row.budget),
    deadline: row.deadline,
    product_images: row.product_images,
    status: row.status,
    created_at: row.created_at,
    ...(row.licence_terms_hash === null ? {} : { own_licence: true }),
    ...(row.seats > 1
      ? { hiring: { wanted: row.seats, hired: row.hired, until: row.hiring_until } }
      : {}),
  }
}

export const presentOwnedProject = (
  row: ProjectWithCountRow,
): ProjectWithCount & { listing_id?: string } => ({
  ...presentProject(row),
  application_count: row.application_count,
  ...(row.listing_id === null ? {} : { listing_id: row.listing_id }),
})

/** The facts from which the rounds of a deal are derived. */
export type RoundFacts = Pick<
  ProjectSurroundings,
  'accepted_price' | 'offered_rounds' | 'used_rounds' | 'brief'
>

/** A project with everything its detail page needs. */
export interface ProjectPage {
  project: ProjectRow & Pick<ProjectStanding, 'hidden' | 'own_deal'>
  surroundings: ProjectSurroundings
  /** Whether the reader is the owner. */
  owned: boolean
  /** Whether the reader is the owner or the accepted creator. */
  party: boolean
}

/**
 * The detail page. Who was accepted, at which price, and how the deal continues is visible only to the two parties. So
 * are product details added to a running project (such as a shipping address), and anything they agreed on beyond what
 * was posted (decision 0068).
 */
export function presentProjectPage(page: ProjectPage): ProjectDetail {
  const { project, surroundings, owned, party } = page
  const price = surroundings.accepted_price
  return {
    ...presentProject(project),
    ...(party ? presentAgreed(page) : presentPosted(page)),
    product_details: party || project.status === 'active' ? project.product_details : null,
    ...(project.licence_terms === null ? {} : { licence: project.licence_terms }),
    seller: surroundings.seller,
    application_count: surroundings.application_count,
    to_answer: owned ? surroundings.to_answer : null,
    order_id: party ? surroundings.order_id : null,
    order_fund_by: party ? surroundings.order_fund_by : null,
    creator: party ? surroundings.creator : null,
    ...(party && surroundings.creator_gone ? { creator_gone: true } : {}),
    to_invite: owned ? surroundings.to_invite : null,
    accepted_price: party && price !== null ? usdFromCents(price) : null,
    rounds: party ? presentRounds(surroundings) : null,
    ...(party && surroundings.added !== null
      ? { added: surroundings.added.map(presentAdded) }
      : {}),
    brief: party ? surroundings.brief : surroundings.posted_brief,
    hidden: project.hidden,
    ...(owned && project.seats > 1 ? { hiring_budget: presentBudget(page) } : {}),
    ...(party && surroundings.listing !== null ? { listing: surroundings.listing } : {}),
    ...(project.own_deal === null ? {} : { own_deal: project.own_deal }),
    in_dispute: party && surroundings.in_dispute,
    ...(owned && surroundings.creator_left ? { creator_left: true } : {}),
    timeline: {
      posted_at: surroundings.posted_at,
      first_application_at: surroundings.first_application_at,
      accepted_at: surroundings.accepted_at,
      funded_at: party ? surroundings.funded_at : null,
      delivered_at: party ? surroundings.delivered_at : null,
      approved_at: party ? surroundings.approved_at : null,
      released_at: party ? surroundings.released_at : null,
      cancelled_at: party ? surroundings.cancelled_at : null,
    },
  }
}

const presentBudget = ({ project, surroundings }: ProjectPage) => ({
  total: project.budget_total === null ? null : usdFromCents(project.budget_total),
  committed: usdFromCents(surroundings.committed),
})

/**
 * The posted values where the two sides agreed on something else since: the date, and the text generated from the
 * brief.
 */
function presentPosted({
  project,
  surroundings: { posted_deadline: deadline, posted_brief: brief },
}: ProjectPage): Pick<ProjectDetail, 'deadline' | 'description'> {
  const { description } = project
  if (deadline === null) return { deadline: project.deadline, description }
  return {
    deadline,
    description: project.description_generated && brief ? describeBrief(brief.brief) : description,
  }
}

/** The text generated from the brief states the rounds that were agreed, even where that was outside the brief. */
export function presentAgreed({
  project,
  surroundings,
}: {
  project: Pick<ProjectRow, 'description_generated'>
  surroundings: RoundFacts
}): Partial<Pick<ProjectDetail, 'description'>> {
  const rounds = presentRounds(surroundings)
  const { brief } = surroundings
  if (!project.description_generated || brief === null || rounds === null) return {}
  return { description: describeBrief({ ...brief.brief, rounds: rounds.agreed }) }
}

/** The rounds of a deal; null before someone is hired. */
export const presentRounds = (found: RoundFacts): Rounds | null =>
  found.accepted_price === null
    ? null
    : {
        agreed: agreedRounds(found.offered_rounds, found.brief?.brief.rounds ?? null),
        used: found.used_rounds,
      }

export const presentAdded = ({
  cents,
  ...when
}: NonNullable<ProjectSurroundings['added']>[number]) => ({
  amount: usdFromCents(cents),
  ...when,
})
