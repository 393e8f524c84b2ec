import { dealHeadline } from '#contract/deal-words.ts'
import type { InvitationWithProject } from '#contract/invitation-schemas.ts'
import { dealState } from '#contract/deal-state.ts'
import type { ListedDeal } from '#contract/listed-deal-schemas.ts'
import type { PackageOrder } from '#contract/package-order-schemas.ts'
import { waitingRank } from '#contract/waiting.ts'
import { tellListed } from '#web/projects/listed-deal.ts'

/** The facts the creator sees when deciding what to do. */
export interface Desk {
  /** The deals that wait for the creator, the most urgent first. */
  moves: readonly ListedDeal[]
  /** Orders that wait for the creator, the first to expire first. */
  orders: readonly PackageOrder[]
  invitations: readonly InvitationWithProject[]
}

/** The creator's most urgent next move. */
export type NextMove =
  | { kind: 'deal'; projectId: string; title: string; says: string }
  | { kind: 'order'; id: string; brand: string; title: string; answerBy: string; others: number }
  | { kind: 'invitation'; brand: string; title: string; others: number }

/**
 * The creator's next move, or null when everything waits for others: the most urgent of their deals, in the words of
 * its own page, then an open invitation. A waiting order is ranked among the deals.
 */
export function nextMove({ moves, orders, invitations }: Desk): NextMove | null {
  const [deal] = moves
  const [order] = orders
  if (order !== undefined && (deal === undefined || !isBeforeOrders(deal)))
    return {
      kind: 'order',
      id: order.id,
      brand: order.seller.company_name || order.seller.name,
      title: order.terms.title,
      answerBy: order.answer_by,
      others: orders.length - 1,
    }
  return deal === undefined ? openInvitation(invitations) : dealMove(deal)
}

/**
 * Whether orders wait in addition to the next move, because the banner has room for only one; `move` is null while no
 * banner is shown.
 */
export const ordersWaitBeside = (
  move: Pick<NextMove, 'kind'> | null,
  orders: readonly unknown[],
): boolean => orders.length > (move?.kind === 'order' ? 1 : 0)

function isBeforeOrders(deal: ListedDeal): boolean {
  const rank = waitingRank(dealState(tellListed(deal, 'creator').facts), 'creator')
  return rank !== null && rank < (waitingRank('ordered', 'creator') ?? 0)
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
