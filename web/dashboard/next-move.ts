import { dealHeadline } from '#contract/deal-words.ts'
import type { InvitationWithProject } from '#contract/invitation-schemas.ts'
import type { ListedDeal } from '#contract/listed-deal-schemas.ts'
import { tellListed } from '#web/projects/listed-deal.ts'

/** The facts the creator sees when deciding what to do. */
export interface Desk {
  /** The deals that wait for the creator, the most urgent first. */
  moves: readonly ListedDeal[]
  invitations: readonly InvitationWithProject[]
}

/** The creator's most urgent next move. */
export type NextMove =
  | { kind: 'deal'; projectId: string; title: string; says: string }
  | { kind: 'invitation'; brand: string; title: string; others: number }

/**
 * The creator's next move, or null when everything waits for others: the most urgent of their deals, in the words of
 * its own page, then an open invitation.
 */
export function nextMove({ moves, invitations }: Desk): NextMove | null {
  const [deal] = moves
  return deal === undefined ? openInvitation(invitations) : dealMove(deal)
}

function dealMove(deal: ListedDeal): NextMove {
  const { id: projectId, title } = deal.project
  return { kind: 'deal', projectId, title, says: dealHeadline(tellListed(deal, 'creator')) }
}

function openInvitation(invitations: Desk['invitations']): NextMove | null {
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
