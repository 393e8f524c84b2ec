import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { presentInvitation, presentInvitationWithProject } from './invitation-presenter.ts'
import { acceptInvitation, declineInvitation, sendInvitation } from './invitation-service.ts'
import { inviteMany } from './invite-many-service.ts'
import { invitationsOfCreator } from './invitation-store.ts'

/** Invitations: sellers send them, the invited creator reads and answers them. */
export function invitationRoutes(routes: Routes, deps: Deps): void {
  routes.creators('invitations.mine', async ({ viewer, query: { after }, now }) =>
    (await invitationsOfCreator(deps.pool, viewer.id, { after, now })).map(
      presentInvitationWithProject,
    ),
  )

  routes.sellers('invitations.send', async ({ viewer, body, now }) =>
    presentInvitation(await sendInvitation(deps, viewer, body, now)),
  )

  routes.sellers('invitations.send_many', async ({ viewer, body, now, request }) => ({
    rows: await inviteMany(deps, viewer, { ...body, ip: request.ip }, now),
  }))

  routes.creators('invitations.accept', async ({ viewer, params, now }) => {
    const accepted = await acceptInvitation(deps, viewer, params.id, now)
    return { ...presentInvitation(accepted), conversation_id: accepted.conversation_id }
  })

  routes.creators('invitations.decline', async ({ viewer, params, now }) =>
    presentInvitation(await declineInvitation(deps, viewer, params.id, now)),
  )
}
