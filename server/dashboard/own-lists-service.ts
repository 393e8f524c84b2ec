import type { OwnApplication, OwnProject } from '#contract/listed-deal-schemas.ts'
import type { ProjectStatus } from '#contract/projects.ts'
import { presentApplicationWithProject } from '#server/applications/application-presenter.ts'
import { applicationsOfCreator } from '#server/applications/application-store.ts'
import type { Queryable } from '#server/db/pool.ts'
import { presentOwnedProject } from '#server/projects/project-presenter.ts'
import { projectsOfSeller } from '#server/projects/project-store.ts'
import { presentListedDeal } from './listed-deal-presenter.ts'
import { dealsById } from './listed-deal-store.ts'

/** Returns a page of a brand's own projects, newest first (SPEC §7), each with the state of its deal. */
export async function ownProjects(
  db: Queryable,
  sellerId: string,
  query: { after?: string | undefined; status?: ProjectStatus | undefined },
): Promise<OwnProject[]> {
  const projects = await projectsOfSeller(db, sellerId, query)
  const deals = await dealsById(
    db,
    projects.map(({ id }) => id),
  )
  return projects.map((project) => {
    const deal = deals.get(project.id)
    return {
      ...presentOwnedProject(project),
      deal: deal === undefined ? null : presentListedDeal(deal, 'owner'),
    }
  })
}

/**
 * Returns a page of a creator's own applications, newest first (SPEC §7); accepted ones with the state of their deal.
 */
export async function ownApplications(
  db: Queryable,
  creatorId: string,
  after: string | undefined,
): Promise<OwnApplication[]> {
  const applications = await applicationsOfCreator(db, creatorId, after)
  const deals = await dealsById(
    db,
    // What happens in a deal stays between the brand and the creator it accepted.
    applications.flatMap(({ status, project_id }) => (status === 'accepted' ? [project_id] : [])),
  )
  return applications.map((application) => {
    const deal = deals.get(application.project_id)
    return {
      ...presentApplicationWithProject(application),
      deal: deal === undefined ? null : presentListedDeal(deal, 'creator'),
    }
  })
}
