import type { Invitation, InvitationWithProject } from '#contract/invitation-schemas.ts'
import { presentProjectExcerpt } from '#server/projects/project-excerpt.ts'
import type { InvitationRow, InvitationWithProjectRow } from './invitation-store.ts'

export function presentInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    project_id: row.project_id,
    creator_id: row.creator_id,
    seller_id: row.seller_id,
    message: row.message,
    status: row.status,
    created_at: row.created_at,
    updated_at: row.updated_at,
    lapsed_at: row.lapsed_at,
  }
}

export const presentInvitationWithProject = (
  row: InvitationWithProjectRow,
): InvitationWithProject => ({
  ...presentInvitation(row),
  project: presentProjectExcerpt(row.project),
  seller: row.seller,
  accept_refusal: row.accept_refusal,
})
