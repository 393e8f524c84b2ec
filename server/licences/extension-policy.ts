import type { ErrorCode } from '#contract/errors.ts'
import { extensionTransitions } from '#contract/licence-extensions.ts'
import { canMove } from '#contract/transitions.ts'
import type { ExtendedLicence, ExtensionRow } from '#server/licences/record/extension-store.ts'

type Side = 'seller' | 'creator'

/** Which side named or took the price of an extension: only the brand takes that of the terms. */
export const makerOf = ({ by }: Pick<ExtensionRow, 'by'>): Side => (by === 'terms' ? 'seller' : by)

/** Which side of a licence's deal someone is; null for anyone else. */
export function sideOf(
  { seller_id: seller, creator_id: creator }: Pick<ExtendedLicence, 'seller_id' | 'creator_id'>,
  viewerId: string,
): Side | null {
  if (viewerId === seller) return 'seller'
  return viewerId === creator ? 'creator' : null
}

/**
 * Why an answer is not allowed; null if it is. 'done': the answer was given before, and a repeated request is a no-op.
 * The side that named or took the price withdraws; the other one accepts or declines. An extension that both agreed on
 * is withdrawn, not declined.
 */
export function answerRefusal(
  { by, status, expires_at: until }: Pick<ExtensionRow, 'by' | 'status' | 'expires_at'>,
  { side, move, now }: { side: Side; move: 'accept' | 'decline' | 'withdraw'; now: Date },
): ErrorCode | 'done' | null {
  const isMaker = makerOf({ by }) === side
  if (isMaker !== (move === 'withdraw')) return 'extension.answered'
  const { to } = extensionTransitions[move]
  if (status === to && !(move === 'accept' && by === 'creator')) return 'done'
  if (status === 'expired') return 'extension.expired'
  if (!canMove(extensionTransitions, move, status)) return 'extension.answered'
  if (move === 'decline' && side === 'creator' && status === 'agreed') return 'extension.answered'
  return Date.parse(until) <= now.getTime() ? 'extension.expired' : null
}
