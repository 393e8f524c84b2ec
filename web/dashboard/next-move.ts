import type { ApplicationWithProject } from '#contract/application-schemas.ts'
import type { Conversation } from '#contract/conversation-schemas.ts'
import type { DeliverableWithTitle } from '#contract/deliverable-schemas.ts'
import type { InvitationWithProject } from '#contract/invitation-schemas.ts'

/** What the creator can see when deciding what to do. */
export interface Desk {
  deliverables: readonly DeliverableWithTitle[]
  applications: readonly ApplicationWithProject[]
  invitations: readonly InvitationWithProject[]
  conversations: readonly Conversation[]
}

/** The creator's most urgent next move. */
export type NextMove =
  | { kind: 'revise'; brand: string; projectId: string; fileName: string; deadline: string | null }
  | { kind: 'deliver'; brand: string; projectId: string; title: string; deadline: string }
  | { kind: 'invitation'; brand: string; title: string; others: number }

/**
 * The creator's next move, or null when everything waits for others: a revision that a brand asked for, then accepted
 * work that was not delivered, then an open invitation.
 */
export function nextMove(desk: Desk): NextMove | null {
  return revision(desk) ?? firstDelivery(desk) ?? openInvitation(desk)
}

function revision({ deliverables, applications, conversations }: Desk): NextMove | null {
  const latest = new Map<string, DeliverableWithTitle>()
  for (const one of deliverables) {
    const known = latest.get(one.project_id)
    if (!known || one.version > known.version) latest.set(one.project_id, one)
  }
  const returned = [...latest.values()].find(
    (one) =>
      one.status === 'rejected' &&
      isRunning(one.project_id, applications) &&
      !isReturned(one.project_id, conversations),
  )
  if (!returned) return null
  const project = applications.find((one) => one.project_id === returned.project_id)?.project
  return {
    kind: 'revise',
    brand: brandOf(returned.project_id, conversations),
    projectId: returned.project_id,
    fileName: returned.file_name,
    deadline: project?.deadline ?? null,
  }
}

function firstDelivery({ deliverables, applications, conversations }: Desk): NextMove | null {
  const waiting = applications.find(
    (one) =>
      one.status === 'accepted' &&
      one.project.status === 'in_progress' &&
      !isReturned(one.project_id, conversations) &&
      !deliverables.some((delivered) => delivered.project_id === one.project_id),
  )
  if (!waiting) return null
  const { id, title, deadline } = waiting.project
  return { kind: 'deliver', brand: brandOf(id, conversations), projectId: id, title, deadline }
}

function openInvitation({ invitations }: Desk): NextMove | null {
  const open = invitations.filter(
    (one) => one.status === 'pending' && one.project.status === 'active',
  )
  const first = open[0]
  if (!first) return null
  return {
    kind: 'invitation',
    brand: first.seller.company_name || first.seller.name,
    title: first.project.title,
    others: open.length - 1,
  }
}

/** Whether the project still accepts deliveries; unknown counts as yes. */
function isRunning(projectId: string, applications: Desk['applications']): boolean {
  const status = applications.find((one) => one.project_id === projectId)?.project.status
  return status === undefined || status === 'in_progress'
}

/** Whether the deal's money was returned to the card: the creator has nothing left to do. */
function isReturned(projectId: string, conversations: Desk['conversations']): boolean {
  return conversations.some(
    (one) => one.project_id === projectId && one.payment_status === 'refunded',
  )
}

function brandOf(projectId: string, conversations: Desk['conversations']): string {
  const shop = conversations.find((one) => one.project_id === projectId)?.counterpart
  return shop?.company_name || shop?.name || 'The brand'
}
