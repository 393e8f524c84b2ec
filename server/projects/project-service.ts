import type { ErrorCode } from '#contract/errors.ts'
import { centsFromUsd } from '#contract/money.ts'
import type { NewProject, ProjectChanges } from '#contract/project-schemas.ts'
import { canMove } from '#contract/transitions.ts'
import { projectTransitions } from '#contract/projects.ts'
import { briefChange, saveBrief } from '#server/briefs/save-brief.ts'
import type { Queryable } from '#server/db/pool.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import { violatedConstraint } from '#server/db/violations.ts'
import type { Deps } from '#server/deps/deps.ts'
import { assertMinimumPrice } from '#server/fees/minimum-price.ts'
import { statedHash } from '#server/licences/terms/terms-store.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { AppError, assertMay, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { overtakeOffersOfProject } from '#server/offers/record/offer-moves.ts'
import { keepOwnProfile } from '#server/own-profile/own-profile.ts'
import { livingProfileById } from '#server/profiles/profile-store.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { assertOwnPictures } from '#server/uploads/own-pictures.ts'
import { assertNotHidden } from './not-hidden.ts'
import { postedProject, projectSurroundings } from './project-detail-store.ts'
import { descriptionOf } from './project-description.ts'
import { asksForOtherWork, descriptionAfter, editRefusal, isPast } from './project-edit.ts'
import { hiringOf } from './project-hiring.ts'
import { moveProject, refreshProject } from './project-moves.ts'
import { isPartyOf, maySeeProject, ownsProject } from './project-policy.ts'
import type { ProjectPage } from './project-presenter.ts'
import {
  hasWaiting,
  insertProject,
  isOrdered,
  lockProject,
  type NewProjectRow,
  noteInvitee,
  pointToBrief,
  type ProjectRow,
  type ProjectStanding,
  projectWithStanding,
  saveProject,
} from './project-store.ts'
import { takenSeats } from './listing-store.ts'
import { repeatedProject } from './repeated-project.ts'

/** Returns a project the viewer may see, with their relation to it; throws 404 for any other id. */
export async function visibleProject(
  db: Queryable,
  viewer: Viewer,
  id: string,
  now: Date,
): Promise<ProjectRow & ProjectStanding> {
  const project = foundOr404(await projectWithStanding(db, id, viewer.id, now))
  if (maySeeProject(viewer, project)) return project
  // Anyone with its address could see it until then, so its existence is no secret.
  throw new AppError(
    project.status === 'active' && project.hidden ? 'project.hidden' : 'request.not_found',
  )
}

/** Returns the viewer's own project, locked until the transaction ends; throws 404 for any other id. */
export async function lockOwnProject(tx: Tx, viewer: Viewer, id: string): Promise<ProjectRow> {
  const project = foundOr404(await lockProject(tx, id))
  assertMay(ownsProject(viewer, project))
  return project
}

/** Returns everything the detail page shows to this viewer. Throws 404 for a project they may not see. */
export async function projectPage(deps: Deps, viewer: Viewer, id: string): Promise<ProjectPage> {
  const project = await visibleProject(deps.pool, viewer, id, deps.clock())
  const surroundings = await projectSurroundings(deps.pool, id)
  const owned = ownsProject(viewer, project)
  return { project, surroundings, owned, party: isPartyOf(viewer, project) }
}

/**
 * Posts a project, as a draft or published. Idempotent for a request with an id: repeated, it returns the first project.
 * Throws project.already_saved for other content under the same id, project.deadline_passed for a published one whose
 * day is over, upload.not_yours for someone else's pictures and hidden ones, price.below_minimum, 404 for a `to_invite`
 * that is not a creator and for an id that is taken.
 */
export async function createProject(
  deps: Deps,
  viewer: Viewer,
  input: NewProject,
  now: Date,
): Promise<ProjectRow> {
  try {
    return await postProject(deps, viewer, input, now)
  } catch (error) {
    if (violatedConstraint(error) !== 'projects_pkey') throw error
    // A concurrent request has stored this id in the meantime; the project may also belong to someone else.
    foundOr404(await postedProject(deps.pool, input.id ?? '', viewer.id))
    return postProject(deps, viewer, input, now)
  }
}

async function postProject(
  deps: Deps,
  viewer: Viewer,
  input: NewProject,
  now: Date,
): Promise<ProjectRow> {
  return inTransaction(deps.pool, async (tx) => {
    await keepOwnProfile(tx, viewer.id)
    await assertMayShow(tx, viewer.id, null, input.product_images)
    const { id, to_invite: invitee, brief, licence, ...fields } = input
    const row: NewProjectRow = {
      ...fields,
      ...descriptionOf(input.description, brief),
      ...hiringOf(input, null, now),
      seller_id: viewer.id,
      licence_terms_hash: await statedHash(tx, licence),
      budget: centsFromUsd(input.budget),
      product_images: [...new Set(input.product_images)],
    }
    const first =
      id === undefined ? null : await repeatedProject(tx, id, { row, brief, to_invite: invitee })
    if (first !== null) return first
    if (input.status === 'active' && isPast(input.deadline, now)) throw deadlinePassed()
    assertMinima(deps, input, null)
    const posted = await insertProject(tx, row, id)
    const project =
      brief === null
        ? posted
        : await pointToBrief(tx, posted.id, await saveBrief(tx, posted.id, brief, now))
    await recordEvent(tx, {
      entity: 'project',
      entityId: project.id,
      projectId: project.id,
      actorId: viewer.id,
      move: 'create',
      from: null,
      to: project.status,
    })
    if (invitee !== null) {
      const creator = foundOr404(await livingProfileById(tx, invitee, now))
      assertMay(creator.role === 'creator')
      await noteInvitee(tx, project.id, creator.id)
    }
    if (project.status === 'active') await enqueueSavedSearchMatches(tx, project.id)
    await refreshProject(tx, project.id, ['projects', 'dashboard'])
    return project
  })
}

/**
 * Edits the owner's project; absent fields stay unchanged. Throws 404 for others, project.not_editable, project.closed,
 * project.deadline_passed (decision P14), project.licence_priced, price.below_minimum, upload.not_yours, and for its
 * brief brief.agreed, brief.too_many_versions.
 */
export function updateProject(
  deps: Deps,
  viewer: Viewer,
  id: string,
  changes: ProjectChanges,
  now: Date,
): Promise<ProjectRow> {
  return inTransaction(deps.pool, async (tx) => {
    const locked = await lockOwnProject(tx, viewer, id)
    await assertNoOrder(tx, locked)
    const before = locked.seats === 1 ? locked : { ...locked, ...(await takenSeats(tx, id)) }
    const {
      budget,
      product_images: images,
      brief,
      description,
      budget_total: _,
      licence,
      ...rest
    } = changes
    const asked = await briefChange(tx, id, brief)
    const after: ProjectRow = {
      ...before,
      ...rest,
      ...descriptionAfter(before, description, asked),
      ...hiringOf(changes, before, now),
      licence_terms_hash:
        licence === undefined ? before.licence_terms_hash : await statedHash(tx, licence),
      budget: budget === undefined ? before.budget : centsFromUsd(budget),
      product_images: images === undefined ? before.product_images : [...new Set(images)],
    }
    const priced = await isPriced(tx, before, after)
    assertMinima(deps, changes, before)
    const refusal = editRefusal(before, after, { now, asksOther: asked.changed, priced })
    if (refusal === 'project.deadline_passed') throw deadlinePassed()
    if (refusal === 'project.seats_taken') throw atField(refusal, 'seats')
    if (refusal === 'project.licence_priced') throw atField(refusal, 'licence')
    if (refusal !== null) throw new AppError(refusal)
    const added = after.product_images.filter((url) => !before.product_images.includes(url))
    await assertMayShow(tx, viewer.id, id, added)
    const project = await saveProject(tx, {
      ...after,
      brief_version: asked.brief === null ? null : await saveBrief(tx, id, asked.brief, now),
    })
    // The offered terms named a different text: a click on the stale page must not agree to the new one.
    if (asksForOtherWork(before, project)) await overtakeOffersOfProject(tx, id)
    await refreshProject(tx, id, ['projects', 'applications'])
    return project
  })
}

/**
 * Makes the owner's draft visible to creators. Idempotent. Throws 404 for others, project.not_publishable,
 * project.deadline_passed, project.hiring_until_passed.
 */
export function publishProject(
  deps: Deps,
  viewer: Viewer,
  id: string,
  now: Date,
): Promise<ProjectRow> {
  return inTransaction(deps.pool, async (tx) => {
    const project = await lockOwnProject(tx, viewer, id)
    if (project.status === projectTransitions.publish.to) return project
    await assertNoOrder(tx, project)
    if (!canMove(projectTransitions, 'publish', project.status))
      throw new AppError('project.not_publishable')
    if (isPast(project.deadline, now)) throw deadlinePassed()
    if (project.hiring_until !== null && isPast(project.hiring_until, now))
      throw atField('project.hiring_until_passed', 'hiring_until')
    const published = await moveProject(tx, { project, move: 'publish', actorId: viewer.id })
    if (published === null) throw new AppError('project.not_publishable')
    await enqueueSavedSearchMatches(tx, id)
    await refreshProject(tx, id, ['projects', 'dashboard'])
    return published
  })
}

/**
 * Checks that the amounts it names are allowed now. A value that already stood there `before` may stay. Throws
 * price.below_minimum.
 */
function assertMinima(
  deps: Deps,
  { budget, budget_total: total, licence }: ProjectChanges,
  before: ProjectRow | null,
): void {
  const amounts = [
    ['budget', budget == null ? null : centsFromUsd(budget), before?.budget],
    ['budget_total', total == null ? null : centsFromUsd(total), before?.budget_total],
    ['licence', licence?.extend_cents ?? null, before?.licence_terms?.extend_cents],
  ] as const
  for (const [field, cents, standing] of amounts)
    if (cents !== null) assertMinimumPrice(deps, { cents, field, standing })
}

/**
 * Whether someone has already named a price under the licence that would change. Call it under the project's lock,
 * which blocks new applications.
 */
const isPriced = async (tx: Tx, before: ProjectRow, after: ProjectRow): Promise<boolean> =>
  before.licence_terms_hash !== after.licence_terms_hash && (await hasWaiting(tx, before.id))

/** A project that a creator was asked to accept stays as it was ordered, and is not published in the meantime. */
async function assertNoOrder(tx: Tx, { id, status }: ProjectRow): Promise<void> {
  if (status === 'draft' && (await isOrdered(tx, id))) throw new AppError('package_order.no_draft')
}

/** Enqueues mails to the owners of saved searches that match this project. */
const enqueueSavedSearchMatches = (tx: Tx, id: string) =>
  enqueue(tx, 'searches.match', { about: 'projects', id })

/** Checks pictures to add to this project, or to one that is not posted yet. */
async function assertMayShow(
  tx: Tx,
  ownerId: string,
  projectId: string | null,
  urls: readonly string[],
): Promise<void> {
  await assertOwnPictures(tx, { ownerId, bucket: 'product-images', urls, field: 'product_images' })
  await assertNotHidden(tx, { ownerId, urls, projectId })
}

const deadlinePassed = () => atField('project.deadline_passed', 'deadline')

/** A refusal that forms show beside one of their fields. */
function atField(code: ErrorCode, field: keyof ProjectChanges): AppError {
  const refusal = new AppError(code)
  return new AppError(code, { fields: { [field]: refusal.message } })
}
