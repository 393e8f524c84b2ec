import { REJECT_UNDO_MS } from '#contract/applications.ts'
import { areApart } from '#server/apart/apart.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, assertMay, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { agreedOffer } from '#server/offers/record/offer-store.ts'
import { keepLivingProfile } from '#server/profiles/profile-store.ts'
import { ownsProject } from '#server/projects/project-policy.ts'
import { refreshProject } from '#server/projects/project-moves.ts'
import { lockOwnProject, visibleProject } from '#server/projects/project-service.ts'
import { isHidden, lockProject, type ProjectRow } from '#server/projects/project-store.ts'
import { takenSeats } from '#server/projects/listing-store.ts'
import {
  beginRejection,
  countRejection,
  undoRejection,
  wasRejectedBy,
} from './application-moves.ts'
import {
  acceptRefusal,
  dueRefusal,
  hireRefusal,
  statusForOwner,
  undoRefusal,
} from './application-policy.ts'
import {
  applicationById,
  type ApplicationRow,
  applicationAmongOthers,
} from './application-store.ts'
import { hire } from './hire.ts'

/** An application and the state of its project. */
export interface Answered {
  application: ApplicationRow
  project: ProjectRow
}

/**
 * What accepting would cause now. `amount` is integer cents; `others` are the applications it would turn down;
 * `deadline_over` is a deadline that has passed, if they would be hired with it.
 */
export interface Accepting {
  others: number
  amount: number
  works: string[]
  deadline_over: string | null
}

/** Returns what the owner is asked to confirm before they accept. Throws what accepting would. */
export async function acceptingFacts(
  { pool, clock }: Deps,
  viewer: Viewer,
  id: string,
): Promise<Accepting> {
  const now = clock()
  const application = foundOr404(await applicationAmongOthers(pool, id, now))
  const project = await visibleProject(pool, viewer, application.project_id, now)
  assertMay(ownsProject(viewer, project))
  assertAcceptable(application, project, project.hidden)
  assertThere(application.creator_is_there)
  const { others, works, proposed_price: amount } = application
  if (project.seats === 1) {
    // Most deadlines have not passed, and need no look at the offers.
    const isLate = dueRefusal(project, null, now) !== null && (await agreedOffer(pool, id)) === null
    return { others, works, amount, deadline_over: isLate ? project.deadline : null }
  }
  const taken = await takenSeats(pool, project.id)
  const refusal =
    hireRefusal(project, taken, amount, clock()) ??
    dueRefusal(project, await agreedOffer(pool, id), clock())
  if (refusal !== null) throw new AppError(refusal)
  return {
    others: taken.hired + 1 < project.seats ? 0 : others,
    works,
    amount,
    deadline_over: null,
  }
}

/**
 * Accepts an application for the project's owner (decision P12), all or nothing: it is accepted, the project starts,
 * the conversation exists, and everyone else who waited is answered. Idempotent. Throws 404 for others,
 * application.already_answered, application.project_filled, application.project_hidden, project.closed,
 * offer.other_side_gone, offer.date_over, and what `hire` throws.
 */
export function acceptApplication(deps: Deps, viewer: Viewer, id: string): Promise<ApplicationRow> {
  return inTransaction(deps.pool, async (tx) => {
    const { application, project } = await lockForOwner(tx, viewer, id)
    if (application.status === 'accepted') return application
    await assertInReach(tx, viewer, application)
    assertAcceptable(application, project, await isHidden(tx, project.id))
    const now = deps.clock()
    assertThere((await keepLivingProfile(tx, application.creator_id, now)) !== null)
    return hire(tx, { applicationId: id, project, actorId: viewer.id, now })
  })
}

/**
 * Rejects a pending application for the owner. The rejection counts from REJECT_UNDO_MS later, and until then its
 * creator learns nothing (decision P33). It is recorded at once, so closing the page loses nothing. Idempotent:
 * repeating changes neither the moment nor the words that were sent with it. Throws 404 for others,
 * application.already_answered.
 */
export function rejectApplication(
  deps: Deps,
  viewer: Viewer,
  id: string,
  { now, note = null }: { now: Date; note?: string | null },
): Promise<Answered> {
  return inTransaction(deps.pool, async (tx) => {
    const found = await lockForOwner(tx, viewer, id)
    const { status, reject_at } = found.application
    if (status === 'pending' && reject_at !== null) return found
    if (status === 'rejected' && (await wasRejectedBy(tx, id, viewer.id))) return found
    const rejectAt = new Date(now.getTime() + REJECT_UNDO_MS)
    const application = await beginRejection(tx, id, { rejectAt, note })
    if (application === null) throw new AppError('application.already_answered')
    // The queue uses the database's clock, so the delay is real time. The minute's clock job counts a rejection whose
    // own job came too early.
    await enqueue(
      tx,
      'applications.count_rejection',
      { application_id: id },
      { runAt: new Date(Date.now() + REJECT_UNDO_MS) },
    )
    await refreshOwner(tx, found.project)
    return { ...found, application }
  })
}

/**
 * Takes a rejection back for the owner while it does not count yet, as if nothing had happened. Idempotent. Throws 404
 * for others, application.undo_over, application.already_answered, application.project_filled, project.closed.
 */
export function undoReject(deps: Deps, viewer: Viewer, id: string, now: Date): Promise<Answered> {
  return inTransaction(deps.pool, async (tx) => {
    const found = await lockForOwner(tx, viewer, id)
    const { status, reject_at } = found.application
    if (status === 'pending' && reject_at === null) return found
    const refusal = undoRefusal(found.application, found.project, now)
    if (refusal !== null) throw new AppError(refusal)
    const application = await undoRejection(tx, id, now)
    if (application === null) throw new AppError('application.undo_over')
    await refreshOwner(tx, found.project)
    return { ...found, application }
  })
}

/**
 * Makes a rejection count once its moment has come, whatever the state of its project. A no-op when called early, late
 * or twice.
 */
export function countDueRejection(deps: Deps, id: string, now: Date): Promise<void> {
  return inTransaction(deps.pool, async (tx) => {
    const found = await applicationById(tx, id)
    const project = found === null ? null : await lockProject(tx, found.project_id)
    if (project === null) return
    const rejected = await countRejection(tx, { id, ownerId: project.seller_id, now })
    if (rejected !== null) await refreshProject(tx, project.id, ['applications', 'dashboard'])
  })
}

/** Makes the owner's open pages refetch, and no one else's: a refetch would tell its creator that something happened. */
const refreshOwner = (tx: Tx, project: ProjectRow) =>
  enqueue(tx, 'realtime.changed', {
    user_ids: [project.seller_id],
    topics: ['applications', 'dashboard'],
    project_id: project.id,
  })

/** Throws 404 for an application by someone the owner is apart from. None of the owner's lists shows it. */
async function assertInReach(tx: Tx, viewer: Viewer, { creator_id: creatorId }: ApplicationRow) {
  assertMay(!(await areApart(tx, viewer.id, creatorId)))
}

/**
 * No one hires a creator who was banned or has left (decision 0055): no one would deliver, and everyone else would have
 * been turned down. Throws offer.other_side_gone.
 */
function assertThere(isThere: boolean): void {
  if (!isThere) throw new AppError('offer.other_side_gone')
}

function assertAcceptable(application: ApplicationRow, project: ProjectRow, hidden: boolean): void {
  if (statusForOwner(application) !== 'pending') throw new AppError('application.already_answered')
  const refusal = acceptRefusal(project.status, project.seats)
  if (refusal !== null) throw new AppError(refusal)
  if (hidden) throw new AppError('application.project_hidden')
}

/**
 * Returns the application and its project, locked through the project: answers to one project's applications are
 * serialized, each seeing the previous one. 404 unless the viewer owns the project.
 */
async function lockForOwner(tx: Tx, viewer: Viewer, id: string): Promise<Answered> {
  const found = foundOr404(await applicationById(tx, id))
  const project = await lockOwnProject(tx, viewer, found.project_id)
  return { application: foundOr404(await applicationById(tx, id)), project }
}
