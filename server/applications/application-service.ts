import type { NewApplication } from '#contract/application-schemas.ts'
import { centsFromUsd } from '#contract/money.ts'
import { areApart } from '#server/apart/apart.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { violatedConstraint } from '#server/db/violations.ts'
import type { Deps } from '#server/deps/deps.ts'
import { assertMinimumPrice } from '#server/fees/minimum-price.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { AppError, assertMay } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { keepOwnProfile } from '#server/own-profile/own-profile.ts'
import { refreshProject } from '#server/projects/project-moves.ts'
import { isPartyOf, ownsProject } from '#server/projects/project-policy.ts'
import { visibleProject } from '#server/projects/project-service.ts'
import { type ProjectRow, shareProject } from '#server/projects/project-store.ts'
import { applyRefusal } from './application-policy.ts'
import {
  acceptedApplication,
  applicationOf,
  type ApplicationRow,
  applicationsOfProject,
  type ApplicationWithCreatorRow,
  countApplications,
  insertApplication,
  type ListedApplicationRow,
  payoutReady,
} from './application-store.ts'

/**
 * Submits a creator's application, once per project. Throws 404 for a project they may not see,
 * application.unavailable, application.own_project, application.already_applied, project.closed,
 * application.payout_setup_required, price.below_minimum.
 */
export async function submitApplication(
  deps: Deps,
  viewer: Viewer,
  projectId: string,
  input: NewApplication,
): Promise<ApplicationRow> {
  const price = centsFromUsd(input.proposed_price)
  try {
    return await inTransaction(deps.pool, async (tx) => {
      // A shared lock lets creators apply in parallel, while accepting and cancelling wait for them.
      const shared = await shareProject(tx, projectId)
      // Checked before the refusal that the project does not exist, because someone who is blocked may have it on
      // screen.
      if (shared?.status === 'active' && (await areApart(tx, shared.seller_id, viewer.id)))
        throw new AppError('application.unavailable')
      const project = await visibleProject(tx, viewer, projectId, deps.clock())
      const refusal = applyRefusal(viewer, project, await payoutReady(tx, viewer.id))
      if (refusal !== null) throw new AppError(refusal)
      assertMinimumPrice(deps, { cents: price, field: 'proposed_price' })
      await keepOwnProfile(tx, viewer.id)
      const application = await insertApplication(tx, {
        project_id: projectId,
        creator_id: viewer.id,
        message: input.message,
        proposed_price: price,
      })
      await recordEvent(tx, {
        entity: 'application',
        entityId: application.id,
        projectId,
        actorId: viewer.id,
        move: 'submit',
        from: null,
        to: application.status,
      })
      await refreshProject(tx, projectId, ['applications', 'projects', 'dashboard'])
      return application
    })
  } catch (error) {
    // The second of two concurrent clicks.
    if (ONE_EACH.has(violatedConstraint(error) ?? '')) {
      throw new AppError('application.already_applied', { cause: error })
    }
    throw error
  }
}

/**
 * Two indexes enforce the same for a project that hires one. The second index also enforces it for anyone already
 * hired.
 */
const ONE_EACH: ReadonlySet<string> = new Set([
  'applications_one_per_creator_per_project',
  'applications_one_per_creator_per_listing',
])

/** Returns the viewer's own project and a page of its applications, newest first; 404 for anyone else. */
export async function applicationsForOwner(
  deps: Deps,
  viewer: Viewer,
  projectId: string,
  after: string | undefined,
): Promise<{ project: ProjectRow; applications: ListedApplicationRow[] }> {
  const project = await visibleProject(deps.pool, viewer, projectId, deps.clock())
  assertMay(ownsProject(viewer, project))
  return { project, applications: await applicationsOfProject(deps.pool, projectId, after) }
}

/** Returns how many creators applied to a project the viewer may see. */
export async function applicationCount(
  deps: Deps,
  viewer: Viewer,
  projectId: string,
): Promise<{ count: number }> {
  await visibleProject(deps.pool, viewer, projectId, deps.clock())
  return countApplications(deps.pool, projectId)
}

/** Returns the accepted application, for the owner (null while there is none) and for that creator; 404 for others. */
export async function acceptedForParty(
  deps: Deps,
  viewer: Viewer,
  projectId: string,
): Promise<ApplicationWithCreatorRow | null> {
  const project = await visibleProject(deps.pool, viewer, projectId, deps.clock())
  assertMay(isPartyOf(viewer, project))
  return acceptedApplication(deps.pool, projectId)
}

/**
 * Returns the viewer's own application to a project, or null while there is none. It stays readable when the project is
 * no longer visible; without one, an invisible project is a 404.
 */
export async function ownApplication(
  deps: Deps,
  viewer: Viewer,
  projectId: string,
): Promise<ApplicationRow | null> {
  const application = await applicationOf(deps.pool, projectId, viewer.id)
  if (application === null) await visibleProject(deps.pool, viewer, projectId, deps.clock())
  return application
}
