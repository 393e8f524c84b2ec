import type { InviteOutcome } from '#contract/invitations.ts'
import { isApartFrom } from '#server/apart/apart.ts'
import { raw, rows, sql } from '#server/db/sql.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, assertMay } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { shownAt } from '#server/profiles/profile-store.ts'
import { ownsProject } from '#server/projects/project-policy.ts'
import { visibleProject } from '#server/projects/project-service.ts'
import { sendInvitation } from './invitation-service.ts'

/** Whom to invite to which project, and from where the request came. */
export interface InvitationsToSend {
  project_id: string
  creator_ids: readonly string[]
  message: string | null
  ip: string
}

/** The outcome for one of them. */
export interface InviteRow {
  creator_id: string
  outcome: InviteOutcome
}

/**
 * What the refusal of one invitation means for its row. Any other error ends the call; invitations already sent stay.
 */
const OUTCOMES: Readonly<Record<string, InviteOutcome>> = {
  'invitation.already_invited': 'already_invited',
  'invitation.unavailable': 'unavailable',
  'invitation.already_hired': 'applied',
  'invitation.already_applied': 'applied',
  'request.not_found': 'unavailable',
  'invitation.too_many_today': 'limited',
  'request.too_many': 'limited',
  'invitation.project_not_active': 'project_closed',
  'invitation.project_hidden': 'project_closed',
}

/**
 * Invites several creators to one of the seller's active projects, one after the other and each in its own transaction.
 * A repeated request invites no one twice. Throws 404 for another seller's project, invitation.project_not_active,
 * invitation.project_hidden.
 */
export async function inviteMany(
  deps: Deps,
  viewer: Viewer,
  { project_id, creator_ids, message, ip }: InvitationsToSend,
  now: Date,
): Promise<InviteRow[]> {
  const project = await visibleProject(deps.pool, viewer, project_id, now)
  assertMay(ownsProject(viewer, project))
  if (project.status !== 'active') throw new AppError('invitation.project_not_active')
  if (project.hidden) throw new AppError('invitation.project_hidden')
  const wanted = [...new Set(creator_ids)]
  const skipped = new Map(
    (await skips(deps, viewer, { projectId: project_id, ids: wanted, now })).map((one) => [
      one.creator_id,
      one.outcome,
    ]),
  )
  const done: InviteRow[] = []
  for (const creator_id of wanted) {
    const outcome =
      skipped.get(creator_id) ??
      (await send(deps, viewer, { project_id, creator_id, message, ip }, now))
    done.push({ creator_id, outcome })
  }
  return done
}

async function send(
  deps: Deps,
  viewer: Viewer,
  {
    ip,
    ...invitation
  }: { project_id: string; creator_id: string; message: string | null; ip: string },
  now: Date,
): Promise<InviteOutcome> {
  try {
    // Counts the same as inviting one by one: fifty in one call count as fifty.
    await deps.limits?.take('invitation', { accountId: viewer.id, ip, now })
    await sendInvitation(deps, viewer, invitation, now)
    return 'invited'
  } catch (error) {
    const outcome = error instanceof AppError ? OUTCOMES[error.code] : undefined
    if (outcome === undefined) throw error
    return outcome
  }
}

/** Who is skipped, and why. A block takes precedence: nothing else is revealed about someone hidden from them. */
const skips = (
  deps: Deps,
  viewer: Viewer,
  { projectId, ids, now }: { projectId: string; ids: readonly string[]; now: Date },
) =>
  rows<InviteRow>(
    deps.pool,
    sql`select creator_id, outcome from (
        select wanted.id as creator_id, case
          when profiles.id is null or profiles.role <> 'creator' or not (${shownAt} ${now})
            or ${isApartFrom(raw('wanted.id'), viewer.id)} then 'unavailable'
          when exists (select from applications where creator_id = wanted.id and ${projectId} in (project_id, listing_id))
            then 'applied'
          when exists (select from project_invitations invited
            where invited.creator_id = wanted.id and invited.project_id = ${projectId}) then 'already_invited' end as outcome
        from unnest(${ids}::uuid[]) wanted (id) left join profiles on profiles.id = wanted.id) found
      where outcome is not null`,
  )
